import type { SessionId } from '@attune/contract/common/ids'
import type { api } from '../../../platform/api/api.ts'
import { lazyInBoundary, lazyNamed } from '../../../platform/lazy-named.ts'
import { createStore } from '../../../platform/create-store.ts'
import type { Call } from './engine/call.ts'
import type { CallSound } from './active/call-sound.ts'

/** The public module of the video call. It is loaded with every page and contains no code of a call. */

/** The data of the page before a call. */
export type CallRoomData = Awaited<ReturnType<typeof api.call.room>>

/** The call of this page. It survives every change of page within the app; `endedAt` is null while it lasts. */
export type ActiveCall = {
  sessionId: SessionId
  call: Call
  room: CallRoomData
  sound: CallSound
  endedAt: number | null
}

/** The only call that this page takes part in. */
export const activeCall = createStore<ActiveCall | null>(null)

/** Leaves the call of this page. The page of the call then offers to go back to it. */
export function leaveActiveCall(): void {
  activeCall.get()?.call.leave()
}

/** Leaves the call of this page and shows nothing of it any more. */
export function forgetActiveCall(): void {
  leaveActiveCall()
  activeCall.set(null)
}

/** The small window and what else belongs to a call on every page. */
export const CallLayer = lazyInBoundary(() => import('./active/CallLayer.tsx'), 'CallLayer')
/** The bar on the lock screen. */
export const LazyLockedCall = lazyNamed(() => import('./active/LockedCall.tsx'), 'LockedCall')
/** The time in the calls of a session. */
export const LazyTimeInCall = lazyNamed(() => import('./time/TimeInCall.tsx'), 'TimeInCall')
/** Says on every page of a therapist who waits for a call. */
export const WaitingClients = lazyInBoundary(() => import('./therapist/WaitingClients.tsx'), 'WaitingClients')
