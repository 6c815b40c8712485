import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { timeAhead } from '../../../../testing/time-ahead.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const people = await Promise.all([1, 2, 3].map((n) => app.person('client', n)))
const records: string[] = []
for (const person of people) records.push(await connectClient(app, therapist, person))

const hour = 60 * 60_000
let slots = 0
const freeHour = () => new Date(timeAhead(220, 8) + slots++ * hour).toISOString()
const act = (id: string) => ({ id, command: randomUUID() })
const plan = async (count: number, more: { therapyType?: 'couples' | 'group' | 'family'; agreed?: boolean } = {}) =>
  therapist.api.session.create({
    id: randomUUID(),
    clientIds: records.slice(0, count),
    startsAt: freeHour(),
    format: 'in-person',
    therapyType: 'couples',
    ...more,
  })
const [a, b, c] = [0, 1, 2].map((place) => () => people[place] as Person) as [() => Person, () => Person, () => Person]
const seenBy = async (person: Person, id: string) => (await person.api.session.get({ id })).session
const answersOf = async (id: string) => {
  const { participants } = await seenBy(therapist, id)
  return records.flatMap((record) => participants.find((one) => one.clientId === record)?.answer ?? [])
}
const notificationsOf = async (person: Person, id: string) =>
  (await person.api.notification.list({})).items.filter((one) => one.relatedId === id).map((one) => one.kind)

test('a session of two is confirmed when the second client accepts', async () => {
  const { id } = await plan(2)
  expect(await a().api.session.accept(act(id))).toMatchObject({
    status: 'scheduled',
    may: { accept: false, decline: true },
  })
  await expect(a().api.session.accept(act(id))).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' })
  expect((await seenBy(b(), id)).participants).toMatchObject([{ clientId: records[1], answer: 'awaited' }])
  expect(await b().api.session.accept(act(id))).toMatchObject({ status: 'confirmed' })
  expect(await answersOf(id)).toEqual(['accepted', 'accepted'])
})

test('two clients of a couple who accept at the same moment confirm the session @slow', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await plan(2)
    await Promise.all([a().api.session.accept(act(id)), b().api.session.accept(act(id))])
    expect((await seenBy(therapist, id)).status).toBe('confirmed')
  }
})

test('a session of two stays scheduled for the client who has not declined, and is cancelled when the last declines', async () => {
  const { id } = await plan(2)
  expect(await a().api.session.decline({ ...act(id), reason: 'canary-private' })).toMatchObject({ status: 'cancelled' })
  expect((await seenBy(therapist, id)).status).toBe('scheduled')
  expect((await seenBy(b(), id)).status).toBe('scheduled')
  await expect(a().api.session.accept(act(id))).rejects.toMatchObject({ data: { status: 'cancelled' } })
  const [mine, theirs] = await Promise.all([
    a().api.session.list({ which: 'history', limit: 100 }),
    b().api.session.list({ which: 'upcoming', limit: 100 }),
  ])
  expect(mine.items.map((one) => one.id)).toContain(id)
  expect(theirs.items.map((one) => one.id)).toContain(id)
  expect(JSON.stringify(await b().api.session.get({ id }))).not.toContain('canary')
  expect(await b().api.session.decline(act(id))).toMatchObject({ status: 'cancelled' })
  expect((await seenBy(therapist, id)).status).toBe('cancelled')
})

test('a move resets the answers of all participants except those who declined, and notifies only the others', async () => {
  const { id } = await plan(3, { therapyType: 'family', agreed: false })
  await a().api.session.accept(act(id))
  await b().api.session.decline(act(id))
  await therapist.api.session.move({ ...act(id), startsAt: freeHour(), durationMinutes: 50 })
  expect(await answersOf(id)).toEqual(['awaited', 'declined', 'awaited'])
  expect(await notificationsOf(c(), id)).toEqual(['session-moved', 'session-planned'])
  expect(await notificationsOf(b(), id)).toEqual(['session-planned'])
  await therapist.api.session.acceptOnBehalf(act(id))
  expect(await answersOf(id)).toEqual(['accepted', 'declined', 'accepted'])
})

