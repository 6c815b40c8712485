import { vi } from 'vitest'
import { createStore } from '../../../platform/create-store.ts'
import { otherSampleId, sampleId } from '../session/session.testing.ts'
import type { ActiveCall, CallRoomData } from './active-call.ts'
import type { Call } from './engine/call.ts'
import { newPerson, type CallState, type OtherPerson } from './engine/call-state.ts'
import { OwnMedia } from './engine/own-media.ts'

export const sampleCallId = '7c3f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()

/** The answer of `call.room` for an open call of Nora with Ana. */
export const sampleRoom = (part: Partial<CallRoomData> = {}): CallRoomData => ({
  session: { startsAt: minutes(-5), endsAt: minutes(45) },
  therapist: { personId: otherSampleId, firstName: 'Nora', name: 'Nora Lindqvist', phone: '+49 30 1234' },
  others: [{ personId: sampleId, clientId: sampleId, name: 'Ana M.', guardianOf: null, whereabouts: null }],
  isOpen: true,
  isInAttune: true,
  therapistIsThere: false,
  asksWhereabouts: false,
  asksCallName: false,
  conversationId: sampleId,
  guardianOf: null,
  relay: true,
  relayOnly: false,
  ...part,
})

export const samplePerson = (part: Partial<OtherPerson> = {}): OtherPerson => ({
  ...newPerson({
    peer: 'p1',
    person: otherSampleId,
    name: 'Nora',
    isTherapist: true,
    media: { camera: false, microphone: true, screen: false },
  }),
  line: 'connected',
  ...part,
})

/** A call of this page without connections. Leaving it ends it, as the real one does. */
export function sampleActiveCall(state: Partial<CallState> = {}, part: Partial<ActiveCall> = {}) {
  const media = new OwnMedia()
  const store = createStore<CallState>({
    phase: 'inCall',
    entry: { callId: sampleCallId, ticket: 't', isTherapist: false, relayOnly: false, iceServers: [] },
    end: null,
    isAskedToWait: false,
    isOnline: true,
    safetyNumber: null,
    others: [samplePerson()],
    isPaused: false,
    mayShare: false,
    clientsShare: false,
    ...state,
  })
  const leave = vi.fn<() => void>()
  const call = { store, media, leave } as unknown as Call
  const sound = {
    choose: vi.fn<(id: string) => void>(),
    stop: vi.fn<() => void>(),
    isBlocked: createStore(false),
    unblock: vi.fn<() => void>(),
  }
  const active = { sessionId: sampleId, actingFor: null, call, room: sampleRoom(), sound, endedAt: null, ...part }
  return { active: active as unknown as ActiveCall, store, media, leave, sound }
}
