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
  /** Actions to offer beside a refusal. */
  help?: ReactNode
  children?: ReactNode
}

/** The draft of a reason, stored until it is sent. */
export const useReason = (words: ReasonWords, about: { id: string }) =>
  useDraft(`session-${words}-${about.id}`, () => ({ reason: '' }))

/** A confirmation dialog that states the consequence and takes a reason. */
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
type ReasonedTransition = 'cancel' | 'decline' | 'deny' | 'withdraw' | 'delete'
const dialogOptions = { once: true, refused: () => true } as const

/** Confirms a session transition that ends or refuses: decline, deny, withdraw, cancel or delete. */
export function StepDialog(props: StepProps & { step: ReasonedTransition; onCancel: () => void }) {
  const { session, viewer, step, onClose, onCancel } = props
  const draft = useReason(step, session)
  const done = () => {
    draft.forget()
    onClose()
  }
  const undo = useUndoCancel(session)
  const act = useStep(session, viewer, step, {
    ...dialogOptions,
    onDone: done,
    undo: step === 'cancel' ? undo : undefined,
  })
  const help = codeOf(act.error) === 'HAS_NOTES' && (
    <HasNotesActions session={session} onClose={onClose} onCancel={onCancel} />
  )
  return <ReasonDialog {...props} words={step} name={calledBy(session, viewer)} act={act} draft={draft} help={help} />
}

/** What to do with a session that cannot be deleted because it has notes: open them, or cancel the session. */
function HasNotesActions({
  session,
  onClose,
  onCancel,
}: {
  session: Session
  onClose: () => void
  onCancel: () => void
}) {
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

/** Declines a change request, or the time proposed for one. The session keeps its time. */
export function ChangeDialog(props: StepProps & { change: ChangeRequest; step: 'decline' | 'declineCounter' }) {
  const { session, change, viewer, step, onClose } = props
  const words = step === 'decline' ? 'declineChange' : 'declineCounter'
  const draft = useReason(words, change)
  const done = () => {
    draft.forget()
    onClose()
  }
  const act = useChangeStep(session, change, viewer, step, { ...dialogOptions, onDone: done })
  const name = viewer === 'client' ? session.therapist.name : askerOf(session, change)
  return <ReasonDialog {...props} words={words} name={name} act={act} draft={draft} />
}
