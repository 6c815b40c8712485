import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import type { ActiveCall } from '../active-call.ts'
import type { CallEnd } from '../engine/signalling.ts'

export type CallEndKind = CallEnd | 'left' | 'endedByYou'

/** The ends after which the person may go back into the call. */
const returns: readonly CallEndKind[] = ['left', 'takenOver', 'signedOut', 'tooMany']

/** Returns the way in which the call of this page ended, and whether it can be joined again. Only the therapist ends a call for everyone. */
export function callEndOf({ call }: ActiveCall, viewer: ViewerRole): { kind: CallEndKind; mayReturn: boolean } {
  const { end } = call.store.get()
  const kind = end === 'ended' && viewer === 'therapist' ? 'endedByYou' : (end ?? 'left')
  return { kind, mayReturn: returns.includes(kind) }
}
