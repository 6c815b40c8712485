import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { insertGuardian } from '../../../../testing/records/guardians.ts'
import { connectClient, insertSession } from '../../../../testing/records/sessions.ts'
import { timeAhead } from '../../../../testing/time-ahead.ts'
import { daysAhead, everyWeekday, saveHours } from '../../../schedule/availability/availability.testing.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const tim = await app.person('client')
const mia = await app.person('client', 2)
const anna = await app.person('client', 3)
const ben = await app.person('client', 4)
const record = await connectClient(app, therapist, tim)
const sibling = await connectClient(app, therapist, mia)
const of = { therapistId: therapist.accountId, clientId: record }
await insertGuardian(app, { ...of, account: anna })
await insertGuardian(app, { ...of, account: ben })
await insertGuardian(app, { ...of, clientId: sibling, account: anna })

const hour = 60 * 60_000
let slots = 0
const freeHour = () => new Date(timeAhead(310, 6) + slots++ * 2 * hour).toISOString()
const command = () => randomUUID()
const actingFor = record
const booked = (status: 'scheduled' | 'confirmed' | 'pending' = 'scheduled', clientId = record) =>
  insertSession(app, therapist, clientId, { status, startsAt: freeHour() })
const historyOf = async (person: Person, id: string) => (await person.api.session.get({ id })).history
const lastOf = <Item>(items: Item[]) => items.at(-1)

test('a guardian sees the sessions of the client for whom they act, and none of a sibling', async () => {
  const [own, theirs] = [await booked(), await booked('scheduled', sibling)]
  const { items } = await anna.api.guardian.sessions({ actingFor, which: 'upcoming' })
  expect(items.map(({ id }) => id)).toContain(own)
  expect(items.map(({ id }) => id)).not.toContain(theirs)
  expect(lastOf(items.filter(({ id }) => id === own))).toMatchObject({
    status: 'scheduled',
    may: { accept: true, decline: true, move: true, cancel: true, withdraw: false },
  })
})

test('whoever acts for the wrong sibling finds nothing, by id and for each step', async () => {
  const theirs = await booked('scheduled', sibling)
  const wrong = { actingFor, id: theirs, command: command() }
  for (const call of [
    () => anna.api.guardian.session({ actingFor, id: theirs }),
    () => anna.api.guardian.acceptSession(wrong),
    () => anna.api.guardian.declineSession(wrong),
    () => anna.api.guardian.requestCancel({ actingFor, id: randomUUID(), sessionId: theirs }),
    () =>
      anna.api.guardian.requestMove({
        actingFor,
        id: randomUUID(),
        sessionId: theirs,
        startsAt: freeHour(),
        durationMinutes: 50,
      }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 })
  expect((await therapist.api.session.get({ id: theirs })).session.status).toBe('scheduled')
})

test('without the right to a client every call is answered with 404', async () => {
  for (const clientId of [sibling, randomUUID()])
    await expect(ben.api.guardian.sessions({ actingFor: clientId, which: 'history' })).rejects.toMatchObject({
      status: 404,
    })
})

test('an accepted session names the guardian to the therapist, to the client and to that guardian, but not to the other one', async () => {
  const id = await booked()
  expect(await anna.api.guardian.acceptSession({ actingFor, id, command: command() })).toMatchObject({
    status: 'confirmed',
    may: { accept: false },
  })
  const name = `${anna.firstName} ${anna.lastName}`
  expect(lastOf(await historyOf(therapist, id))).toMatchObject({
    by: 'guardian',
    guardianName: name,
    action: 'accept',
    clientId: record,
  })
  expect(lastOf(await historyOf(tim, id))).toMatchObject({ by: 'guardian', guardianName: name })
  expect(lastOf((await anna.api.guardian.session({ actingFor, id })).history)).toMatchObject({ by: 'you' })
  const seen = await ben.api.guardian.session({ actingFor, id })
  expect(lastOf(seen.history)).toMatchObject({ by: 'guardian', action: 'accept' })
  expect(JSON.stringify(seen)).not.toMatch(new RegExp(`${anna.lastName}|${anna.accountId}|${anna.email}`, 'i'))
})

test('guardians who know of each other see the name', async () => {
  const id = await booked()
  await anna.api.guardian.acceptSession({ actingFor, id, command: command() })
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ run }) =>
    run('update app.guardian set knows_others = true where client_id = $1', [record]),
  )
  expect(lastOf((await ben.api.guardian.session({ actingFor, id })).history)).toMatchObject({
    guardianName: `${anna.firstName} ${anna.lastName}`,
  })
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ run }) =>
    run('update app.guardian set knows_others = false where client_id = $1', [record]),
  )
})

