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
}

/** Joins the call of a session, and then leaves an earlier one of this page. Refusals of the server are thrown, and the earlier call goes on. */
export async function joinCall({ sessionId, actingFor, room, media, answers }: Joining): Promise<void> {
  const call = await Call.join(callServer({ sessionId, actingFor }, answers), media)
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

/** The URL of a socket of the server. The path contains a ticket, because a browser cannot send a header with a socket. */
const socketAddress = (path: string): string =>
  transport().socketAddress?.(path) ?? `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`

const callServer = (
  { sessionId, actingFor }: Pick<Joining, 'sessionId' | 'actingFor'>,
  answers: CallAnswers,
): CallServer => ({
  join: () =>
    actingFor ? api.call.joinFor({ actingFor, sessionId, ...answers }) : api.call.join({ sessionId, ...answers }),
  iceServers: async (callId) =>
    (await (actingFor ? api.call.iceServersFor({ actingFor, callId }) : api.call.iceServers({ callId }))).items,
  address: (entry) => socketAddress(callSocketPath(entry)),
})
