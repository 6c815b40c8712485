import type { OwnTerms } from '@attune/contract/features/schedule/terms/terms'
import { Button, Group, Switch, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { focusFirstInvalid } from '../../../ui/base/focus-field.ts'
import { api, orpc } from '../../../platform/api/api.ts'
import { useDraft } from '../../../platform/draft/use-draft.ts'
import { DraftCallout } from '../../../ui/page/status/DraftCallout.tsx'
import { UnsavedChangesGuard } from '../../../ui/dialog/UnsavedChangesGuard.tsx'
import { Callout } from '../../../ui/base/Callout.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { SessionDefaults } from './SessionDefaults.tsx'
import { termsProblems, termsFromDraft, type TermsProblems, type TermsDraft } from './terms-draft.ts'
import { ReminderFields } from './ReminderFields.tsx'
import classes from './terms.module.css'
import { ChangeLimitFields } from './ChangeLimitFields.tsx'

/** Edits the therapist's session terms. Saved changes apply to clients at once. */
export function TermsForm({ saved }: { saved: OwnTerms }) {
  const { t } = useTranslation('terms')
  const { formDraft, problems, save, change, submit } = useTermsForm(saved)
  const { value: draft, dirty } = formDraft
  const fields = { draft, problems, onChange: change }
  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <DraftCallout draft={formDraft} />
      <ChangeTerms {...fields} />
      <SessionDefaults {...fields} />
      <ReminderFields {...fields} />
      {save.isError && (
        <Callout kind="danger" urgent>
          {t('failed')}
        </Callout>
      )}
      <Group justify="flex-end" gap="sm" className={classes.bar} data-dirty={dirty || undefined}>
        <Text size="sm" c="dimmed" role="status">
          {dirty && t('unsaved')}
        </Text>
        <Button type="submit" variant={dirty ? 'filled' : 'default'} loading={save.isPending}>
          {t('save')}
        </Button>
      </Group>
      <UnsavedChangesGuard
        when={dirty && !save.isPending}
        title={t('leave.title')}
        text={t('leave.text')}
        stay={t('leave.stay')}
        leave={t('leave.go')}
        onLeave={() => formDraft.startOver()}
        lasting={formDraft.stored}
      />
    </form>
  )
}

/**
 * Returns the state of the terms form: the draft, the problems found on submit, and the functions that change and
 * submit it.
 */
function useTermsForm(saved: OwnTerms) {
  const { t } = useTranslation('terms')
  const cache = useQueryClient()
  const formDraft = useDraft<TermsDraft>('terms', () => saved)
  const draft = formDraft.value
  const [problems, setProblems] = useState<TermsProblems>({})
  const save = useMutation({
    mutationFn: (terms: OwnTerms) => api.terms.save(terms),
    onSuccess: (_done, terms) => {
      cache.setQueryData(orpc.terms.mine.queryKey({ input: {} }), terms)
      formDraft.forget(terms)
      toast.success(t('saved'))
    },
  })
  const change = (part: Partial<TermsDraft>) => {
    const next = { ...draft, ...part }
    formDraft.change(next)
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
    if (!save.isPending) save.mutate(termsFromDraft(draft))
  }
  return { formDraft, problems, save, change, submit }
}

type FieldsProps = { draft: TermsDraft; problems: TermsProblems; onChange: (part: Partial<TermsDraft>) => void }

/**
 * Renders the fields for the terms of changes: until when a client can cancel or move a session, whether early
 * cancellations are accepted at once, and whether clients can propose times.
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
      <Section title={t('propose.title')}>
        <Switch
          label={t('propose.label')}
          description={t('propose.hint')}
          checked={draft.proposeTimes}
          onChange={(event) => onChange({ proposeTimes: event.currentTarget.checked })}
        />
      </Section>
    </>
  )
}
