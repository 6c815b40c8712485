import type { TimelineItem } from '@attune/contract/features/client'
import type { SessionEvent } from '@attune/contract/features/session'

type TimelineEvent = Pick<TimelineItem, 'kind' | 'by' | 'detail'>

/** Session events with their own timeline text. A test checks the list against the contract. */
const sessionActions: readonly SessionEvent['action'][] = [
  'create',
  'restore',
  'request',
  'enter',
  'edit',
  'expire',
  'confirm',
  'deny',
  'counter',
  'withdraw',
  'accept',
  'acceptOnBehalf',
  'decline',
  'move',
  'complete',
  'noShow',
  'correct',
  'delete',
  'askMove',
  'askCancel',
  'withdrawChange',
  'acceptChange',
  'declineChange',
  'counterChange',
  'acceptCounter',
  'declineCounter',
]

/** The translation key (namespace `record`) of a timeline item for the therapist. */
export function timelineTextKey({ kind, by, detail }: TimelineEvent) {
  if (kind === 'added') return detail === 'import' ? 'story.addedByImport' : 'story.added'
  if (kind === 'invited') return detail === 'again' ? 'story.invitedAgain' : 'story.invited'
  if (kind === 'joined') return detail === 'invitation' || detail === '' ? 'story.joined' : 'story.joinedByCode'
  if (kind === 'disconnected') return by === 'therapist' ? 'story.disconnectedYou' : 'story.disconnected'
  if (kind === 'status') return detail === 'active' ? 'story.active' : 'story.inactive'
  if (kind !== 'session') return `story.${kind}` as const
  if (detail === 'cancel') return by === 'therapist' ? 'story.session.cancelYou' : 'story.session.cancel'
  // The therapist's terms accepted the cancellation automatically.
  if (detail === 'acceptChange' && by === 'system') return 'story.session.atOnce'
  return `story.session.${sessionActions.find((act) => act === detail) ?? 'other'}` as const
}
