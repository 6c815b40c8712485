import { defaultTerms } from '@attune/contract/features/schedule/terms/terms.rules'
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { queryAsRole } from '../../../testing/database/database.ts'
import type { Person } from '../../../testing/people.ts'
import { insertGuardian } from '../../../testing/records/guardians.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { insertCallSession } from './call.fixtures.testing.ts'
import { callPair, joinAt, leaveCalls, openCallSocket, startCall } from './call.testing.ts'

const app = await startSharedApp({ worker: false })
afterEach(leaveCalls)

const answerOf = async (person: Person, path: string, input: unknown) => {
  const answer = await person.send(path, input)
  return { status: answer.status, text: await answer.text() }
}
const later = (minutes: number) => -50 - minutes

describe('the time of a call', () => {
  test.each([
    ['15 minutes before the start', 15],
    ['59 minutes after the end', later(59)],
  ])('%s, both may join @slow', async (_, inMinutes) => {
    const { therapist, client, sessionId } = await callPair(app, inMinutes)
    const { callId } = await client.api.call.join({ sessionId })
    expect(await therapist.api.call.join({ sessionId })).toMatchObject({ callId, isTherapist: true })
    expect(await client.api.call.room({ sessionId })).toMatchObject({ isOpen: true })
  })

  test.each([
    ['16 minutes before the start', 16, 'NOT_OPEN_YET'],
    ['61 minutes after the end', later(61), 'OVER'],
  ])('%s, a call is refused with its reason @slow', async (_, inMinutes, code) => {
    const { therapist, client, sessionId } = await callPair(app, inMinutes)
    for (const { api } of [therapist, client]) {
      await expect(api.call.join({ sessionId })).rejects.toMatchObject({ code })
      expect(await api.call.room({ sessionId })).toMatchObject({ isOpen: false, isInAttune: true })
    }
  })
})

describe('a session without a call', () => {
  test('a session that is not in Attune has none', async () => {
    const { therapist, client, sessionId } = await callPair(app)
    await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ run }) =>
      run('update app.session set in_attune = false where id = $1', [sessionId]),
    )
    for (const { api } of [therapist, client]) {
      await expect(api.call.join({ sessionId })).rejects.toMatchObject({ code: 'NO_CALL' })
      expect(await api.call.room({ sessionId })).toMatchObject({ isOpen: false, isInAttune: false })
    }
  })

  test('a cancelled session has none @slow', async () => {
    const { therapist, client, sessionId } = await callPair(app)
    await therapist.api.session.cancel({ id: sessionId, command: randomUUID(), reason: 'ill' })
    for (const { api } of [therapist, client])
      await expect(api.call.join({ sessionId })).rejects.toMatchObject({ code: 'NO_CALL' })
  })

  test('a client who has not answered cannot join', async () => {
    const { therapist, client, recordId } = await callPair(app)
    const sessionId = await insertCallSession({ app, therapist, recordId, answer: 'awaited' })
    await expect(client.api.call.join({ sessionId })).rejects.toMatchObject({ code: 'NO_CALL' })
  })

  test('a client who has disconnected cannot join @slow', async () => {
    const { client, recordId, sessionId } = await callPair(app)
    await client.api.connection.disconnect({ clientId: recordId, command: randomUUID() })
    await expect(client.api.call.join({ sessionId })).rejects.toMatchObject({ code: 'NO_CALL' })
  })
})

