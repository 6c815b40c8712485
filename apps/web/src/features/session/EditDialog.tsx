import type { Session } from '@attune/contract/features/session'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { DraftNote } from '../../ui/DraftNote.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { useAct } from './acts.ts'
import { ChangedElsewhere, changedIn } from './ChangedElsewhere.tsx'
import { FactsFields, factsOf, isLink, linkOf, type Facts } from './FactsFields.tsx'
import { calledBy } from './marks.tsx'
import { useRefusalWords } from './refusals.ts'
import { Unsent } from './Unsent.tsx'

/**
 * Edits format, location and link. If another device changed the session meanwhile, the dialog shows both versions
 * before it saves.
 */
export function EditDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const { t } = useTranslation(['sessionDialog', 'negotiation', 'session'])
  const refusal = useRefusalWords('therapist')
  const draft = useDraft(`session-edit-${session.id}`, () => factsOf(session))
  const facts = draft.value
  const [base, setBase] = useState(session)
  const [wrongLink, setWrongLink] = useState(false)
  const name = calledBy(session, 'therapist')
  const act = useAct<Facts & { revision: number }, Session>({
    session,
    viewer: 'therapist',
    send: ({ revision, command, ...sent }) => {
      const { format, location } = sent
      return api.session.edit({ id: session.id, command, format, location, videoUrl: linkOf(sent), revision })
    },
    done: () => ({ variant: 'success', title: t('negotiation:done.edit', { name }) }),
    refused: () => true,
    onDone: () => {
      draft.forget()
      onClose()
    },
  })
  const change = (part: Partial<Facts>) => {
    draft.change({ ...facts, ...part })
    setWrongLink(false)
  }
  const submit = (revision = base.revision) => {
    const wrong = facts.format === 'video' && !isLink(facts.link)
    setWrongLink(wrong)
    if (!wrong) act.mutate({ ...facts, revision })
  }
  const theirs = changedIn(act.error)
  const take = () => {
    if (!theirs) return
    setBase(theirs)
    draft.forget(factsOf(theirs))
    act.reset()
  }
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t('editing.title')}
      submit={t('editing.submit')}
      back={t('editing.back')}
      busy={act.isPending}
      dirty={draft.dirty}
      onSubmit={() => submit()}
    >
      <DraftNote draft={draft} />
      <FactsFields facts={facts} onChange={change} wrongLink={wrongLink} />
      <Text size="sm" c="dimmed">
        {t('editing.consequence', { name })}
      </Text>
      {act.isPending && <Unsent />}
      {theirs ? (
        <ChangedElsewhere before={base} after={theirs} onKeep={() => submit(theirs.revision)} onTake={take} />
      ) : (
        act.isError && (
          <Note kind="danger" urgent>
            {refusal(act.error)}
          </Note>
        )
      )}
    </FormDialog>
  )
}
