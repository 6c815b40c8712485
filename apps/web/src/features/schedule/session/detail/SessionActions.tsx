import type { ChangeRequest, Session } from '@attune/contract/features/schedule/session/session'
import { mayRequestChange, type ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { Button } from '@mantine/core'
import {
  IconArrowsExchange,
  IconBan,
  IconPencil,
  IconPrinter,
  IconReplace,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { ActionMenu, type ActionMenuItem } from '../../../../ui/page/menu/ActionMenu.tsx'
import { useNow } from '../../../../ui/page/use-now.ts'
import { usePhone } from '../../../../ui/page/use-phone.ts'
import { openPrintDialog } from '../../../care/note/note.ts'
import { WaitingListLink } from '../../waiting-list/waiting-list.ts'
import { JoinButton } from './JoinButton.tsx'
import {
  SessionDialogProvider,
  useOpenSessionDialog,
  type OpenedSessionDialog,
} from '../dialogs/SessionDialogProvider.tsx'
import { awaitsOwnAnswer } from '../waiting/awaits-own-answer.ts'
import { useSessionTransition } from '../transitions.ts'

type Props = {
  session: Session
  changes?: readonly ChangeRequest[]
  viewer: ViewerRole
  primary?: boolean
  /** Whether the menu contains the action to print the session. */
  printable?: boolean
}

/** Renders the actions beside a session's title. With `primary`, the join button is filled. */
export function SessionActions(props: Props) {
  const ask = useOpenSessionDialog()
  if (!ask)
    return (
      <SessionDialogProvider>
        <SessionActions {...props} />
      </SessionDialogProvider>
    )
  const { session, viewer, primary = true, printable = false } = props
  return (
    <>
      <JoinButton session={session} variant={primary ? 'filled' : 'light'} />
      {viewer === 'therapist' ? (
        <TherapistActions session={session} printable={printable} ask={ask} />
      ) : (
        <ClientActions {...props} ask={ask} />
      )}
    </>
  )
}

type Ask = { ask: (asked: OpenedSessionDialog) => void }

function TherapistActions({ session, printable, ask }: { session: Session; printable: boolean } & Ask) {
  const { t } = useTranslation(['negotiation', 'note'])
  const now = useNow()
  const correct = useSessionTransition(session, 'therapist', 'correct')
  const { may } = session
  const started = Date.parse(session.startsAt) <= now.getTime()
  const open = (what: 'move' | 'cancel' | 'edit' | 'delete' | 'correct') => () =>
    ask({ session, viewer: 'therapist', what })
  const item = (allowed: boolean, made: ActionMenuItem) => (allowed ? [made] : [])
  // Move and cancel are in the menu on a phone, which has no space for their buttons. After the start they are in the
  // menu on every screen, because therapists rarely need them then.
  const phone = usePhone()
  const placement = started || phone ? 'menu' : 'button'
  const move = { label: t('act.move'), icon: IconArrowsExchange, onClick: open('move') }
  return (
    <>
      {placement === 'button' && may.move && (
        <Button variant="default" aria-haspopup="dialog" onClick={open('move')}>
          {t('act.move')}
        </Button>
      )}
      {placement === 'button' && may.cancel && (
        <Button variant="default" c="var(--attune-danger)" aria-haspopup="dialog" onClick={open('cancel')}>
          {t('act.cancel')}
        </Button>
      )}
      <ActionMenu
        label={t('act.more')}
        items={[
          ...item(placement === 'menu' && may.move, move),
          ...item(may.move, { label: t('act.edit'), icon: IconPencil, onClick: open('edit') }),
          ...item(may.correct, {
            label: t(session.status === 'completed' ? 'step.correctCompleted' : 'step.correctNoShow'),
            icon: IconReplace,
            onClick: () => correct.mutate({}),
          }),
          ...item(may.correct, { label: t('step.correctAttendance'), icon: IconUsers, onClick: open('correct') }),
          ...item(placement === 'menu' && may.cancel, {
            label: t('act.cancel'),
            icon: IconBan,
            onClick: open('cancel'),
            danger: true,
          }),
          ...item(printable, { label: t('note:print.button'), icon: IconPrinter, onClick: openPrintDialog }),
          ...item(may.delete, { label: t('act.delete'), icon: IconTrash, onClick: open('delete'), danger: true }),
        ]}
      />
    </>
  )
}

/**
 * The buttons with which a client asks for an earlier time, or to move or cancel the session. Renders nothing while a change request is open, while
 * the session awaits the client's own answer, or if the therapist cannot be reached.
 */
function ClientActions({ session, changes = [], ask }: Props & Ask) {
  const { t } = useTranslation('negotiation')
  const now = useNow()
  const therapists = useQuery(orpc.connection.therapists.queryOptions({ input: {} }))
  const isUnreachable = therapists.data?.items.some(
    (one) => one.therapistId === session.therapist.id && one.isUnreachable,
  )
  const hasOpenChange =
    session.change !== null || changes.some(({ state }) => state === 'open' || state === 'countered')
  if (!mayRequestChange(session, now) || hasOpenChange || awaitsOwnAnswer(session) || isUnreachable) return null
  return (
    <>
      {session.therapyType === 'individual' && (
        <WaitingListLink therapistId={session.therapist.id} sessionId={session.id} />
      )}
      <Button
        variant="default"
        aria-haspopup="dialog"
        onClick={() => ask({ session, viewer: 'client', what: 'askMove' })}
      >
        {t('act.askMove')}
      </Button>
      <Button
        variant="default"
        c="var(--attune-danger)"
        aria-haspopup="dialog"
        onClick={() => ask({ session, viewer: 'client', what: 'askCancel' })}
      >
        {t('act.askCancel')}
      </Button>
    </>
  )
}