describe('a stranger', () => {
  const sessionPaths = ['call/join', 'call/room', 'call/ofSession']
  const callInputs: Record<string, object> = {
    'call/admit': { personId: randomUUID() },
    'call/askToWait': { personId: randomUUID() },
    'call/remove': { personId: randomUUID() },
    'call/allowSharing': { isAllowed: true },
    'call/end': {},
    'call/iceServers': {},
  }

  test('another client, therapist or admin learns nothing of a session @slow', async () => {
    const { sessionId } = await callPair(app)
    const strangers = [(await callPair(app)).client, (await callPair(app)).therapist, await app.person('admin')]
    for (const stranger of strangers)
      for (const path of sessionPaths) {
        const missing = await answerOf(stranger, path, { sessionId: randomUUID() })
        expect(missing.status, path).toBe(stranger.role === 'admin' ? 403 : 404)
        expect(await answerOf(stranger, path, { sessionId })).toEqual(missing)
      }
  })

  test('another client, therapist or admin learns nothing of a call and changes nothing @slow', async () => {
    const { therapist, callId, recordId, sessionId } = await startCall(app)
    const strangers = [(await callPair(app)).client, (await callPair(app)).therapist, await app.person('admin')]
    for (const stranger of strangers)
      for (const [path, input] of Object.entries(callInputs)) {
        const missing = await answerOf(stranger, path, { ...input, callId: randomUUID() })
        expect(missing.status, path).toBe(
          stranger.role === 'therapist' || (stranger.role === 'client' && path === 'call/iceServers') ? 404 : 403,
        )
        const named = 'personId' in input ? { personId: recordId } : {}
        expect(await answerOf(stranger, path, { ...input, ...named, callId }), path).toEqual(missing)
      }
    expect(await therapist.api.call.room({ sessionId })).toMatchObject({ therapistIsThere: true })
  })

  test('the client of a call changes nothing that is for the therapist @slow', async () => {
    const { client, callId, recordId } = await startCall(app)
    for (const [path, input] of Object.entries(callInputs)) {
      if (path === 'call/iceServers') continue
      expect((await client.send(path, { ...input, personId: recordId, callId })).status, path).toBe(403)
    }
    expect((await client.send('call/waiting', {})).status).toBe(403)
  })

  test('a socket refuses somebody who has not joined the call @slow', async () => {
    const { callId } = await startCall(app)
    const { client, sessionId } = await callPair(app)
    const [, ticket] = (await client.api.call.join({ sessionId })).ticket.split('.')
    expect(await openCallSocket(app.address, client, { ticket: `${callId}.${ticket}` }).closed).toBe(403)
  })
})

