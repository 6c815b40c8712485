import type { Session } from '@attune/contract/features/schedule/session/session'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { useSessionMutation } from '../summary/mutations.ts'
import { EditConflict, changedSessionOf } from './EditConflict.tsx'
import {
  clientsOf,
  FormatAndLocationFields,
  formatAndLocationOf,
  isVideoLink,
  editedFieldsOf,
  type FormatAndLocation,
} from '../fields/FormatAndLocationFields.tsx'
import { counterpartName } from '../summary/status.tsx'
import { useSessionRefusalText } from '../summary/refusals.ts'

/**
 * Edits format, location and the place of a video call. If the session has changed since the dialog was opened, the server refuses the
 * save, and the dialog shows both versions to choose from.
 */
export function EditSessionDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const { t } = useTranslation('sessionDialog')
  const refusal = useSessionRefusalText('therapist', 'update')
  const name = counterpartName(session, 'therapist')
  const { draft, facts, base, wrongLink, act, theirs, change, submit, take } = useEditedSession(session, name, onClose)
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t('editing.title')}
      submit={t('editing.submit')}
      back={t('editing.back')}
      busy={act.isPending}
      dirty={draft.dirty}
      problem={!theirs && act.isError && refusal(act.error)}
      notice={
        theirs && <EditConflict before={base} after={theirs} onKeep={() => submit(theirs.revision)} onTake={take} />
      }
      onSubmit={() => submit()}
    >
      <DraftCallout draft={draft} />
      <FormatAndLocationFields facts={facts} clients={clientsOf(base)} onChange={change} wrongLink={wrongLink} />
      <Text size="sm" c="dimmed">
        {t('editing.consequence', { name })}
      </Text>
    </FormDialog>
  )
}

/**
 * Returns the state of the form: the draft of format, location and place of the call, and the functions that change and save it. `base` is the
 * version of the session that the therapist edits.
 */
function useEditedSession(session: Session, name: string, onClose: () => void) {
  const { t } = useTranslation('negotiation')
  const draft = useDraft(`session-edit-${session.id}`, () => formatAndLocationOf(session))
  const facts = draft.value
  const [base, setBase] = useState(session)
  const [wrongLink, setWrongLink] = useState(false)
  const act = useSessionMutation<FormatAndLocation & { revision: number }, Session>({
    session,
    viewer: 'therapist',
    send: ({ revision, command, ...sent }) =>
      api.session.edit({ id: session.id, command, ...editedFieldsOf(sent), revision }),
    done: () => ({ variant: 'success', title: t('done.edit', { name }) }),
    refused: () => true,
    onDone: () => {
      draft.forget()
      onClose()
    },
  })
  const change = (part: Partial<FormatAndLocation>) => {
    draft.change({ ...facts, ...part })
    setWrongLink(false)
  }
  const submit = (revision = base.revision) => {
    const wrong = !isVideoLink(facts)
    setWrongLink(wrong)
    if (!wrong) act.mutate({ ...facts, revision })
  }
  const theirs = changedSessionOf(act.error)
  const take = () => {
    if (!theirs) return
    setBase(theirs)
    draft.forget(formatAndLocationOf(theirs))
    act.reset()
  }
  return { draft, facts, base, wrongLink, act, theirs, change, submit, take }
}