test('the clients of a session see each other’s first name unless it is a group', async () => {
  const couple = await plan(2)
  expect((await a().api.session.get({ id: couple.id })).companions).toEqual(['Clara'])
  const group = await plan(3, { therapyType: 'group' })
  const seen = await a().api.session.get({ id: group.id })
  expect(seen.companions).toEqual([])
  expect(JSON.stringify(seen)).not.toMatch(/client2|client3/)
})

test('an accepted change request moves the session, counts as that client’s answer and asks the others, who do not see the request', async () => {
  const { id } = await plan(2, { agreed: true })
  const request = { id: randomUUID(), sessionId: id, startsAt: freeHour(), durationMinutes: 50, reason: 'canary-wish' }
  await a().api.changeRequest.askMove(request)
  expect(await notificationsOf(b(), id)).toEqual(['session-planned'])
  expect((await seenBy(b(), id)).change).toBeNull()
  const { session } = await therapist.api.changeRequest.accept(act(request.id))
  expect(session).toMatchObject({ status: 'rescheduled', startsAt: request.startsAt })
  expect(await answersOf(id)).toEqual(['accepted', 'awaited'])
  expect(await notificationsOf(b(), id)).toEqual(['session-moved', 'session-planned'])
  const seen = await b().api.session.get({ id })
  expect(seen.history.map(({ action }) => action)).toEqual(['create', 'move'])
  expect(JSON.stringify(seen)).not.toContain('canary')
  expect((await a().api.session.get({ id })).history.map(({ action }) => action)).toContain('acceptChange')
})

test('an accepted counter-proposal asks the other participants again and notifies them in the therapist’s name', async () => {
  const { id } = await plan(2, { agreed: true })
  const request = { id: randomUUID(), sessionId: id, startsAt: freeHour(), durationMinutes: 50 }
  await a().api.changeRequest.askMove(request)
  const counter = freeHour()
  await therapist.api.changeRequest.counter({ ...act(request.id), startsAt: counter, durationMinutes: 50 })
  const { session } = await a().api.changeRequest.acceptCounter(act(request.id))
  expect(session).toMatchObject({ status: 'rescheduled', startsAt: counter })
  expect(await answersOf(id)).toEqual(['accepted', 'awaited'])
  const [moved] = (await b().api.notification.list({})).items.filter((one) => one.relatedId === id)
  expect(moved).toMatchObject({ kind: 'session-moved', personName: 'Tessa therapist1' })
  expect((await seenBy(b(), id)).may.accept).toBe(true)
})

test('accepted cancellation requests remove one client each and cancel the session with the last one', async () => {
  const { id } = await plan(2, { agreed: true })
  for (const [person, status] of [
    [a(), 'confirmed'],
    [b(), 'cancelled'],
  ] as const) {
    const request = { id: randomUUID(), sessionId: id }
    await person.api.changeRequest.askCancel(request)
    expect((await therapist.api.changeRequest.accept(act(request.id))).session.status).toBe(status)
    expect((await seenBy(person, id)).status).toBe('cancelled')
  }
})

test('two clients of a couple may each have an open change request', async () => {
  const { id } = await plan(2, { agreed: true })
  const ask = (person: Person) => person.api.changeRequest.askCancel({ id: randomUUID(), sessionId: id })
  await Promise.all([ask(a()), ask(b())])
  expect((await therapist.api.session.get({ id })).changes.map(({ state }) => state)).toEqual(['open', 'open'])
  expect((await a().api.session.get({ id })).changes).toHaveLength(1)
})