describe('a guardian who has no record', () => {
  test('meets a plain refusal from each procedure and from the socket @slow', async () => {
    const { therapist, client, recordId, callId, sessionId, ofClient } = await startCall(app)
    const guardian = await app.person('client', 900)
    await insertGuardian(app, { therapistId: therapist.accountId, clientId: recordId, account: guardian })
    for (const path of ['call/join', 'call/room', 'call/ofSession']) {
      const missing = await answerOf(guardian, path, { sessionId: randomUUID() })
      expect(missing.status, path).toBe(404)
      expect(await answerOf(guardian, path, { sessionId }), path).toEqual(missing)
    }
    const missing = await answerOf(guardian, 'call/iceServers', { callId: randomUUID() })
    expect(await answerOf(guardian, 'call/iceServers', { callId })).toEqual(missing)
    for (const path of ['call/admit', 'call/remove', 'call/askToWait'])
      expect((await guardian.send(path, { callId, personId: recordId })).status).toBe(403)
    const { ticket } = await client.api.call.join({ sessionId })
    expect(await openCallSocket(app.address, guardian, { ticket }).closed).toBe(401)
    expect(await openCallSocket(app.address, guardian, { resume: ofClient.resume }).closed).toBe(401)
  })

  test('joins with a session of their own while the one of the client stays closed', async () => {
    const { therapist, recordId, sessionId } = await callPair(app)
    const guardian = await app.person('client', 901)
    await insertGuardian(app, { therapistId: therapist.accountId, clientId: recordId, account: guardian })
    const own = await connectClient(app, therapist, guardian)
    const ownSession = await insertCallSession({ app, therapist, recordId: own })
    await guardian.api.call.join({ sessionId: ownSession })
    await expect(guardian.api.call.join({ sessionId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('the page before a call', () => {
  test('says whether the therapist is there @slow', async () => {
    const { therapist, client, recordId, sessionId } = await callPair(app)
    const isThere = async () => (await client.api.call.room({ sessionId })).therapistIsThere
    expect(await isThere()).toBe(false)
    const { socket } = await joinAt(app, therapist, sessionId)
    await socket.frame('admitted')
    await expect.poll(isThere).toBe(true)
    expect(await therapist.api.call.room({ sessionId })).toMatchObject({
      therapistIsThere: true,
      asksWhereabouts: false,
      others: [{ clientId: recordId, name: `${client.firstName} ${client.lastName}` }],
    })
    expect(await client.api.call.room({ sessionId })).toMatchObject({
      asksWhereabouts: true,
      asksCallName: false,
      conversationId: recordId,
      others: [],
    })
    socket.send({ type: 'leave' })
    await expect.poll(isThere).toBe(false)
  })
})

test('the page before a call shows what the therapist has set', async () => {
  const { therapist, client, sessionId } = await callPair(app)
  const set = { callPhone: '+49 30 1234', asksWhereabouts: false, callsThroughRelay: true }
  await therapist.api.terms.save({ ...defaultTerms, ...set })
  expect(await client.api.call.room({ sessionId })).toMatchObject({
    asksWhereabouts: false,
    therapist: { phone: '+49 30 1234' },
  })
  await expect(client.api.call.join({ sessionId })).rejects.toMatchObject({ code: 'NO_RELAY' })
})

describe('the waiting list', () => {
  test('names the client and where they are, for the therapist alone @slow', async () => {
    const { therapist, client, recordId, sessionId } = await callPair(app)
    const whereabouts = 'At my sister Ilse, 3 Elm Road'
    const { callId, ticket } = await client.api.call.join({ sessionId, whereabouts })
    const socket = openCallSocket(app.address, client, { ticket })
    await socket.frame('waiting')
    expect((await therapist.api.call.waiting({})).items).toMatchObject([{ callId, personId: recordId, whereabouts }])
    const { socket: ofTherapist } = await joinAt(app, therapist, sessionId)
    await therapist.api.call.admit({ callId, personId: recordId })
    await socket.frame('present', ({ peers }) => peers.length === 2)
    await ofTherapist.frame('present', ({ peers }) => peers.length === 2)
    expect(await therapist.api.call.room({ sessionId })).toMatchObject({
      others: [{ clientId: recordId, whereabouts }],
    })

    const times = (await therapist.api.call.ofSession({ sessionId })).items
    expect(times.map((one) => one.whereabouts).toSorted()).toEqual([whereabouts, null])
    const answers = await Promise.all([
      answerOf(client, 'call/join', { sessionId }),
      answerOf(client, 'call/room', { sessionId }),
      answerOf(client, 'call/ofSession', { sessionId }),
      answerOf(client, 'call/iceServers', { callId }),
      answerOf(client, 'call/waiting', {}),
      answerOf(client, 'session/get', { id: sessionId }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 403, 200])
    const all = JSON.stringify([answers, socket.frames, ofTherapist.frames])
    expect(all).not.toContain('Elm Road')
    const audit = await queryAsRole('backup', app.databaseUrl, 'select * from app.audit')
    expect(JSON.stringify(audit)).not.toContain('Elm Road')
    expect(app.logged.join('')).not.toContain('Elm Road')

    await therapist.api.call.end({ callId })
    expect((await therapist.api.call.ofSession({ sessionId })).items).toEqual(
      expect.arrayContaining([expect.objectContaining({ personId: recordId, whereabouts })]),
    )
    expect((await therapist.api.call.room({ sessionId })).others).toMatchObject([{ whereabouts: null }])
  })

  test('an empty answer where the client is counts as none', async () => {
    const { therapist, client, sessionId } = await callPair(app)
    await client.api.call.join({ sessionId, whereabouts: ' ' })
    expect((await therapist.api.call.waiting({})).items).toMatchObject([{ whereabouts: null }])
  })

  test('another therapist has an empty one', async () => {
    const [{ client, sessionId }, { therapist }] = [await callPair(app), await callPair(app)]
    await client.api.call.join({ sessionId })
    expect((await therapist.api.call.waiting({})).items).toEqual([])
  })

  test('no longer has a client who has left', async () => {
    const { therapist, client, sessionId } = await callPair(app)
    const { socket } = await joinAt(app, client, sessionId)
    socket.send({ type: 'leave' })
    await expect.poll(async () => (await therapist.api.call.waiting({})).items).toEqual([])
  })
})

test('the times in a call are those of all for the therapist and their own for the client @slow', async () => {
  const { therapist, client, recordId, sessionId, ofTherapist, ofClient } = await startCall(app)
  const now = performance.now.bind(performance)
  const ahead = vi.spyOn(performance, 'now').mockImplementation(() => now() + 15_000)
  onTestFinished(() => ahead.mockRestore())
  ofClient.socket.send({ type: 'leave' })
  ofTherapist.socket.send({ type: 'leave' })
  const timesOf = async ({ api }: Person) => (await api.call.ofSession({ sessionId })).items
  await expect.poll(async () => (await timesOf(therapist)).filter(({ leftAt }) => leftAt !== null)).toHaveLength(2)
  const rows = await queryAsRole<{ seconds: number }>(
    'backup',
    app.databaseUrl,
    `select seconds from app.video_call_person where session_id = '${sessionId}'`,
  )
  expect(rows).toHaveLength(2)
  for (const row of rows) expect(row.seconds).toBeGreaterThanOrEqual(15)
  for (const [role, personId, stayed] of [
    ['therapist', therapist.accountId, 2_820],
    ['client', client.accountId, 2_700],
  ] as const)
    await app.db.asActor({ role, id: personId }, ({ run }) =>
      run(
        `update app.video_call_person set seconds = $2 where session_id = $1 and (client_id is null) = ($3 = 'therapist')`,
        [sessionId, stayed, role],
      ),
    )
  const own = { personId: recordId, isTherapist: false, minutes: 45, name: `${client.firstName} ${client.lastName}` }
  expect(await timesOf(therapist)).toHaveLength(2)
  expect(await timesOf(therapist)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ personId: therapist.accountId, isTherapist: true, minutes: 47 }),
      expect.objectContaining(own),
    ]),
  )
  expect(await timesOf(client)).toEqual([expect.objectContaining(own)])
})

test('a person who has come back has not left, and one who was not seen for long has, also without a word @slow', async () => {
  const { therapist, sessionId, ofTherapist, ofClient } = await startCall(app)
  const left = async () => {
    const { items } = await therapist.api.call.ofSession({ sessionId })
    return Object.fromEntries(items.map(({ isTherapist, leftAt }) => [isTherapist ? 'nora' : 'ana', leftAt !== null]))
  }
  expect(await left()).toEqual({ nora: false, ana: false })
  await therapist.api.call.end({ callId: ofTherapist.callId })
  await Promise.all([ofTherapist.socket.closed, ofClient.socket.closed])
  await expect.poll(left).toEqual({ nora: true, ana: true })
  const again = await joinAt(app, therapist, sessionId)
  await again.socket.frame('admitted')
  await expect.poll(left).toEqual({ nora: false, ana: true })
  again.socket.leave()
  await expect.poll(left).toEqual({ nora: true, ana: true })
})

test('a ticket that is 31 seconds old opens no socket', async () => {
  const { client, sessionId } = await callPair(app)
  const { ticket } = await client.api.call.join({ sessionId })
  app.clock.advance(31_000)
  expect(await openCallSocket(app.address, client, { ticket }).closed).toBe(401)
})

test('somebody who only waits gets no new credentials of the relay', async () => {
  const { therapist, client, recordId, sessionId } = await callPair(app)
  const { callId } = await client.api.call.join({ sessionId })
  const missing = await answerOf(client, 'call/iceServers', { callId: randomUUID() })
  expect(await answerOf(client, 'call/iceServers', { callId })).toEqual(missing)
  await therapist.api.call.admit({ callId, personId: recordId })
  expect(await client.api.call.iceServers({ callId })).toEqual({ items: [], relayOnly: false })
})

test('joining, admitting, removing and ending are in the audit log with the call @slow', async () => {
  const { therapist, client, recordId, callId, sessionId } = await startCall(app)
  await therapist.api.call.remove({ callId, personId: recordId })
  await therapist.api.call.end({ callId })
  const rows = await queryAsRole(
    'backup',
    app.databaseUrl,
    `select actor_id, actor_role, action, after, ip from app.audit where thing = 'video-call' and thing_id = '${callId}' order by id`,
  )
  const [byTherapist, byClient] = [
    { actor_id: therapist.accountId, actor_role: 'therapist', ip: null },
    { actor_id: client.accountId, actor_role: 'client', ip: null },
  ]
  expect(rows).toEqual([
    { ...byTherapist, action: 'join', after: { sessionId } },
    { ...byClient, action: 'join', after: { sessionId } },
    { ...byTherapist, action: 'admit', after: { personId: recordId } },
    { ...byTherapist, action: 'remove', after: { personId: recordId } },
    { ...byTherapist, action: 'end', after: {} },
  ])
})

test('the log has nothing of what a signal carries @slow', async () => {
  const { ofTherapist, ofClient } = await startCall(app)
  const data = { candidate: 'candidate:1 1 udp 1 198.51.100.77 50000 typ host' }
  ofTherapist.socket.send({ type: 'signal', to: ofClient.self, data })
  await ofClient.socket.frame('signal')
  ofTherapist.socket.send({ type: 'signal', to: 'forged', data })
  ofTherapist.socket.send(`{"type":"signal","data":${JSON.stringify(data)}`)
  ofTherapist.socket.send({ type: 'heartbeat' })
  await ofTherapist.socket.frame('heartbeat')
  const logged = app.logged.join('')
  expect(logged).not.toContain('198.51.100.77')
  for (const secret of [ofClient.ticket, ofClient.resume]) expect(logged).not.toContain(secret)
})
