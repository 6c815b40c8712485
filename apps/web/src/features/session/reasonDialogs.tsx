import type { Session } from '@attune/contract/features/session'
import { Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { useReader } from '../../platform/reader.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { DraftNote } from '../../ui/DraftNote.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { momentText } from '../../ui/moment.ts'
import { Note } from '../../ui/Note.tsx'
import { toast } from '../../ui/toast.ts'
import { useCommands, useRefusalWords, useSessionsChanged } from './acts.ts'
import { calledBy } from './marks.tsx'

type Props = { session: Session; onClose: () => void }
const kinds = {
  cancel: { words: 'cancelling', done: 'done.cancelled', viewer: 'therapist' },
  decline: { words: 'declining', done: 'done.declined', viewer: 'client' },
} as const

/** Asks once more, with room for a reason; sent twice with the same content it is one act. */
function ReasonDialog({ kind, session, onClose }: Props & { kind: keyof typeof kinds }) {
  const { t } = useTranslation('session')
  const { words, done, viewer } = kinds[kind]
  const reader = useReader()
  const changed = useSessionsChanged()
  const refusal = useRefusalWords(viewer)
  const commandFor = useCommands()
  const draft = useDraft(`session-${kind}-${session.id}`, () => ({ reason: '' }))
  const { reason } = draft.value
  const name = calledBy(session, viewer)
  const act = useMutation({
    mutationFn: () => {
      const input = { id: session.id, reason }
      return api.session[kind]({ ...input, command: commandFor(input) })
    },
    onSuccess: () => {
      draft.forget()
      toast({ variant: 'success', title: t(done, { name }) })
      onClose()
    },
    onSettled: changed,
  })
  return (
    <FormDialog
      onClose={onClose}
      title={t(`${words}.title`)}
      submit={t(`${words}.submit`)}
      back={t(`${words}.back`)}
      busy={act.isPending}
      dirty={reason.trim() !== ''}
      onSubmit={() => act.mutate()}
    >
      <div>
        <Text fw={600}>{momentText(session.startsAt, reader)}</Text>
        <Text size="sm">{t(`${words}.text`, { name })}</Text>
      </div>
      <DraftNote draft={draft} />
      <Textarea
        label={t(`${words}.reason`)}
        description={t(`${words}.reasonHint`, { name })}
        data-autofocus
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        value={reason}
        onChange={(event) => draft.change({ reason: event.currentTarget.value })}
      />
      {act.isError && (
        <Note kind="danger" urgent>
          {refusal(act.error)}
        </Note>
      )}
    </FormDialog>
  )
}

/** The therapist calls a session off, with a reason if they like. */
export const CancelDialog = (props: Props) => <ReasonDialog kind="cancel" {...props} />

/** The client says no to a time, with a reason if they like. */
export const DeclineDialog = (props: Props) => <ReasonDialog kind="decline" {...props} />