test('of two guardians who answer at once one wins, and the other gets the current state', async () => {
  const id = await booked()
  const answers = await Promise.allSettled([
    anna.api.guardian.acceptSession({ actingFor, id, command: command() }),
    ben.api.guardian.declineSession({ actingFor, id, command: command() }),
  ])
  const { session } = await therapist.api.session.get({ id })
  const refused = answers.filter((one) => one.status === 'rejected')
  // A session that was accepted can still be declined only as a change, so the second answer is refused in either order.
  expect(refused).toHaveLength(1)
  expect(refused[0]).toMatchObject({ reason: { code: 'ILLEGAL_TRANSITION', data: { status: session.status } } })
})

test('the therapist is notified with the names of client and guardian, and alone reads the reason', async () => {
  const id = await booked()
  await anna.api.guardian.declineSession({ actingFor, id, command: command(), reason: 'A family matter' })
  expect(lastOf(await historyOf(therapist, id))?.reason).toBe('A family matter')
  expect(JSON.stringify(await historyOf(tim, id))).not.toContain('A family matter')
  const { items } = await therapist.api.notification.list({})
  const told = items.find(({ relatedId }) => relatedId === id)
  expect(told).toMatchObject({ kind: 'session-declined' })
  expect(told?.message).toContain(`${anna.firstName} ${anna.lastName}`)
  expect(told?.message).toContain(tim.firstName)
})

test('a request to move follows the terms, keeps the time until the answer, and the guardian accepts the time that the therapist proposes @slow', async () => {
  const id = await booked('confirmed')
  const change = randomUUID()
  const [wanted, proposed] = [freeHour(), freeHour()]
  await therapist.api.terms.save({ ...(await therapist.api.terms.mine({})), proposeTimes: true })
  const move = { actingFor, id: change, sessionId: id, startsAt: wanted, durationMinutes: 50 }
  expect(await anna.api.guardian.requestMove(move)).toMatchObject({ change: 'open', status: 'confirmed' })
  await expect(ben.api.guardian.requestMove({ ...move, id: randomUUID() })).rejects.toMatchObject({
    code: 'CHANGE_OPEN',
  })
  await therapist.api.changeRequest.counter({
    id: change,
    command: command(),
    startsAt: proposed,
    durationMinutes: 50,
    reason: 'CANARY-REASON',
  })
  const seen = await ben.api.guardian.session({ actingFor, id })
  expect(seen.changes).toMatchObject([{ state: 'countered', counterStartsAt: proposed, may: { acceptCounter: true } }])
  expect(JSON.stringify(seen)).not.toContain('CANARY')
  expect((await ben.api.guardian.home({ actingFor })).awaiting.map((one) => one.id)).toContain(id)
  expect(await ben.api.guardian.acceptProposedTime({ actingFor, id: change, command: command() })).toMatchObject({
    startsAt: proposed,
    status: 'confirmed',
    change: null,
  })
})

test('an early cancellation takes effect at once if the terms say so', async () => {
  const id = await booked('confirmed')
  await therapist.api.terms.save({ ...(await therapist.api.terms.mine({})), acceptEarlyCancels: true })
  expect(
    await anna.api.guardian.requestCancel({ actingFor, id: randomUUID(), sessionId: id, reason: 'ill' }),
  ).toMatchObject({ status: 'cancelled' })
  expect((await therapist.api.session.get({ id })).history.map(({ by, action }) => [by, action])).toEqual([
    ['therapist', 'create'],
    ['guardian', 'askCancel'],
    ['product', 'acceptChange'],
  ])
})

test('a guardian requests a session at a free time, repeats the call without effect, and takes the request back', async () => {
  await saveHours(therapist, everyWeekday())
  const { dayAhead, at } = daysAhead(app)
  const day = dayAhead(8)
  const { slots: free } = await anna.api.guardian.freeTimes({ actingFor, from: day, to: day, format: 'video' })
  expect(free[0]?.startsAt).toBe(at(8, '09:00'))
  const request = {
    actingFor,
    id: randomUUID(),
    startsAt: at(8, '09:00'),
    durationMinutes: 50,
    format: 'video' as const,
  }
  expect(await anna.api.guardian.requestSession(request)).toMatchObject({ status: 'pending', may: { withdraw: true } })
  expect(await anna.api.guardian.requestSession(request)).toMatchObject({ id: request.id })
  expect(await historyOf(therapist, request.id)).toMatchObject([{ by: 'guardian', action: 'request' }])
  expect((await therapist.api.session.get({ id: request.id })).session.participants).toMatchObject([
    { clientId: record },
  ])
  expect(await anna.api.guardian.withdrawSession({ actingFor, id: request.id, command: command() })).toMatchObject({
    status: 'cancelled',
  })
})

