import type { ChangeRequest, Session } from '@attune/contract/features/session'
import type { Viewer } from '@attune/contract/features/session.states'
import { Button, Group, Text, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../../platform/faults.ts'
import { useReader } from '../../platform/reader.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { DraftNote } from '../../ui/DraftNote.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { momentText } from '../../ui/moment.ts'
import { Note } from '../../ui/Note.tsx'
import { useNow } from '../../ui/use-now.ts'
import { askerOf, calledBy } from './marks.tsx'
import { useRefusalWords } from './refusals.ts'
import { useChangeStep, useStep } from './steps.ts'
import { useUndoCancel } from './undo.ts'
import { Unsent } from './Unsent.tsx'

export type ReasonWords =
  | 'cancel'
  | 'decline'
  | 'deny'
  | 'withdraw'
  | 'delete'
  | 'declineChange'
  | 'declineCounter'
  | 'askCancel'

type Props = {
  words: ReasonWords
  session: Session
  viewer: Viewer
  name: string
  act: { mutate: (input: { reason: string }) => void; isPending: boolean; error: unknown }
  draft: ReturnType<typeof useReason>
  onClose: () => void
  /** What can be done about a refusal. */
  help?: ReactNode
  children?: ReactNode
}

/** The words that go with an act, kept until they are sent. */
export const useReason = (words: ReasonWords, about: { id: string }) =>
  useDraft(`session-${words}-${about.id}`, () => ({ reason: '' }))

/** Asks once more, says what follows, and has room for a reason. */
export function ReasonDialog({ words, session, viewer, name, act, draft, onClose, help, children }: Props) {
  const { t } = useTranslation('sessionDialog')
  const reader = useReader()
  const refusal = useRefusalWords(viewer)
  const { reason } = draft.value
  const started = Date.parse(session.startsAt) <= useNow().getTime()
  return (
    <FormDialog
      onClose={onClose}
      title={t(`asking.${words}.title`)}
      submit={t(`asking.${words}.submit`)}
      back={t(`asking.${words}.back`)}
      busy={act.isPending}
      dirty={draft.dirty}
      onSubmit={() => act.mutate({ reason })}
    >
      <DraftNote draft={draft} />
      <div>
        <Text fw={600}>{momentText(session.startsAt, reader)}</Text>
        <Text size="sm">
          {t(words === 'cancel' && started ? 'asking.cancel.textStarted' : `asking.${words}.text`, { name })}
        </Text>
      </div>
      {children}
      <Textarea
        label={t('reason')}
        description={t('reasonHint', { name })}
        data-autofocus
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        value={reason}
        onChange={(event) => draft.change({ reason: event.currentTarget.value })}
      />
      {act.isPending && <Unsent />}
      {Boolean(act.error) && (
        <Note kind="danger" urgent action={help}>
          {refusal(act.error)}
        </Note>
      )}
    </FormDialog>
  )
}

type StepProps = { session: Session; viewer: Viewer; onClose: () => void }
type OwnStep = 'cancel' | 'decline' | 'deny' | 'withdraw' | 'delete'
const told = { once: true, refused: () => true } as const

/** A no, or an end, by one side: decline, deny, withdraw, cancel, delete. */
export function StepDialog(props: StepProps & { step: OwnStep; onCancel: () => void }) {
  const { session, viewer, step, onClose, onCancel } = props
  const draft = useReason(step, session)
  const done = () => {
    draft.forget()
    onClose()
  }
  const undo = useUndoCancel(session)
  const act = useStep(session, viewer, step, { ...told, onDone: done, undo: step === 'cancel' ? undo : undefined })
  const help = codeOf(act.error) === 'HAS_NOTES' && <Noted session={session} onClose={onClose} onCancel={onCancel} />
  return <ReasonDialog {...props} words={step} name={calledBy(session, viewer)} act={act} draft={draft} help={help} />
}

/** What can be done with a session that its notes keep: read them, or call it off. */
function Noted({ session, onClose, onCancel }: { session: Session; onClose: () => void; onCancel: () => void }) {
  const { t } = useTranslation('negotiation')
  return (
    <Group gap="xs">
      <ButtonLink
        variant="default"
        to="/dashboard/$userType/sessions/session-details"
        params={{ userType: 'therapist' }}
        search={{ id: session.id }}
        hash="note"
        onClick={onClose}
      >
        {t('act.openNote')}
      </ButtonLink>
      {session.may.cancel && (
        <Button variant="default" onClick={onCancel}>
          {t('act.cancel')}
        </Button>
      )}
    </Group>
  )
}

/** A no to a wish for change, or to the time that was proposed against it. The session stays as it is. */
export function ChangeDialog(props: StepProps & { change: ChangeRequest; step: 'decline' | 'declineCounter' }) {
  const { session, change, viewer, step, onClose } = props
  const words = step === 'decline' ? 'declineChange' : 'declineCounter'
  const draft = useReason(words, change)
  const done = () => {
    draft.forget()
    onClose()
  }
  const act = useChangeStep(session, change, viewer, step, { ...told, onDone: done })
  const name = viewer === 'client' ? session.therapist.name : askerOf(session, change)
  return <ReasonDialog {...props} words={words} name={name} act={act} draft={draft} />
}
