import { callCloseCodes } from '@attune/contract/features/schedule/call/call.rules'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../testing/app.ts'
import { openTestBrowser } from '../../../../testing/browser.ts'
import type { Person } from '../../../../testing/people.ts'
import { callPair, joinAt, leaveCalls, openCallSocket } from '../call.testing.ts'

/** Two servers with the same database. The therapist is at the first one, the client at the second. */
let app: TestApp
let second: TestApp
beforeAll(async () => {
  app = await createTestApp({ worker: false })
  second = await createTestApp({ databaseUrl: app.databaseUrl, worker: false })
})
afterEach(leaveCalls)
afterAll(async () => {
  await second.close()
  await app.close()
})

/** The same browser of a person at another server. */
function atServer({ address, site }: TestApp, person: Person): Person {
  const browser = openTestBrowser(address, site.key)
  for (const [name, value] of person.cookieJar) browser.cookieJar.set(name, value)
  return { ...person, ...browser }
}

async function startCallAcross(other: TestApp = second) {
  const pair = await callPair(app)
  const { therapist, recordId, sessionId } = pair
  const client = atServer(other, pair.client)
  const ofTherapist = await joinAt(app, therapist, sessionId)
  const ofClient = await joinAt(other, client, sessionId)
  await ofClient.socket.frame('waiting')
  await therapist.api.call.admit({ callId: ofTherapist.callId, personId: recordId })
  await ofClient.socket.frame('admitted')
  for (const { socket } of [ofTherapist, ofClient])
    await socket.frame(
      'present',
      ({ peers }) =>
        peers
          .map(({ peer }) => peer)
          .toSorted()
          .join() === [ofTherapist.self, ofClient.self].toSorted().join(),
    )
  return { ...pair, client, ofTherapist, ofClient }
}

test('a client at another server is let in, and signals of 20 kB arrive as they were sent in both directions @slow', async () => {
  const { ofTherapist, ofClient } = await startCallAcross()
  const data = { sdp: `v=0\r\n${'ä😀"\\'.repeat(2_500)}`, n: [1.5, null, true] }
  for (const [from, to] of [
    [ofTherapist, ofClient],
    [ofClient, ofTherapist],
  ] as const) {
    from.socket.send({ type: 'signal', to: to.self, data })
    const received = await to.socket.frame('signal')
    expect(JSON.stringify(received)).toBe(JSON.stringify({ type: 'signal', from: from.self, data }))
  }
})

test('candidates sent one after the other arrive in the same order at another server @slow', async () => {
  const { ofTherapist, ofClient } = await startCallAcross()
  for (let i = 0; i < 40; i++)
    ofTherapist.socket.send({ type: 'signal', to: ofClient.self, data: [i, 'x'.repeat(i === 0 ? 20_000 : 10)] })
  await ofClient.socket.frame('signal', ({ data }) => (data as [number])[0] === 39)
  const order = ofClient.socket.frames.flatMap((frame) =>
    frame.type === 'signal' ? [(frame.data as [number])[0]] : [],
  )
  expect(order).toEqual(Array.from({ length: 40 }, (_, i) => i))
})

test('leaving at one server is told at the other @slow', async () => {
  const { ofTherapist, ofClient } = await startCallAcross()
  ofClient.socket.send({ type: 'leave' })
  expect(await ofTherapist.socket.frame('left')).toEqual({ type: 'left', peer: ofClient.self })
})

test('a device at another server takes over @slow', async () => {
  const { client, sessionId, ofTherapist, ofClient } = await startCallAcross()
  const again = await joinAt(app, atServer(app, client), sessionId)
  await again.socket.frame('admitted')
  expect(await ofClient.socket.closed).toBe(callCloseCodes.takenOver)
  expect(await ofTherapist.socket.frame('left')).toEqual({ type: 'left', peer: ofClient.self })
  again.socket.send({ type: 'heartbeat' })
  await again.socket.frame('heartbeat')
})

