import type { TimelineItem } from '@attune/contract/features/people/client/client.timeline'
import type { SessionEvent } from '@attune/contract/features/schedule/session/session'

type TimelineEvent = Pick<TimelineItem, 'kind' | 'by' | 'detail'>

/**
 * The session events except `cancel`, whose text depends on who cancelled. A test checks that every session event of
 * the contract has a text.
 */
const sessionActions: readonly SessionEvent['action'][] = [
  'create',
  'restore',
  'request',
  'enter',
  'edit',
  'expire',
  'book',
  'acceptOffer',
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

/** Returns the translation key (namespace `record`) of a timeline item. The texts address the therapist. */
export function timelineTextKey({ kind, by, detail }: TimelineEvent) {
  if (kind === 'added') return detail === 'import' ? 'timeline.addedByImport' : 'timeline.added'
  if (kind === 'invited') return detail === 'again' ? 'timeline.invitedAgain' : 'timeline.invited'
  if (kind === 'joined') return detail === 'invitation' || detail === '' ? 'timeline.joined' : 'timeline.joinedByCode'
  if (kind === 'disconnected') return by === 'therapist' ? 'timeline.disconnectedYou' : 'timeline.disconnected'
  if (kind === 'status') return detail === 'active' ? 'timeline.active' : 'timeline.inactive'
  if (kind === 'agreed') return detail === 'consent' ? 'timeline.agreed' : 'timeline.agreedPrivacy'
  if (kind !== 'session') return `timeline.${kind}` as const
  if (detail === 'cancel') return by === 'therapist' ? 'timeline.session.cancelYou' : 'timeline.session.cancel'
  // The client cancelled in time, so the server accepted the cancellation automatically.
  if (detail === 'acceptChange' && by === 'system') return 'timeline.session.atOnce'
  return `timeline.session.${sessionActions.find((act) => act === detail) ?? 'other'}` as const
}
