import { shiftDay, todayIn } from '@attune/contract/common/time/time'
import type { ClientId, TherapistId } from '@attune/contract/common/ids'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { createTestApp, startSharedApp } from '../../../testing/app.ts'
import { queryAsRole } from '../../../testing/database/database.ts'
import type { Person } from '../../../testing/people.ts'
import { editClientRecord, minimalClient } from '../../../testing/records/clients.ts'
import { insertGuardian } from '../../../testing/records/guardians.ts'
import { runGuardianAgeJob } from '../../people/guardian/age/guardian.age.ts'
import { callParagraph } from '../session/session.ts'
import { insertCallSession } from './call.fixtures.testing.ts'
import {
  callPair,
  guardedCall,
  type GuardedCall,
  joinAt,
  joinForAt,
  leaveCalls,
  moveCallSession,
  newGuardian,
  openCallSocket,
} from './call.testing.ts'

const app = await startSharedApp({ worker: false })
const relayed = await createTestApp({
  worker: false,
  config: { otherRelay: { urls: ['turn:relay.example:3478?transport=udp'], secret: 'of the relay in tests' } },
})
afterAll(() => relayed.close())
afterEach(leaveCalls)

const forbidden = 4403
const answerOf = async (person: Person, path: string, input: unknown) => {
  const answer = await person.send(path, input)
  return { status: answer.status, text: await answer.text() }
}
const changeGuardian = (of: Pick<GuardedCall, 'therapist' | 'guardianId'>, set: string, values: unknown[] = []) =>
  app.db.asActor({ role: 'therapist', id: of.therapist.accountId }, ({ run }) =>
    run(`update app.guardian set ${set} where id = $1`, [of.guardianId, ...values]),
  )

/** Starts a call of the therapist with a guardian of the child, who has been let in. */
async function startGuardedCall(on = app) {
  const guarded = await guardedCall(on)
  const ofTherapist = await joinAt(on, guarded.therapist, guarded.sessionId)
  const ofGuardian = await joinForAt(on, guarded, { whereabouts: 'At home, 3 Elm Road' })
  await ofGuardian.socket.frame('waiting')
  await guarded.therapist.api.call.admit({ callId: ofTherapist.callId, personId: guarded.guardianId })
  await ofGuardian.socket.frame('admitted')
  await ofTherapist.socket.frame('present', ({ peers }) => peers.length === 2)
  return { ...guarded, callId: ofTherapist.callId, ofTherapist, ofGuardian }
}

