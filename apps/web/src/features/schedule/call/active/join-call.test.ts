import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setTransport } from '../../../../platform/api/transport.ts'
import { FakeSocket } from '../../../../testing/fake-socket.ts'
import { mockServer, refusalResponse } from '../../../../testing/render-page.tsx'
import { otherSampleId, sampleId } from '../../session/session.testing.ts'
import { activeCall } from '../active-call.ts'
import { sampleActiveCall, sampleCallId, sampleRoom } from '../call.testing.ts'
import { OwnMedia } from '../engine/own-media.ts'
import { joinCall } from './join-call.ts'

const socket = () => FakeSocket.all.at(-1) as FakeSocket
const entry = { callId: sampleCallId, ticket: 'a b', isTherapist: false, relayOnly: false, iceServers: [] }
const joining = { actingFor: null, sessionId: sampleId, room: sampleRoom(), media: new OwnMedia(), answers: {} }

beforeEach(() => {
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('RTCPeerConnection', { generateCertificate: () => Promise.resolve({}) })
  FakeSocket.all = []
})
afterEach(() => {
  activeCall.get()?.call.leave?.()
  activeCall.set(null)
  setTransport(null)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('joining opens the socket with the ticket and tells the therapist where the client is', async () => {
  const { inputsOf } = mockServer({ 'call/join': () => entry })
  await joinCall({ ...joining, answers: { whereabouts: 'Home' } })
  expect(inputsOf('call/join')).toEqual([{ sessionId: sampleId, whereabouts: 'Home' }])
  expect(socket().url).toMatch(/^ws:\/\/[^/]+\/api\/call\?ticket=a\+b$/)
  expect(activeCall.get()).toMatchObject({ sessionId: sampleId, endedAt: null })
})

test('a guardian joins for the client for whom they act', async () => {
  const { inputsOf } = mockServer({ 'call/joinFor': () => entry })
  await joinCall({ ...joining, actingFor: otherSampleId, answers: { whereabouts: 'Home' } })
  const input = { actingFor: otherSampleId, sessionId: sampleId, whereabouts: 'Home' }
  expect(inputsOf('call/joinFor')).toEqual([input])
  expect(activeCall.get()).toMatchObject({ sessionId: sampleId, actingFor: otherSampleId })
})

test('a lost socket comes back with the secret that the server has given', async () => {
  mockServer({ 'call/join': () => entry })
  await joinCall(joining)
  vi.useFakeTimers()
  socket().receive({ type: 'welcome', self: 'me', resume: 'r+1' })
  socket().close()
  vi.advanceTimersByTime(2_000)
  expect(socket().url).toMatch(/\/api\/call\?resume=r%2B1$/)
})

test('the native app opens the socket at its practice', async () => {
  setTransport({
    send: (path, request) => fetch(path, request),
    liveAddress: () => '',
    socketAddress: (path) => `wss://practice.test${path}`,
  })
  mockServer({ 'call/join': () => entry })
  await joinCall(joining)
  expect(socket().url).toBe('wss://practice.test/api/call?ticket=a+b')
})

test('a person who leaves the page while joining is in no call, and an earlier call goes on', async () => {
  const before = sampleActiveCall({}, { sessionId: otherSampleId })
  activeCall.set(before.active)
  const left = new AbortController()
  mockServer({
    'call/join': () => {
      left.abort()
      return entry
    },
  })
  await joinCall({ ...joining, signal: left.signal })
  expect(activeCall.get()).toBe(before.active)
  socket().onopen?.()
  expect(socket().sent).toEqual([{ type: 'leave' }])
})

test('joining leaves the call before', async () => {
  const before = sampleActiveCall({}, { sessionId: otherSampleId })
  activeCall.set(before.active)
  mockServer({ 'call/join': () => entry })
  await joinCall(joining)
  expect(before.leave).toHaveBeenCalled()
  expect(activeCall.get()?.sessionId).toBe(sampleId)
})

test('a refusal begins no call, and an earlier one goes on', async () => {
  const before = sampleActiveCall({}, { sessionId: otherSampleId })
  activeCall.set(before.active)
  mockServer({ 'call/join': () => refusalResponse(409, 'FULL') })
  await expect(joinCall(joining)).rejects.toMatchObject({ code: 'FULL' })
  expect(activeCall.get()).toBe(before.active)
  expect(before.leave).not.toHaveBeenCalled()
  expect(FakeSocket.all).toEqual([])
})

test('a call that ends keeps how it ended, and the moment', async () => {
  mockServer({ 'call/join': () => entry })
  await joinCall(joining)
  ;(socket().onclose as unknown as (event: { code: number }) => void)({ code: 4410 })
  expect(activeCall.get()?.endedAt).toBeGreaterThan(Date.now() - 5_000)
  expect(activeCall.get()?.call.store.get().end).toBe('ended')
})
