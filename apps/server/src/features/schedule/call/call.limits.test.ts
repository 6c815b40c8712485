import { maxLiveCalls } from '@attune/contract/features/schedule/call/call.rules'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createTestApp, startSharedApp } from '../../../testing/app.ts'
import { waitingLocks } from '../../../testing/database/locks.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { insertCallSession } from './call.fixtures.testing.ts'
import type { Person } from '../../../testing/people.ts'
import { callPair, joinAt, leaveCalls, openCallSocket, startCall } from './call.testing.ts'

const app = await startSharedApp({ worker: false })
const urls = ['turn:relay.example:3478?transport=udp', 'turn:relay.example:3478?transport=tcp']
const related = await createTestApp({
  worker: false,
  config: { otherRelay: { urls, secret: 'of the relay in tests' } },
})
afterAll(() => related.close())
afterEach(leaveCalls)

/** Adds three clients to a session. The clients wait for its call. Returns the ids of their records. */
async function threeWaiting({ therapist, sessionId }: Awaited<ReturnType<typeof startCall>>, seats: readonly number[]) {
  const records: string[] = []
  for (const seat of seats) {
    const person = await app.person('client', seat)
    const record = await connectClient(app, therapist, person)
    await app.privileged.definer.query(
      `insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer)
       select therapist_id, id, $2, starts_at, 'accepted' from app.session where id = $1`,
      [sessionId, record],
    )
    await (await joinAt(app, person, sessionId)).socket.frame('waiting')
    records.push(record)
  }
  return records as [string, string, string]
}

test('a fifth person is not admitted @slow', async () => {
  const call = await startCall(app)
  const { therapist, recordId, callId } = call
  const [one, other, fifth] = await threeWaiting(call, [910, 911, 912])
  await therapist.api.call.admit({ callId, personId: one })
  await therapist.api.call.admit({ callId, personId: other })
  await expect(therapist.api.call.admit({ callId, personId: fifth })).rejects.toMatchObject({ code: 'FULL' })
  await therapist.api.call.admit({ callId, personId: recordId })
})

test('of two people admitted at the same time to the last place, one gets it @slow', async () => {
  const call = await startCall(app)
  const { therapist, callId } = call
  const [one, ...rest] = await threeWaiting(call, [913, 914, 915])
  await therapist.api.call.admit({ callId, personId: one })
  // Both admissions start before either of them can be stored. The sockets update other rows, so they do not wait for this lock.
  const answers = await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async ({ run }) => {
    await run('select from app.video_call where id = $1 for update', [callId])
    const admissions = rest.map((personId) => therapist.send('call/admit', { callId, personId }))
    await expect.poll(() => waitingLocks(app), { timeout: 10_000 }).toBe(2)
    return { admissions }
  })
  const statuses = (await Promise.all(answers.admissions)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 409])
})

test('the place of a therapist who is not in the call yet is not given to a client @slow', async () => {
  const call = await startCall(app)
  const { therapist, callId, ofTherapist } = call
  const [one, other, fifth] = await threeWaiting(call, [916, 917, 918])
  ofTherapist.socket.send({ type: 'leave' })
  await ofTherapist.socket.closed
  await therapist.api.call.admit({ callId, personId: one })
  await therapist.api.call.admit({ callId, personId: other })
  await expect(therapist.api.call.admit({ callId, personId: fifth })).rejects.toMatchObject({ code: 'FULL' })
})

test('a practice with as many calls as it may have starts no further one @slow', async () => {
  const { therapist, client, recordId, sessionId } = await callPair(app)
  const sessionIds = await Promise.all(
    Array.from({ length: maxLiveCalls }, () => insertCallSession({ app, therapist, recordId })),
  )
  const [first = ''] = sessionIds
  for (const id of sessionIds) await therapist.api.call.join({ sessionId: id })
  await expect(client.api.call.join({ sessionId })).rejects.toMatchObject({ code: 'TOO_MANY_CALLS' })
  const { callId } = await client.api.call.join({ sessionId: first })
  await therapist.api.call.end({ callId })
  await client.api.call.join({ sessionId })
})

test('the call of a couple does not start without a relay', async () => {
  const { therapist, client, recordId } = await callPair(app)
  const sessionId = await insertCallSession({ app, therapist, recordId, therapyType: 'couples' })
  for (const { api } of [therapist, client]) {
    await expect(api.call.join({ sessionId })).rejects.toMatchObject({ code: 'NO_RELAY' })
    expect(await api.call.room({ sessionId })).toMatchObject({ relay: false, isOpen: true })
  }
})