describe('a guardian with the right to the sessions', () => {
  test('waits under the own name for the child, is let in, and is known by the first name @slow', async () => {
    const guarded = await guardedCall(app)
    const { therapist, guardian, guardianId, recordId, sessionId } = guarded
    expect(await guardian.api.call.roomFor({ actingFor: recordId, sessionId })).toMatchObject({
      isOpen: true,
      asksWhereabouts: true,
      asksCallName: false,
      conversationId: null,
      guardianOf: 'Leo',
      others: [],
    })
    const ofGuardian = await joinForAt(app, guarded, { whereabouts: 'At home, 3 Elm Road' })
    expect(ofGuardian).toMatchObject({ isTherapist: false, relayOnly: false })
    await ofGuardian.socket.frame('waiting')
    const name = `${guardian.firstName} ${guardian.lastName}`
    const { callId } = ofGuardian
    const waiting = { callId, personId: guardianId, name, guardianOf: 'Leo', whereabouts: 'At home, 3 Elm Road' }
    expect((await therapist.api.call.waiting({})).items).toMatchObject([waiting])

    const ofTherapist = await joinAt(app, therapist, sessionId)
    await therapist.api.call.admit({ callId, personId: guardianId })
    await ofGuardian.socket.frame('admitted')
    const { peers } = await ofTherapist.socket.frame('present', ({ peers: all }) => all.length === 2)
    expect(peers).toContainEqual(
      expect.objectContaining({ person: guardianId, name: guardian.firstName, isTherapist: false }),
    )
    expect((await therapist.api.call.room({ sessionId })).others).toMatchObject([
      { personId: recordId, clientId: recordId, guardianOf: null },
      { personId: guardianId, clientId: recordId, name, guardianOf: 'Leo', whereabouts: 'At home, 3 Elm Road' },
    ])
    expect(await guardian.api.call.iceServersFor({ actingFor: recordId, callId })).toMatchObject({ relayOnly: false })
    const all = JSON.stringify([
      ofGuardian.socket.frames,
      await guardian.api.call.roomFor({ actingFor: recordId, sessionId }),
      await queryAsRole('backup', app.databaseUrl, 'select * from app.audit'),
    ])
    expect(all).not.toContain('Elm Road')
  })

  test('comes back as the same page after a lost socket @slow', async () => {
    const { guardian, ofGuardian } = await startGuardedCall()
    ofGuardian.socket.close()
    const again = openCallSocket(app.address, guardian, { resume: ofGuardian.resume })
    expect((await again.frame('welcome')).self).toBe(ofGuardian.self)
    await again.frame('admitted')
  })

  test('sees the own time in the call, and the therapist sees it with the name of the child @slow', async () => {
    const { therapist, guardian, guardianId, recordId, sessionId, ofGuardian } = await startGuardedCall()
    ofGuardian.socket.send({ type: 'leave' })
    const ownTimes = async () => (await guardian.api.call.ofSessionFor({ actingFor: recordId, sessionId })).items
    await expect.poll(async () => (await ownTimes()).map(({ leftAt }) => leftAt !== null)).toEqual([true])
    expect(await ownTimes()).toMatchObject([{ personId: guardianId, isTherapist: false }])
    const { items } = await therapist.api.call.ofSession({ sessionId })
    const name = `${guardian.firstName} ${guardian.lastName}`
    expect(items).toContainEqual(expect.objectContaining({ personId: guardianId, name, guardianOf: 'Leo' }))
    expect(items).toHaveLength(2)
  })

  test('has a line in the audit log for joining, as the guardian @slow', async () => {
    const { guardian, callId, sessionId } = await startGuardedCall()
    const rows = await queryAsRole(
      'backup',
      app.databaseUrl,
      `select actor_id, action, after, ip from app.audit where thing_id = '${callId}' and actor_id = '${guardian.accountId}'`,
    )
    expect(rows).toEqual([{ actor_id: guardian.accountId, action: 'join', after: { sessionId }, ip: null }])
  })

  test('who was removed from the call stays out of it @slow', async () => {
    const { therapist, guardian, guardianId, recordId, sessionId, callId, ofGuardian } = await startGuardedCall()
    await therapist.api.call.remove({ callId, personId: guardianId })
    expect(await ofGuardian.socket.closed).toBe(4411)
    const again = guardian.api.call.joinFor({ actingFor: recordId, sessionId })
    await expect(again).rejects.toMatchObject({ code: 'REMOVED' })
  })

  test('cannot join a session that the child has not accepted @slow', async () => {
    const { therapist, guardian, recordId } = await guardedCall(app)
    const sessionId = await insertCallSession({ app, therapist, recordId, answer: 'awaited' })
    const joining = guardian.api.call.joinFor({ actingFor: recordId, sessionId })
    await expect(joining).rejects.toMatchObject({ code: 'NO_CALL' })
  })
})

