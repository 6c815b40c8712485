import type { OwnTerms } from '@attune/contract/features/schedule/terms/terms'
import { Switch } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { focusFirstInvalid } from '../../../ui/base/focus-field.ts'
import { api, orpc } from '../../../platform/api/api.ts'
import { useDraft } from '../../../platform/draft/use-draft.ts'
import { useKeptChanges } from '../../../platform/draft/use-kept-changes.ts'
import { SaveForm } from '../../../ui/editor/SaveForm.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { SessionDefaults } from './SessionDefaults.tsx'
import {
  partOfTerms,
  termsProblems,
  termsFromDraft,
  type TermsPart,
  type TermsProblems,
  type TermsDraft,
} from './terms-draft.ts'
import { ReminderFields } from './ReminderFields.tsx'
import { ChangeLimitFields } from './ChangeLimitFields.tsx'

/** Edits one part of the therapist's session terms: the terms of changes, or the defaults of new sessions. Saved changes apply to clients at once. */
export function TermsForm({ saved, part }: { saved: OwnTerms; part: TermsPart }) {
  const { draft, formDraft, problems, save, change, submit } = useTermsForm(saved, part)
  const fields = { draft, problems, onChange: change }
  return (
    <SaveForm draft={formDraft} save={save} onSubmit={submit}>
      {part === 'changes' ? (
        <ChangeTerms {...fields} />
      ) : (
        <>
          <SessionDefaults {...fields} />
          <ReminderFields {...fields} />
          <ProposalField {...fields} />
        </>
      )}
    </SaveForm>
  )
}

/**
 * Returns the state of the terms form: all terms including unsaved input, the stored draft, the problems found on submit, the save mutation, and the
 * functions that change and submit the form. The stored draft has only the fields of `part`, so saving one part does not save unsaved input of the
 * other.
 */
function useTermsForm(saved: OwnTerms, part: TermsPart) {
  const { t } = useTranslation('settings')
  const cache = useQueryClient()
  const formDraft = useDraft(`terms-${part}`, () => partOfTerms(saved, part))
  const keepChanges = useKeptChanges(formDraft)
  const draft: TermsDraft = { ...saved, ...formDraft.value }
  const [problems, setProblems] = useState<TermsProblems>({})
  const save = useMutation({
    mutationFn: ({ terms }: { terms: OwnTerms; saving: Partial<TermsDraft> }) => api.terms.save(terms),
    onSuccess: (_done, { terms, saving }) => {
      cache.setQueryData(orpc.terms.mine.queryKey({ input: {} }), terms)
      keepChanges(saving, partOfTerms(terms, part))
      toast.success(t('form.saved'))
    },
  })
  const change = (changed: Partial<TermsDraft>) => {
    const next = { ...draft, ...changed }
    formDraft.change(partOfTerms(next, part))
    // While the user types, the form updates only the errors that it already shows. New errors appear on submit.
    const wrong = termsProblems(next)
    setProblems(Object.fromEntries(Object.entries(wrong).filter(([name]) => name in problems)))
    if (save.isError) save.reset()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = termsProblems(draft)
    setProblems(found)
    if (Object.keys(found).length > 0) return focusFirstInvalid(event.currentTarget)
    if (!save.isPending) save.mutate({ terms: termsFromDraft(draft), saving: formDraft.value })
  }
  return { draft, formDraft, problems, save, change, submit }
}

type FieldsProps = { draft: TermsDraft; problems: TermsProblems; onChange: (part: Partial<TermsDraft>) => void }

/**
 * Renders the fields for the terms of changes: the time until which a client can cancel or move a session, and whether early cancellations are
 * accepted at once.
 */
function ChangeTerms(fields: FieldsProps) {
  const { t } = useTranslation('terms')
  const { draft, onChange } = fields
  return (
    <>
      <Section title={t('cancel.title')} hint={t('cancel.hint')}>
        <ChangeLimitFields kind="cancel" {...fields} />
        <Switch
          mt="md"
          label={t('cancel.atOnce')}
          description={t('cancel.atOnceHint')}
          checked={draft.acceptEarlyCancels}
          onChange={(event) => onChange({ acceptEarlyCancels: event.currentTarget.checked })}
        />
      </Section>
      <Section title={t('move.title')} hint={t('move.hint')}>
        <ChangeLimitFields kind="move" {...fields} />
      </Section>
    </>
  )
}

/** The switch that lets clients propose times for a session. */
function ProposalField({ draft, onChange }: FieldsProps) {
  const { t } = useTranslation('terms')
  return (
    <Section title={t('propose.title')}>
      <Switch
        label={t('propose.label')}
        description={t('propose.hint')}
        checked={draft.proposeTimes}
        onChange={(event) => onChange({ proposeTimes: event.currentTarget.checked })}
      />
    </Section>
  )
}