test('the call of a couple goes through the relay alone', async () => {
  const { therapist, client, recordId } = await callPair(related)
  const sessionId = await insertCallSession({ app: related, therapist, recordId, therapyType: 'couples' })
  const { callId, relayOnly, iceServers } = await client.api.call.join({ sessionId })
  expect(relayOnly).toBe(true)
  expect(iceServers.map((server) => server.urls)).toEqual([urls])
  expect(iceServers[0]?.username).toMatch(new RegExp(`^\\d+:${callId}\\.${recordId}$`))
  expect(await therapist.api.call.join({ sessionId })).toMatchObject({ callId, relayOnly: true })
  expect(await therapist.api.call.iceServers({ callId })).toMatchObject({ relayOnly: true, items: [{ urls }] })
})

test('the call with one client is direct and has the relay for when that fails', async () => {
  const { therapist, client, sessionId } = await callPair(related)
  for (const { api } of [therapist, client]) {
    expect(await api.call.room({ sessionId })).toMatchObject({ relay: true })
    expect(await api.call.join({ sessionId })).toMatchObject({ relayOnly: false, iceServers: [{ urls }] })
  }
})

test('in a group the others see the name that a client has chosen for the call, and no other @slow', async () => {
  const { therapist, client, recordId } = await callPair(related)
  const sessionId = await insertCallSession({ app: related, therapist, recordId, therapyType: 'group' })
  expect(await client.api.call.room({ sessionId })).toMatchObject({ asksCallName: true, conversationId: null })
  const { callId, ticket } = await client.api.call.join({ sessionId, callName: 'Blue' })
  const socket = openCallSocket(related.address, client, { ticket })
  await socket.frame('waiting')
  const ofTherapist = await joinAt(related, therapist, sessionId)
  await therapist.api.call.admit({ callId, personId: recordId })
  const { peers } = await ofTherapist.socket.frame('present', ({ peers: all }) => all.length === 2)
  expect(peers.map(({ person, name }) => [person, name])).toContainEqual([recordId, 'Blue'])
  expect(JSON.stringify([socket.frames, ofTherapist.socket.frames])).not.toContain(client.firstName)
})

test('no other name of a client leaves the server during the call of a group @slow', async () => {
  const { therapist, client, recordId } = await callPair(related)
  const sessionId = await insertCallSession({ app: related, therapist, recordId, therapyType: 'group' })
  const other = await related.person('client', 930)
  const otherRecord = await connectClient(related, therapist, other)
  await related.privileged.definer.query(
    `insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer)
     select therapist_id, id, $2, starts_at, 'accepted' from app.session where id = $1`,
    [sessionId, otherRecord],
  )
  await related.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ run }) =>
    run(`update app.client set first_name = 'Canaryfirst', last_name = 'Canarylast' where id = $1`, [otherRecord]),
  )
  await therapist.api.call.join({ sessionId })
  const { callId, socket } = await enterGroup(client, sessionId, 'Blue')
  await enterGroup(other, sessionId, 'Green')
  for (const personId of [recordId, otherRecord]) await therapist.api.call.admit({ callId, personId })
  const { peers } = await socket.frame('present', ({ peers: all }) => all.length === 2)
  expect(peers.map(({ name }) => name).toSorted()).toEqual(['Blue', 'Green'])

  const answers = await Promise.all(
    (
      [
        ['call/room', { sessionId }],
        ['call/join', { sessionId, callName: 'Blue' }],
        ['call/iceServers', { callId }],
        ['call/ofSession', { sessionId }],
        ['session/get', { id: sessionId }],
      ] as const
    ).map(async ([path, input]) => (await client.send(path, input)).text()),
  )
  const seen = JSON.stringify([answers, socket.frames])
  for (const name of ['Canaryfirst', 'Canarylast', other.email]) expect(seen).not.toContain(name)
})

/** Joins the call of a group under a name and opens its socket. */
async function enterGroup(person: Person, sessionId: string, callName: string) {
  const { callId, ticket } = await person.api.call.join({ sessionId, callName })
  const socket = openCallSocket(related.address, person, { ticket })
  await socket.frame('waiting')
  return { callId, socket }
}

test.each(['couples', 'group'] as const)(
  'a call of the type %s says before joining that it has no relay',
  async (therapyType) => {
    const { therapist, client, recordId } = await callPair(app)
    const sessionId = await insertCallSession({ app, therapist, recordId, therapyType })
    for (const { api } of [therapist, client])
      expect(await api.call.room({ sessionId })).toMatchObject({ relay: false, relayOnly: true, isOpen: true })
  },
)