describe('a session that is moved during its call', () => {
  test('cuts no call of a guardian, who comes back as the same person, but joining again needs the acceptance @slow', async () => {
    const guarded = await startGuardedCall()
    const { therapist, guardian, recordId, sessionId, callId, ofTherapist, ofGuardian } = guarded
    await moveCallSession(app, guarded, 24 * 60)
    const heard = ofGuardian.socket.frames.length
    await therapist.api.call.allowSharing({ callId, isAllowed: true })
    await expect.poll(() => ofGuardian.socket.frames.slice(heard).map(({ type }) => type)).toContain('sharing')
    ofGuardian.socket.close()
    const again = openCallSocket(app.address, guardian, { resume: ofGuardian.resume })
    await again.frame('admitted')
    again.send({ type: 'signal', to: ofTherapist.self, data: 'still here' })
    await ofTherapist.socket.frame('signal', ({ data }) => data === 'still here')
    expect((await guardian.api.call.iceServersFor({ actingFor: recordId, callId })).relayOnly).toBe(false)
    const joining = guardian.api.call.joinFor({ actingFor: recordId, sessionId })
    await expect(joining).rejects.toMatchObject({ code: 'NO_CALL' })
  })

  test.each<[string, (of: GuardedCall) => Promise<unknown>]>([
    [
      'declines for the child',
      ({ guardian, recordId, sessionId }) =>
        guardian.api.guardian.declineSession({ actingFor: recordId, id: sessionId, command: randomUUID() }),
    ],
    ['loses the right to the sessions', (of) => changeGuardian(of, `rights = rights - 'sessions'`)],
  ])('and a guardian who then %s loses the call @slow', async (_, end) => {
    const guarded = await startGuardedCall()
    await moveCallSession(app, guarded, 10)
    await end(guarded)
    expect(await guarded.ofGuardian.socket.closed).toBe(forbidden)
  })

  test('still hides the address of a guardian where the child may join, under the same name @slow', async () => {
    const guarded = await guardedCall(relayed, { hasAccount: true })
    const { therapist, child, recordId, guardian, guardianId, sessionId } = guarded
    const { callId } = await joinAt(relayed, therapist, sessionId)
    const ofChild = await joinAt(relayed, child, sessionId)
    const ofGuardian = await joinForAt(relayed, guarded)
    for (const personId of [recordId, guardianId]) await therapist.api.call.admit({ callId, personId })
    await ofGuardian.socket.frame('admitted')
    await moveCallSession(relayed, guarded, 10)
    expect((await guardian.api.call.iceServersFor({ actingFor: recordId, callId })).relayOnly).toBe(true)
    ofGuardian.socket.leave()
    const left = await ofChild.socket.frame('left')
    expect(left.peer).toBe(ofGuardian.self)
    const heard = ofChild.socket.frames.length
    await openCallSocket(relayed.address, guardian, { resume: ofGuardian.resume }).frame('admitted')
    const isBack = (frame: (typeof ofChild.socket.frames)[number]) =>
      frame.type === 'present' &&
      frame.peers.some((one) => one.person === guardianId && one.name === guardian.firstName && one.relayOnly)
    await expect.poll(() => ofChild.socket.frames.slice(heard).some(isBack)).toBe(true)
  })
})

describe('a right that ends while the guardian is in the call', () => {
  const bornYearsAgo = (years: number) => shiftDay(todayIn('Europe/Berlin', app.clock.now()), -years * 366)
  const advance = ({ therapist, recordId }: GuardedCall) =>
    runGuardianAgeJob(app, { therapistId: therapist.accountId as TherapistId, clientId: recordId as ClientId })

  test.each<[string, (of: GuardedCall) => Promise<unknown>]>([
    ['the therapist takes the right to the sessions', (of) => changeGuardian(of, `rights = rights - 'sessions'`)],
    ['the therapist ends the guardian', ({ therapist, guardianId }) => therapist.api.guardian.end({ id: guardianId })],
    ['the therapist pauses the rights', (of) => changeGuardian(of, 'paused_at = now()')],
    [
      'the therapist keeps the session from guardians',
      ({ therapist, recordId, sessionId }) =>
        therapist.api.guardian.keepSession({ id: sessionId, clientId: recordId, isKept: true }),
    ],
    [
      'the child has come of age',
      async (of) => {
        await editClientRecord(of.therapist, of.recordId, { dateOfBirth: bornYearsAgo(19) })
        await advance(of)
      },
    ],
    [
      'the last day of the guardianship is over',
      async (of) => {
        await changeGuardian(of, `basis = 'court-order', valid_until = $2`, [bornYearsAgo(1)])
        await advance(of)
      },
    ],
  ])('when %s, the socket closes within two seconds and the stay is stored @slow', async (_, end) => {
    const guarded = await startGuardedCall()
    const { therapist, guardian, guardianId, recordId, sessionId, ofTherapist, ofGuardian } = guarded
    await end(guarded)
    const since = performance.now()
    expect(await ofGuardian.socket.closed).toBe(forbidden)
    expect(performance.now() - since).toBeLessThan(2_000)
    await ofTherapist.socket.frame('left', ({ peer }) => peer === ofGuardian.self)
    const resumed = openCallSocket(app.address, guardian, { resume: ofGuardian.resume })
    expect(await resumed.closed).toBe(403)
    const missing = await answerOf(guardian, 'call/joinFor', { actingFor: recordId, sessionId: randomUUID() })
    expect(missing.status).toBe(404)
    expect(await answerOf(guardian, 'call/joinFor', { actingFor: recordId, sessionId })).toEqual(missing)
    const stayOf = async () =>
      (await therapist.api.call.ofSession({ sessionId })).items.find(({ personId }) => personId === guardianId)
    await expect.poll(async () => (await stayOf())?.leftAt ?? null).not.toBeNull()
  })
})