test('absent participants are stored on completion and by a correction', async () => {
  const startsAt = new Date(app.clock.now().getTime() + hour).toISOString()
  const id = randomUUID()
  const [clientIds, therapyType] = [records.slice(0, 2), 'couples'] as const
  await therapist.api.session.create({ id, clientIds, startsAt, format: 'phone', therapyType, agreed: true })
  app.clock.advance(2 * hour)
  const { participants } = await therapist.api.session.complete({ ...act(id), absent: [records[1] ?? ''] })
  expect(Object.fromEntries(participants.map((one) => [one.clientId, one.attendance]))).toEqual({
    [records[0] ?? '']: 'attended',
    [records[1] ?? '']: 'absent',
  })
  expect(await therapist.api.session.correct(act(id))).toMatchObject({
    status: 'no-show',
    participants: [{ attendance: 'absent' }, { attendance: 'absent' }],
  })
})

/** A session of a couple that began an hour ago. */
async function begunCoupleSession() {
  const startsAt = new Date(app.clock.now().getTime() + hour).toISOString()
  const [id, clientIds] = [randomUUID(), records.slice(0, 2)]
  await therapist.api.session.create({ id, clientIds, startsAt, format: 'phone', therapyType: 'couples', agreed: true })
  app.clock.advance(2 * hour)
  const [one = '', other = ''] = clientIds
  return { id, one, other }
}
const attendanceOf = ({ participants }: { participants: { clientId: string; attendance: string | null }[] }) =>
  Object.fromEntries(participants.map(({ clientId, attendance }) => [clientId, attendance]))

test('a session is completed if one participant came late, and the other is excused', async () => {
  const { id, one, other } = await begunCoupleSession()
  const attendance = [
    { clientId: one, attendance: 'late' as const },
    { clientId: other, attendance: 'excused' as const },
  ]
  const session = await therapist.api.session.complete({ ...act(id), attendance })
  expect(session.status).toBe('completed')
  expect(attendanceOf(session)).toEqual({ [one]: 'late', [other]: 'excused' })
})

test('a session to which nobody came is a no-show', async () => {
  const { id, one, other } = await begunCoupleSession()
  const attendance = [{ clientId: one, attendance: 'excused' as const }]
  const session = await therapist.api.session.complete({ ...act(id), attendance, absent: [other] })
  expect(session.status).toBe('no-show')
  expect(attendanceOf(session)).toEqual({ [one]: 'excused', [other]: 'absent' })
})

test('a correction of one participant keeps the attendance of the other, and the outcome follows', async () => {
  const { id, one, other } = await begunCoupleSession()
  await therapist.api.session.complete({ ...act(id), absent: [other] })
  const excused = { ...act(id), attendance: [{ clientId: other, attendance: 'excused' as const }] }
  const first = await therapist.api.session.correct(excused)
  expect([first.status, attendanceOf(first)]).toEqual(['completed', { [one]: 'attended', [other]: 'excused' }])
  const missed = { ...act(id), attendance: [{ clientId: one, attendance: 'absent' as const }] }
  const second = await therapist.api.session.correct(missed)
  expect([second.status, attendanceOf(second)]).toEqual(['no-show', { [one]: 'absent', [other]: 'excused' }])
})

test('completing with an absent client who does not take part is refused, and nothing is completed', async () => {
  const startsAt = new Date(app.clock.now().getTime() + hour).toISOString()
  const id = randomUUID()
  const clientIds = records.slice(0, 1)
  await therapist.api.session.create({ id, clientIds, startsAt, format: 'phone', agreed: true })
  app.clock.advance(2 * hour)
  const absent = [...clientIds, records[1] ?? '']
  await expect(therapist.api.session.complete({ ...act(id), absent })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await therapist.api.session.get({ id })).session.status).toBe('confirmed')
})

test.each([
  ['two of individual therapy', 2, 'individual'],
  ['three of a couple', 3, 'couples'],
] as const)('a session for %s is refused', async (_, count, therapyType) => {
  const input = {
    id: randomUUID(),
    clientIds: records.slice(0, count),
    startsAt: freeHour(),
    format: 'phone',
    therapyType,
  }
  expect((await therapist.send('session/create', input)).status).toBe(400)
  const twice = { ...input, clientIds: [records[0], records[0]], therapyType: 'couples' }
  expect((await therapist.send('session/create', twice)).status).toBe(400)
})