test('a device that waits at another server takes over, and is the one that is let in', async () => {
  const pair = await callPair(app)
  const { client, therapist, recordId, sessionId } = pair
  const first = await joinAt(second, atServer(second, client), sessionId)
  await first.socket.frame('waiting')
  const later = await joinAt(app, client, sessionId)
  await later.socket.frame('waiting')
  expect(await first.socket.closed).toBe(callCloseCodes.takenOver)
  await therapist.api.call.admit({ callId: later.callId, personId: recordId })
  await later.socket.frame('present', ({ peers }) => peers.length === 1)
})

test('a page that lost its socket does not take over from a device that joined later @slow', async () => {
  const { client, sessionId, ofClient } = await startCallAcross()
  ofClient.socket.close()
  await ofClient.socket.closed
  const phone = await joinAt(app, atServer(app, client), sessionId)
  await phone.socket.frame('admitted')
  for (const server of [app, second]) {
    const old = openCallSocket(server.address, client, { resume: ofClient.resume })
    expect(await old.closed).toBe(callCloseCodes.takenOver)
  }
  phone.socket.send({ type: 'heartbeat' })
  await phone.socket.frame('heartbeat')
})

test('a page that comes back at the other server is the same page, and nobody is told that it left @slow', async () => {
  const { client, ofTherapist, ofClient } = await startCallAcross()
  ofClient.socket.close()
  const again = openCallSocket(app.address, client, { resume: ofClient.resume })
  expect((await again.frame('welcome')).self).toBe(ofClient.self)
  await again.frame('admitted')
  ofTherapist.socket.send({ type: 'signal', to: ofClient.self, data: 'again' })
  await again.frame('signal', ({ data }) => data === 'again')
  again.send({ type: 'signal', to: ofTherapist.self, data: 'back' })
  await ofTherapist.socket.frame('signal', ({ data }) => data === 'back')
  const { peers } = await again.frame('present', (frame) => frame.peers.length === 2)
  expect(peers.map(({ peer }) => peer).toSorted()).toEqual([ofTherapist.self, ofClient.self].toSorted())
  expect(ofTherapist.socket.frames.map(({ type }) => type)).not.toContain('left')
  again.send({ type: 'leave' })
  expect(await ofTherapist.socket.frame('left')).toEqual({ type: 'left', peer: ofClient.self })
})

test('a person who signs out at one server loses the call at the other @slow', async () => {
  const { client, ofClient } = await startCallAcross()
  await atServer(app, client).api.login.signOut({})
  const endedAt = Date.now()
  expect(await ofClient.socket.closed).toBe(callCloseCodes.signedOut)
  expect(Date.now() - endedAt).toBeLessThan(2_500)
})

test('a session cancelled at one server closes its call at both', async () => {
  const { therapist, sessionId, ofTherapist, ofClient } = await startCallAcross()
  await therapist.api.session.cancel({ id: sessionId, command: randomUUID(), reason: 'ill' })
  const cancelledAt = Date.now()
  expect(await ofClient.socket.closed).toBe(callCloseCodes.notAllowed)
  expect(await ofTherapist.socket.closed).toBe(callCloseCodes.notAllowed)
  expect(Date.now() - cancelledAt).toBeLessThan(2_000)
})

test('when a server stops its people come back to the other one as the same pages @slow', async () => {
  const third = await createTestApp({ databaseUrl: app.databaseUrl, worker: false })
  const { client, ofTherapist, ofClient } = await startCallAcross(third)
  await third.close()
  expect(await ofClient.socket.closed).toBe(1001)
  const again = openCallSocket(app.address, client, { resume: ofClient.resume })
  expect((await again.frame('welcome')).self).toBe(ofClient.self)
  await again.frame('present', ({ peers }) => peers.length === 2)
  ofTherapist.socket.send({ type: 'signal', to: ofClient.self, data: 'again' })
  await again.frame('signal')
  expect(ofTherapist.socket.frames.map(({ type }) => type)).not.toContain('left')
  again.send({ type: 'leave' })
  expect(await ofTherapist.socket.frame('left')).toEqual({ type: 'left', peer: ofClient.self })
})