describe('a foreign guardian', () => {
  const inputs: Record<string, (of: { actingFor: string; sessionId: string; callId: string }) => object> = {
    'call/joinFor': ({ actingFor, sessionId }) => ({ actingFor, sessionId }),
    'call/roomFor': ({ actingFor, sessionId }) => ({ actingFor, sessionId }),
    'call/ofSessionFor': ({ actingFor, sessionId }) => ({ actingFor, sessionId }),
    'call/iceServersFor': ({ actingFor, callId }) => ({ actingFor, callId }),
  }

  test('learns nothing of the session and the call, for the own child and for the foreign one @slow', async () => {
    const { recordId, sessionId, callId } = await startGuardedCall()
    const foreign = await guardedCall(app)
    const unknown = { sessionId: randomUUID(), callId: randomUUID() }
    for (const [path, input] of Object.entries(inputs))
      for (const actingFor of [recordId, foreign.recordId]) {
        const missing = await answerOf(foreign.guardian, path, input({ actingFor, ...unknown }))
        expect(missing.status, path).toBe(404)
        expect(await answerOf(foreign.guardian, path, input({ actingFor, sessionId, callId })), path).toEqual(missing)
      }
  })

  test('opens no socket with a ticket of the own call that names the foreign call or child @slow', async () => {
    const { recordId, callId } = await startGuardedCall()
    const foreign = await guardedCall(app)
    const ticketOf = async () => {
      const { ticket } = await foreign.guardian.api.call.joinFor({
        actingFor: foreign.recordId,
        sessionId: foreign.sessionId,
      })
      return ticket.split('.')
    }
    const [ownCall, one] = await ticketOf()
    const [, other] = await ticketOf()
    const [, third] = await ticketOf()
    for (const ticket of [
      `${callId}.${one}.${foreign.recordId}`,
      `${callId}.${other}.${recordId}`,
      `${ownCall}.${third}.${recordId}`,
    ])
      expect(await openCallSocket(app.address, foreign.guardian, { ticket }).closed).toBe(403)
  })

  test('the therapist and a client without the right act for no child @slow', async () => {
    const { client } = await callPair(app)
    const { therapist, recordId, sessionId, callId } = await startGuardedCall()
    for (const [path, input] of Object.entries(inputs)) {
      const named = input({ actingFor: recordId, sessionId, callId })
      expect((await therapist.send(path, named)).status, path).toBe(403)
      expect((await client.send(path, named)).status, path).toBe(404)
    }
  })

  test('a guardian of two children does not join for the one who does not take part @slow', async () => {
    const { therapist, guardian, sessionId } = await startGuardedCall()
    const sibling = randomUUID()
    await therapist.api.client.add({ ...minimalClient, id: sibling, invite: false })
    await insertGuardian(app, { therapistId: therapist.accountId, clientId: sibling, account: guardian })
    const joining = guardian.api.call.joinFor({ actingFor: sibling, sessionId })
    await expect(joining).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('with others who may join', () => {
  test('without a relay the guardian is refused, and the call of the child goes on', async () => {
    const { therapist, child, guardian, recordId, sessionId } = await guardedCall(app, { hasAccount: true })
    const joining = guardian.api.call.joinFor({ actingFor: recordId, sessionId })
    await expect(joining).rejects.toMatchObject({ code: 'NO_RELAY' })
    for (const { api } of [therapist, child])
      expect(await api.call.join({ sessionId })).toMatchObject({ relayOnly: false })
  })

  test('child and guardian are two people of the call, and the guardian is reached through the relay alone @slow', async () => {
    const guarded = await guardedCall(relayed, { hasAccount: true })
    const { therapist, child, recordId, guardianId, sessionId } = guarded
    const ofTherapist = await joinAt(relayed, therapist, sessionId)
    const { callId } = ofTherapist
    const ofChild = await joinAt(relayed, child, sessionId)
    const ofGuardian = await joinForAt(relayed, guarded)
    expect([ofTherapist, ofChild, ofGuardian].map(({ relayOnly }) => relayOnly)).toEqual([false, false, true])
    for (const personId of [recordId, guardianId]) await therapist.api.call.admit({ callId, personId })
    const { peers } = await ofChild.socket.frame('present', ({ peers: all }) => all.length === 3)
    const onlyByRelay = peers.filter(({ relayOnly }) => relayOnly).map(({ person }) => person)
    expect(onlyByRelay).toEqual([guardianId])
    const own = (await child.api.call.ofSession({ sessionId })).items
    expect(own.map(({ personId }) => personId)).toEqual([recordId])
  })

  test('a child who gets an account during the call of the guardian reaches the guardian through the relay alone @slow', async () => {
    const guarded = await startGuardedCall(relayed)
    const { therapist, guardianId, recordId, sessionId, callId, ofTherapist, ofGuardian } = guarded
    expect(ofGuardian.relayOnly).toBe(false)
    await relayed.privileged.definer.query(
      `update app.client set account_id = $2, status = 'active', connected_at = now() where id = $1`,
      [recordId, guarded.child.accountId],
    )
    const hidden = (peers: readonly { person: string; relayOnly?: boolean }[]) =>
      peers.some(({ person, relayOnly }) => person === guardianId && relayOnly === true)
    for (const { socket } of [ofTherapist, ofGuardian]) await socket.frame('present', ({ peers }) => hidden(peers))
    const ofChild = await joinAt(relayed, guarded.child, sessionId)
    await therapist.api.call.admit({ callId, personId: recordId })
    const { peers } = await ofChild.socket.frame('present')
    expect(peers).toHaveLength(3)
    expect(hidden(peers)).toBe(true)
  })

  test('two guardians who may not know of each other choose the names that the others read @slow', async () => {
    const guarded = await guardedCall(relayed)
    const { therapist, guardian, guardianId, recordId, sessionId } = guarded
    const other = await newGuardian(relayed, therapist, recordId)
    await relayed.privileged.definer.query(`update app.profile set first_name = 'Canary' where account_id = $1`, [
      other.guardian.accountId,
    ])
    const ofTherapist = await joinAt(relayed, therapist, sessionId)
    const { callId } = ofTherapist
    for (const { api } of [guardian, other.guardian])
      expect(await api.call.roomFor({ actingFor: recordId, sessionId })).toMatchObject({ asksCallName: true })
    const [one, two] = [
      await joinForAt(relayed, guarded, { callName: 'Mum' }),
      await joinForAt(relayed, { ...guarded, guardian: other.guardian }, { callName: 'Dad' }),
    ]
    for (const personId of [guardianId, other.guardianId]) await therapist.api.call.admit({ callId, personId })
    const { peers } = await one.socket.frame('present', ({ peers: all }) => all.length === 3)
    expect(peers.flatMap(({ name, isTherapist }) => (isTherapist ? [] : [name])).sort()).toEqual(['Dad', 'Mum'])
    const seenByOne = JSON.stringify(one.socket.frames)
    for (const name of ['Canary', other.guardian.lastName]) expect(seenByOne).not.toContain(name)
    expect(JSON.stringify(two.socket.frames)).not.toContain(guardian.lastName)
    const { items } = await guardian.api.call.ofSessionFor({ actingFor: recordId, sessionId })
    expect(items.map(({ personId }) => personId)).toEqual([guardianId])
  })

  test('in a group the guardian chooses the name for the call', async () => {
    const { therapist, guardian, recordId } = await guardedCall(relayed)
    const sessionId = await insertCallSession({ app: relayed, therapist, recordId, therapyType: 'group' })
    expect(await guardian.api.call.roomFor({ actingFor: recordId, sessionId })).toMatchObject({ asksCallName: true })
  })
})

test('a guardian whose account is deleted leaves the times of the call without the account @slow', async () => {
  const { therapist, guardian, guardianId, sessionId, ofGuardian } = await startGuardedCall()
  const people = async () => (await therapist.api.call.ofSession({ sessionId })).items.map(({ personId }) => personId)
  // The server stores an admission after it has told the pages.
  await expect.poll(people).toContain(guardianId)
  ofGuardian.socket.send({ type: 'leave' })
  await app.privileged.definer.query('select def.end_guardian_of_account($1)', [guardian.accountId])
  expect(await people()).toContain(guardianId)
})

test('an email to a guardian with an account says that they can join from the page of the session', () => {
  const textFor = (page: string | null) => callParagraph({ callInAttune: true, page }, 'en')
  expect(textFor(`/for/${randomUUID()}/sessions/${randomUUID()}`)).toContain('You can join')
  expect(textFor(null)).not.toContain('You can join')
})
