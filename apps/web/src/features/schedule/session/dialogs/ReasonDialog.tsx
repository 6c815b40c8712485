import { textLengths } from '@attune/contract/common/text/lengths'
import type { ChangeRequest, Session } from '@attune/contract/features/schedule/session/session'
import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { Button, Group, Text, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { momentText } from '../../../../ui/page/date-text.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { useNow } from '../../../../ui/page/use-now.ts'
import { requesterName, counterpartName } from '../summary/status.tsx'
import { useSessionRefusalText } from '../summary/refusals.ts'
import { useChangeRequestTransition, useSessionTransition } from '../transitions.ts'
import { useUndoCancel } from '../undo.ts'

export type ReasonDialogKey =
  | 'cancel'
  | 'decline'
  | 'deny'
  | 'withdraw'
  | 'delete'
  | 'declineChange'
  | 'declineCounter'
  | 'askCancel'

type Props = {
  dialogKey: ReasonDialogKey
  session: Session
  viewer: ViewerRole
  name: string
  act: { mutate: (input: { reason: string }) => void; isPending: boolean; error: unknown }
  draft: ReturnType<typeof useReasonDraft>
  onClose: () => void
  /** Buttons with possible next steps after a refusal, shown beside the error. */
  help?: ReactNode
  children?: ReactNode
}

/** Returns the draft of a reason. The draft is stored until the reason is sent. */
export const useReasonDraft = (dialogKey: ReasonDialogKey, about: { id: string }) =>
  useDraft(`session-${dialogKey}-${about.id}`, () => ({ reason: '' }))

/** Asks for confirmation and a reason, and shows the consequence. */
export function ReasonDialog({ dialogKey, session, viewer, name, act, draft, onClose, help, children }: Props) {
  const { t } = useTranslation('sessionDialog')
  const locale = useLocale()
  const refusal = useSessionRefusalText(viewer, dialogKey === 'delete' ? 'delete' : 'update')
  const { reason } = draft.value
  const started = Date.parse(session.startsAt) <= useNow().getTime()
  return (
    <FormDialog
      onClose={onClose}
      title={t(`asking.${dialogKey}.title`)}
      submit={t(`asking.${dialogKey}.submit`)}
      back={t(`asking.${dialogKey}.back`)}
      busy={act.isPending}
      dirty={draft.dirty}
      danger={dialogKey === 'cancel' || dialogKey === 'askCancel' || dialogKey === 'delete'}
      onSubmit={() => act.mutate({ reason })}
    >
      <DraftCallout draft={draft} />
      <div>
        <Text fw={600}>{momentText(session.startsAt, locale)}</Text>
        <Text size="sm">
          {t(dialogKey === 'cancel' && started ? 'asking.cancel.textStarted' : `asking.${dialogKey}.text`, { name })}
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
        maxLength={textLengths.reason}
        value={reason}
        onChange={(event) => draft.change({ reason: event.currentTarget.value })}
      />
      {Boolean(act.error) && (
        <Callout kind="danger" urgent action={help}>
          {refusal(act.error)}
        </Callout>
      )}
    </FormDialog>
  )
}

type StepProps = { session: Session; viewer: ViewerRole; onClose: () => void }
type ReasonedTransition = 'cancel' | 'decline' | 'deny' | 'withdraw' | 'delete'
const dialogOptions = { once: true, refused: () => true } as const

/** Asks for confirmation and a reason before a session transition: decline, deny, withdraw, cancel or delete. */
export function TransitionDialog(props: StepProps & { step: ReasonedTransition; onCancel: () => void }) {
  const { session, viewer, step, onClose, onCancel } = props
  const draft = useReasonDraft(step, session)
  const done = () => {
    draft.forget()
    onClose()
  }
  const undo = useUndoCancel(session)
  const act = useSessionTransition(session, viewer, step, {
    ...dialogOptions,
    onDone: done,
    undo: step === 'cancel' ? undo : undefined,
  })
  const help = errorCode(act.error) === 'HAS_NOTES' && (
    <HasNotesActions session={session} onClose={onClose} onCancel={onCancel} />
  )
  return (
    <ReasonDialog
      {...props}
      dialogKey={step}
      name={counterpartName(session, viewer)}
      act={act}
      draft={draft}
      help={help}
    />
  )
}

/** Renders buttons for a session that cannot be deleted because it has notes: open the notes, or cancel the session. */
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
        <Button variant="default" c="var(--attune-danger)" onClick={onCancel}>
          {t('act.cancel')}
        </Button>
      )}
    </Group>
  )
}

/** Declines a change request, or the time that the therapist proposed instead. The session keeps its time. */
export function DeclineChangeDialog(props: StepProps & { change: ChangeRequest; step: 'decline' | 'declineCounter' }) {
  const { session, change, viewer, step, onClose } = props
  const dialogKey = step === 'decline' ? 'declineChange' : 'declineCounter'
  const draft = useReasonDraft(dialogKey, change)
  const done = () => {
    draft.forget()
    onClose()
  }
  const act = useChangeRequestTransition(session, change, viewer, step, { ...dialogOptions, onDone: done })
  const name = viewer === 'client' ? session.therapist.name : requesterName(session, change)
  return <ReasonDialog {...props} dialogKey={dialogKey} name={name} act={act} draft={draft} />
}
