import type { ClientId, SessionId } from '@attune/contract/common/ids'
import type { api } from '../../../platform/api/api.ts'
import { createStore } from '../../../platform/create-store.ts'
import type { Call } from './engine/call.ts'
import type { CallSound } from './active/call-sound.ts'

/** The data of the page before a call. */
export type CallRoomData = Awaited<ReturnType<typeof api.call.room>>

/** The call of this page. It survives every change of page within the app; `endedAt` is null while it lasts. */
export type ActiveCall = {
  sessionId: SessionId
  /** The client for whom a guardian takes part; null for all others. */
  actingFor: ClientId | null
  call: Call
  room: CallRoomData
  sound: CallSound
  endedAt: number | null
}

/** The call in which this page takes part; null if there is none. Every page loads this module, so it must not import the code of calls. */
export const activeCall = createStore<ActiveCall | null>(null)

/** Leaves the call of this page. The page of the call then offers to go back to it. */
export function leaveActiveCall(): void {
  activeCall.get()?.call.leave()
}

/** Leaves the call of this page and removes it from the page. */
export function forgetActiveCall(): void {
  leaveActiveCall()
  activeCall.set(null)
}
