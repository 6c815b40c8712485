import type { SessionId } from '@attune/contract/common/ids'
import { callSocketPath } from '@attune/contract/features/schedule/call/call.rules'
import { api } from '../../../../platform/api/api.ts'
import { transport } from '../../../../platform/api/transport.ts'
import type { CallAnswers } from '../before/BeforeCall.tsx'
import { Call } from '../engine/call.ts'
import type { CallServer } from '../engine/call-state.ts'
import type { OwnMedia } from '../engine/own-media.ts'
import { activeCall, forgetActiveCall, type CallRoomData } from '../active-call.ts'
import { CallSound } from './call-sound.ts'

type Joining = { sessionId: SessionId; room: CallRoomData; media: OwnMedia; answers: CallAnswers }

/** Joins the call of a session, and then leaves an earlier one of this page. Refusals of the server are thrown, and the earlier call goes on. */
export async function joinCall({ sessionId, room, media, answers }: Joining): Promise<void> {
  const call = await Call.join(callServer(sessionId, answers), media)
  forgetActiveCall()
  const sound = new CallSound(call.store)
  activeCall.set({ sessionId, call, room, sound, endedAt: null })
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

const callServer = (sessionId: SessionId, answers: CallAnswers): CallServer => ({
  join: () => api.call.join({ sessionId, ...answers }),
  iceServers: async (callId) => (await api.call.iceServers({ callId })).items,
  address: (entry) => socketAddress(callSocketPath(entry)),
})