test('a session that is kept from guardians is unknown to them, and its time is taken like any other', async () => {
  const { dayAhead, at } = daysAhead(app)
  const id = await insertSession(app, therapist, record, { status: 'confirmed', startsAt: at(9, '10:00') })
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ run }) =>
    run('update app.session_client set kept_from_guardians = true where session_id = $1', [id]),
  )
  const lists = await Promise.all(
    (['upcoming', 'history'] as const).map((which) => anna.api.guardian.sessions({ actingFor, which, limit: 100 })),
  )
  expect(
    JSON.stringify([lists, await anna.api.guardian.home({ actingFor }), await anna.api.guardian.home({})]),
  ).not.toContain(id)
  await expect(anna.api.guardian.session({ actingFor, id })).rejects.toMatchObject({ status: 404 })
  await expect(anna.api.guardian.requestCancel({ actingFor, id: randomUUID(), sessionId: id })).rejects.toMatchObject({
    status: 404,
  })
  const day = dayAhead(9)
  const { slots: free } = await anna.api.guardian.freeTimes({ actingFor, from: day, to: day, format: 'video' })
  expect(free.map(({ startsAt }) => startsAt)).not.toContain(at(9, '10:00'))
  const wish = { actingFor, id: randomUUID(), startsAt: at(9, '10:00'), durationMinutes: 50, format: 'video' as const }
  await expect(anna.api.guardian.requestSession(wish)).rejects.toMatchObject({
    code: 'SLOT_TAKEN',
    data: { conflicts: [{ kind: 'session', sessionId: null, name: '' }] },
  })
})

test('without the right to requests a guardian answers sessions, but asks for nothing', async () => {
  const other = await app.person('client', 5)
  await insertGuardian(app, { ...of, account: other, rights: ['sessions'] })
  const id = await booked('confirmed')
  expect((await other.api.guardian.session({ actingFor, id })).session.may).toMatchObject({
    move: false,
    cancel: false,
  })
  const { dayAhead } = daysAhead(app)
  for (const call of [
    () => other.api.guardian.requestCancel({ actingFor, id: randomUUID(), sessionId: id }),
    () => other.api.guardian.freeTimes({ actingFor, from: dayAhead(8), to: dayAhead(8), format: 'video' }),
  ])
    await expect(call()).rejects.toMatchObject({ status: 404 })
})

test('a right that was given today does not reach back', async () => {
  const other = await app.person('client', 6)
  const past = await insertSession(app, therapist, record, {
    status: 'completed',
    startsAt: new Date(app.clock.now().getTime() - 48 * hour).toISOString(),
  })
  await insertGuardian(app, { ...of, account: other, since: app.clock.now().toISOString() })
  const page = await other.api.guardian.sessions({ actingFor, which: 'history', limit: 100 })
  expect(page.items.map(({ id }) => id)).not.toContain(past)
  expect(
    (await anna.api.guardian.sessions({ actingFor, which: 'history', limit: 100 })).items.map(({ id }) => id),
  ).toContain(past)
})

test('in a session of two siblings the guardian of both answers for the one of the page only', async () => {
  const id = await booked()
  await app.privileged.definer.query(
    `insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer)
     select therapist_id, id, $2, starts_at, 'awaited' from app.session where id = $1`,
    [id, sibling],
  )
  await anna.api.guardian.acceptSession({ actingFor, id, command: command() })
  const { session } = await therapist.api.session.get({ id })
  expect(session.status).toBe('scheduled')
  expect(Object.fromEntries(session.participants.map((one) => [one.clientId, one.answer]))).toEqual({
    [record]: 'accepted',
    [sibling]: 'awaited',
  })
  const seen = await ben.api.guardian.session({ actingFor, id })
  expect(JSON.stringify(seen)).not.toMatch(new RegExp(`${sibling}|${mia.lastName}`))
})

test('the home without a client counts for all clients of the guardian', async () => {
  const { clients, awaiting, upcoming } = await anna.api.guardian.home({})
  expect(clients.map(({ clientId }) => clientId).toSorted()).toEqual([record, sibling].toSorted())
  expect([awaiting, upcoming]).toEqual([[], []])
  const own = await anna.api.guardian.home({ actingFor })
  expect(own.clients[0]).toMatchObject({ clientId: record, awaiting: own.awaiting.length })
})
