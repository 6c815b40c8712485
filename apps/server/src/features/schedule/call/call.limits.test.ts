import { maxLiveCalls } from '@attune/contract/features/schedule/call/call.rules'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createTestApp, startSharedApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { insertCallSession } from './call.fixtures.testing.ts'
import { callPair, joinAt, leaveCalls, openCallSocket, startCall } from './call.testing.ts'

const app = await startSharedApp({ worker: false })
const urls = ['turn:relay.example:3478?transport=udp', 'turn:relay.example:3478?transport=tcp']
const related = await createTestApp({
  worker: false,
  config: { otherRelay: { urls, secret: 'of the relay in tests' } },
})
afterAll(() => related.close())
afterEach(leaveCalls)

test('a fifth person is not admitted', async () => {
  const { therapist, recordId, callId, sessionId } = await startCall(app)
  const others: { person: Person; record: string }[] = []
  for (const seat of [910, 911, 912]) {
    const person = await app.person('client', seat)
    const record = await connectClient(app, therapist, person)
    await app.privileged.definer.query(
      `insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer)
       select therapist_id, id, $2, starts_at, 'accepted' from app.session where id = $1`,
      [sessionId, record],
    )
    others.push({ person, record })
  }
  for (const { person } of others) await (await joinAt(app, person, sessionId)).socket.frame('waiting')
  const [one, other, fifth] = others.map(({ record }) => record)
  await therapist.api.call.admit({ callId, personId: one ?? '' })
  await therapist.api.call.admit({ callId, personId: other ?? '' })
  await expect(therapist.api.call.admit({ callId, personId: fifth ?? '' })).rejects.toMatchObject({ code: 'FULL' })
  await therapist.api.call.admit({ callId, personId: recordId })
})

test('a practice with as many calls as it may have starts no further one', async () => {
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

test('in a group the others see the name that a client has chosen for the call, and no other', async () => {
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
