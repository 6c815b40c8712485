import type { ClientId, SessionId } from '@attune/contract/common/ids'
import { callSocketPath } from '@attune/contract/features/schedule/call/call.rules'
import { api } from '../../../../platform/api/api.ts'
import { transport } from '../../../../platform/api/transport.ts'
import type { CallAnswers } from '../before/BeforeCall.tsx'
import { Call } from '../engine/call.ts'
import type { CallServer } from '../engine/call-state.ts'
import type { OwnMedia } from '../engine/own-media.ts'
import { activeCall, forgetActiveCall, type CallRoomData } from '../active-call.ts'
import { CallSound } from './call-sound.ts'

type Joining = {
  sessionId: SessionId
  /** The client for whom a guardian joins; null for all others. */
  actingFor: ClientId | null
  room: CallRoomData
  media: OwnMedia
  answers: CallAnswers
  /** Aborted when the person leaves the page before the server has answered. The call is then left at once. */
  signal?: AbortSignal
}

/** Joins the call of a session, and then leaves an earlier one of this page. Throws refusals of the server; the earlier call then continues. */
export async function joinCall({ sessionId, actingFor, room, media, answers, signal }: Joining): Promise<void> {
  const call = await Call.join(callServer({ sessionId, actingFor }, answers), media)
  if (signal?.aborted) return call.leave()
  forgetActiveCall()
  const sound = new CallSound(call.store)
  activeCall.set({ sessionId, actingFor, call, room, sound, endedAt: null })
  const stop = call.store.subscribe(() => {
    if (call.store.get().phase !== 'ended') return
    stop()
    sound.stop()
    const active = activeCall.get()
    if (active?.call === call) activeCall.set({ ...active, endedAt: Date.now() })
  })
}

const callServer = (
  { sessionId, actingFor }: Pick<Joining, 'sessionId' | 'actingFor'>,
  answers: CallAnswers,
): CallServer => ({
  join: () =>
    actingFor ? api.call.joinFor({ actingFor, sessionId, ...answers }) : api.call.join({ sessionId, ...answers }),
  iceServers: async (callId) =>
    (await (actingFor ? api.call.iceServersFor({ actingFor, callId }) : api.call.iceServers({ callId }))).items,
  address: (entry) => transport().socketAddress(callSocketPath(entry)),
})
