import { callCloseCodes } from '@attune/contract/features/schedule/call/call.rules'
import { afterEach, expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { callPair, joinAt, leaveCalls, moveCallSession, openCallSocket, startCall } from '../call.testing.ts'

const app = await startSharedApp()
afterEach(leaveCalls)
const media = { camera: true, microphone: true, screen: false }
/** Whether clients may share their screens, according to the last frame about it that a page received. */
const sharingOf = ({ frames }: { frames: { type: string; isAllowed?: boolean }[] }) =>
  frames.findLast(({ type }) => type === 'sharing')?.isAllowed
const framesOf = ({ socket }: { socket: { frames: { type: string }[] } }) => socket.frames.map(({ type }) => type)

test('a client waits until the therapist lets them in, then both know each other @slow', async () => {
  const { therapist, client, recordId, sessionId } = await callPair(app)
  const ofClient = await joinAt(app, client, sessionId)
  await ofClient.socket.frame('waiting')
  const ofTherapist = await joinAt(app, therapist, sessionId)
  await ofTherapist.socket.frame('present', ({ peers }) => peers.length === 1)
  expect(framesOf(ofClient)).not.toContain('present')
  const [waiting] = (await therapist.api.call.waiting({})).items
  expect(waiting).toMatchObject({ callId: ofTherapist.callId, sessionId, personId: recordId })
  expect(waiting?.name).toBe(`${client.firstName} ${client.lastName}`)

  await therapist.api.call.admit({ callId: ofTherapist.callId, personId: recordId })
  await ofClient.socket.frame('admitted')
  const { peers } = await ofClient.socket.frame('present', ({ peers: all }) => all.length === 2)
  expect(peers.map(({ peer, person, name, isTherapist }) => ({ peer, person, name, isTherapist }))).toEqual(
    expect.arrayContaining([
      { peer: ofClient.self, person: recordId, name: client.firstName, isTherapist: false },
      { peer: ofTherapist.self, person: therapist.accountId, name: expect.any(String), isTherapist: true },
    ]),
  )
  expect((await therapist.api.call.waiting({})).items).toEqual([])
})

test('a signal reaches the addressed browser as it was sent @slow', async () => {
  const { ofTherapist, ofClient } = await startCall(app)
  const data = { description: { type: 'offer', sdp: `v=0\r\na=${'ä'.repeat(8_000)}` }, n: [1.5, null, true, ''] }
  ofTherapist.socket.send({ type: 'signal', to: ofClient.self, data })
  const received = await ofClient.socket.frame('signal')
  expect(JSON.stringify(received)).toBe(JSON.stringify({ type: 'signal', from: ofTherapist.self, data }))
})

test('a forged sender in a signal is refused with the whole frame @slow', async () => {
  const { ofTherapist, ofClient } = await startCall(app)
  ofTherapist.socket.send({ type: 'signal', to: ofClient.self, from: ofClient.self, data: 'forged' })
  ofTherapist.socket.send({ type: 'signal', to: ofClient.self, data: 'honest' })
  await ofClient.socket.frame('signal', ({ data }) => data === 'honest')
  expect(ofClient.socket.frames.filter(({ type }) => type === 'signal')).toHaveLength(1)
})

test('the signal of a client who waits reaches nobody @slow', async () => {
  const { therapist, client, sessionId } = await callPair(app)
  const ofTherapist = await joinAt(app, therapist, sessionId)
  const ofClient = await joinAt(app, client, sessionId)
  ofClient.socket.send({ type: 'signal', to: ofTherapist.self, data: 'hello' })
  ofClient.socket.send({ type: 'state', media })
  ofClient.socket.send({ type: 'heartbeat' })
  await ofClient.socket.frame('heartbeat')
  ofTherapist.socket.send({ type: 'heartbeat' })
  await ofTherapist.socket.frame('heartbeat')
  expect(framesOf(ofTherapist)).not.toContain('signal')
  expect(framesOf(ofTherapist)).not.toContain('state')
})

test('a signal to a browser of another call is dropped @slow', async () => {
  const [one, other] = [await startCall(app), await startCall(app)]
  one.ofClient.socket.send({ type: 'signal', to: other.ofClient.self, data: 'hello' })
  one.ofClient.socket.send({ type: 'heartbeat' })
  await one.ofClient.socket.frame('heartbeat')
  other.ofClient.socket.send({ type: 'heartbeat' })
  await other.ofClient.socket.frame('heartbeat')
  expect(framesOf(other.ofClient)).not.toContain('signal')
})

test('the others learn which devices a person has switched on @slow', async () => {
  const { ofTherapist, ofClient } = await startCall(app)
  ofClient.socket.send({ type: 'state', media })
  expect(await ofTherapist.socket.frame('state')).toEqual({ type: 'state', peer: ofClient.self, media })
})

test('a ticket opens one socket', async () => {
  const { client, sessionId } = await callPair(app)
  const { ticket } = await client.api.call.join({ sessionId })
  await openCallSocket(app.address, client, { ticket }).frame('welcome')
  expect(await openCallSocket(app.address, client, { ticket }).closed).toBe(401)
})

test('the ticket of another person opens no socket', async () => {
  const { therapist, client, sessionId } = await callPair(app)
  const { ticket } = await client.api.call.join({ sessionId })
  expect(await openCallSocket(app.address, therapist, { ticket }).closed).toBe(401)
})

test('a ticket with the id of another call opens no socket @slow', async () => {
  const [{ client, sessionId }, { callId }] = [await callPair(app), await startCall(app)]
  const { ticket } = await client.api.call.join({ sessionId })
  expect(await openCallSocket(app.address, client, { ticket: `${callId}.${ticket.split('.')[1]}` }).closed).toBe(403)
})

test('a page of another site opens no socket', async () => {
  const { client, sessionId } = await callPair(app)
  const { ticket } = await client.api.call.join({ sessionId })
  const socket = openCallSocket(app.address, client, { ticket }, { origin: 'https://elsewhere.example' })
  expect(await socket.closed).toBe(403)
})

test('a page that lost its socket comes back as the same page, let in @slow', async () => {
  const { client, ofTherapist, ofClient } = await startCall(app)
  ofClient.socket.close()
  const again = openCallSocket(app.address, client, { resume: ofClient.resume })
  expect((await again.frame('welcome')).self).toBe(ofClient.self)
  await again.frame('admitted')
  ofTherapist.socket.send({ type: 'signal', to: ofClient.self, data: 'still there' })
  await again.frame('signal')
  expect(framesOf(ofTherapist)).not.toContain('left')
})

test('a changed resume secret opens no socket @slow', async () => {
  const { client, ofClient, callId } = await startCall(app)
  const other = await startCall(app)
  const [, ...rest] = ofClient.resume.split('.')
  expect(await openCallSocket(app.address, client, { resume: [callId, ...rest].join('x') }).closed).toBe(401)
  expect(await openCallSocket(app.address, client, { resume: [other.callId, ...rest].join('.') }).closed).toBe(401)
  expect(await openCallSocket(app.address, client, { resume: other.ofClient.resume }).closed).toBe(401)
})

test('a second device of the same person takes over @slow', async () => {
  const { client, sessionId, ofTherapist, ofClient } = await startCall(app)
  const second = await joinAt(app, client, sessionId)
  await second.socket.frame('admitted')
  expect(await ofClient.socket.closed).toBe(callCloseCodes.takenOver)
  expect(await ofTherapist.socket.frame('left')).toEqual({ type: 'left', peer: ofClient.self })
  await ofTherapist.socket.frame('present', ({ peers }) => peers.some(({ peer }) => peer === second.self))
})

test('a client who leaves while the therapist lets them in is not in the call, and waits no more @slow', async () => {
  const { therapist, client, recordId, sessionId } = await callPair(app)
  const ofTherapist = await joinAt(app, therapist, sessionId)
  const ofClient = await joinAt(app, client, sessionId)
  await ofClient.socket.frame('waiting')
  ofClient.socket.send({ type: 'leave' })
  await therapist.api.call.admit({ callId: ofTherapist.callId, personId: recordId })
  await ofClient.socket.closed
  await expect.poll(async () => (await therapist.api.call.waiting({})).items).toEqual([])
  const again = await joinAt(app, client, sessionId)
  const { peers } = await ofTherapist.socket.frame('present', ({ peers: all }) => all.length > 1)
  expect(peers.map(({ peer }) => peer)).not.toContain(ofClient.self)
  expect(peers.map(({ peer }) => peer)).toContain(again.self)
})

test('a client who leaves the waiting room is no longer announced @slow', async () => {
  const { therapist, client, sessionId } = await callPair(app)
  const ofClient = await joinAt(app, client, sessionId)
  await ofClient.socket.frame('waiting')
  expect((await therapist.api.call.waiting({})).items).toHaveLength(1)
  ofClient.socket.send({ type: 'leave' })
  await expect.poll(async () => (await therapist.api.call.waiting({})).items).toEqual([])
})

test('a page that sends nothing hears from the server all the same @slow', async () => {
  const { client, sessionId } = await callPair(app)
  const { socket } = await joinAt(app, client, sessionId)
  await socket.frame('heartbeat')
})

test('of changes that follow each other at once, the last one counts @slow', async () => {
  const { therapist, callId, ofTherapist, ofClient } = await startCall(app)
  for (let change = 1; change <= 21; change++)
    await therapist.api.call.allowSharing({ callId, isAllowed: change % 2 === 1 })
  for (const { socket } of [ofTherapist, ofClient])
    await expect.poll(() => sharingOf(socket), { timeout: 2_000 }).toBe(true)
})

test('leaving tells the others at once @slow', async () => {
  const { ofTherapist, ofClient } = await startCall(app)
  ofClient.socket.send({ type: 'leave' })
  expect(await ofTherapist.socket.frame('left')).toEqual({ type: 'left', peer: ofClient.self })
})

test('a cancelled session closes the sockets of its call for good @slow', async () => {
  const { therapist, client, sessionId, ofTherapist, ofClient } = await startCall(app)
  await therapist.api.session.cancel({ id: sessionId, command: crypto.randomUUID(), reason: 'ill' })
  const cancelledAt = Date.now()
  expect(await ofClient.socket.closed).toBe(callCloseCodes.notAllowed)
  expect(await ofTherapist.socket.closed).toBe(callCloseCodes.notAllowed)
  expect(Date.now() - cancelledAt).toBeLessThan(2_000)
  await expect(client.api.call.join({ sessionId })).rejects.toMatchObject({ code: 'NO_CALL' })
  expect(await openCallSocket(app.address, client, { resume: ofClient.resume }).closed).toBe(callCloseCodes.notAllowed)
})

test('a session that is moved meanwhile cuts no call, and its pages come back, but joining again follows the new time @slow', async () => {
  const call = await startCall(app)
  const { therapist, client, sessionId, ofTherapist, ofClient } = call
  await moveCallSession(app, call, 24 * 60)
  for (const isAllowed of [true, false]) {
    await therapist.api.call.allowSharing({ callId: call.callId, isAllowed })
    for (const { socket } of [ofTherapist, ofClient]) await expect.poll(() => sharingOf(socket)).toBe(isAllowed)
  }
  ofClient.socket.close()
  const again = openCallSocket(app.address, client, { resume: ofClient.resume })
  await again.frame('admitted')
  again.send({ type: 'signal', to: ofTherapist.self, data: 'still here' })
  await ofTherapist.socket.frame('signal', ({ data }) => data === 'still here')
  await expect(therapist.api.call.join({ sessionId })).rejects.toMatchObject({ code: 'NOT_OPEN_YET' })
  await expect(client.api.call.join({ sessionId })).rejects.toMatchObject({ code: 'NO_CALL' })
  const { session, isOpen } = await client.api.call.room({ sessionId })
  expect(Date.parse(session.startsAt)).toBeGreaterThan(app.clock.now().getTime() + 23 * 3_600_000)
  expect(isOpen).toBe(false)
})

test.each(['declines', 'is disconnected'])('a client of a moved session who %s loses the call @slow', async (how) => {
  const call = await startCall(app)
  await moveCallSession(app, call, 10)
  if (how === 'declines') await call.client.api.session.decline({ id: call.sessionId, command: crypto.randomUUID() })
  else await call.therapist.api.connection.disconnect({ clientId: call.recordId, command: crypto.randomUUID() })
  expect(await call.ofClient.socket.closed).toBe(callCloseCodes.notAllowed)
})

test('a client who only waits stays so when the session is moved, and joins again after accepting the new time @slow', async () => {
  const pair = await callPair(app)
  const { socket } = await joinAt(app, pair.client, pair.sessionId)
  await socket.frame('waiting')
  await moveCallSession(app, pair, 10)
  await expect(pair.client.api.call.join({ sessionId: pair.sessionId })).rejects.toMatchObject({ code: 'NO_CALL' })
  await pair.client.api.session.accept({ id: pair.sessionId, command: crypto.randomUUID() })
  const again = await joinAt(app, pair.client, pair.sessionId)
  await again.socket.frame('waiting')
})

test('a client who disconnects loses the call @slow', async () => {
  const { client, recordId, ofClient } = await startCall(app)
  await client.api.connection.disconnect({ clientId: recordId, command: crypto.randomUUID() })
  expect(await ofClient.socket.closed).toBe(callCloseCodes.notAllowed)
})

test('a client whom the therapist removes cannot come back @slow', async () => {
  const { therapist, client, recordId, callId, sessionId, ofClient } = await startCall(app)
  await therapist.api.call.remove({ callId, personId: recordId })
  expect(await ofClient.socket.closed).toBe(callCloseCodes.removed)
  await expect(client.api.call.join({ sessionId })).rejects.toMatchObject({ code: 'REMOVED' })
  expect(await openCallSocket(app.address, client, { resume: ofClient.resume }).closed).toBe(callCloseCodes.removed)
})

test('the therapist ends the call for all @slow', async () => {
  const { therapist, callId, ofTherapist, ofClient } = await startCall(app)
  await therapist.api.call.end({ callId })
  expect(await ofClient.socket.closed).toBe(callCloseCodes.ended)
  expect(await ofTherapist.socket.closed).toBe(callCloseCodes.ended)
})

test('a person who signs out loses the call @slow', async () => {
  const { client, ofClient } = await startCall(app)
  await client.api.login.signOut({})
  expect(await ofClient.socket.closed).toBe(callCloseCodes.signedOut)
})

test('a client who waits is told of five more minutes', async () => {
  const { therapist, client, recordId, sessionId } = await callPair(app)
  const ofClient = await joinAt(app, client, sessionId)
  await therapist.api.call.askToWait({ callId: ofClient.callId, personId: recordId })
  await ofClient.socket.frame('later')
})

test('clients learn whether they may share their screen @slow', async () => {
  const { therapist, callId, ofClient } = await startCall(app)
  await ofClient.socket.frame('sharing', ({ isAllowed }) => !isAllowed)
  await therapist.api.call.allowSharing({ callId, isAllowed: true })
  await ofClient.socket.frame('sharing', ({ isAllowed }) => isAllowed)
})

test('a page that sends a thousand candidates at once loses the call @slow', async () => {
  const { ofTherapist, ofClient } = await startCall(app)
  for (let i = 0; i < 1_000; i++) ofClient.socket.send({ type: 'signal', to: ofTherapist.self, data: { candidate: i } })
  expect(await ofClient.socket.closed).toBe(callCloseCodes.tooMany)
  expect(ofTherapist.socket.frames.filter(({ type }) => type === 'signal').length).toBeLessThanOrEqual(130)
})

test.each([60_000, 70_000])('a description of %i bytes closes the socket and reaches nobody @slow', async (bytes) => {
  const { ofTherapist, ofClient } = await startCall(app)
  ofClient.socket.send({ type: 'signal', to: ofTherapist.self, data: 'x'.repeat(bytes) })
  expect(await ofClient.socket.closed).toBe(1009)
  expect(framesOf(ofTherapist)).not.toContain('signal')
})

test.each(['', '{', 'null', '[]', '{"type":"signal"}', '{"type":"state","media":{}}', '{"type":"admit"}'])(
  'the frame %s is ignored @slow',
  async (text) => {
    const { client, sessionId } = await callPair(app)
    const { socket } = await joinAt(app, client, sessionId)
    socket.send(text)
    socket.send({ type: 'heartbeat' })
    await socket.frame('heartbeat')
  },
)
