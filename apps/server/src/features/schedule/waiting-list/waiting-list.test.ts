import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { minimalClient } from '../../../testing/records/clients.ts'
import type { Person } from '../../../testing/people.ts'
import { connectClient, insertSession } from '../../../testing/records/sessions.ts'
import { daysAhead, everyWeekday, saveHours } from '../availability/availability.testing.ts'
import { advanceAfterUndo, anyTime, notifiedOf, offersOf } from './waiting-list.testing.ts'
import { runWaitingListJob } from './waiting-list.advance.ts'

let day = 2
const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const clients = await Promise.all([1, 2, 3, 4].map((n) => app.person('client', n)))
const records: string[] = []
for (const one of clients) {
  records.push(await connectClient(app, therapist, one))
  await one.api.account.saveSettings({ zone: 'Europe/Berlin' })
}
await saveHours(therapist, everyWeekday({ from: '08:00', until: '20:00' }))
const { dayAhead, at } = daysAhead(app)
beforeEach(async () => {
  day += 2
  for (const client of clients)
    for (const { id } of (await client.api.waitingList.mine({})).items) await client.api.waitingList.leave({ id })
  await app.privileged.definer.query('delete from app.freed_time')
  await therapist.api.waitingList.saveSettings({ mode: 'automatic', answerHours: 24 })
})

const [first, second, third, last] = [0, 1, 2, 3].map((n) => () => clients[n] as Person) as [
  () => Person,
  () => Person,
  () => Person,
  () => Person,
]
const join = (client: Person, more: Parameters<typeof anyTime>[2] = {}) =>
  client.api.waitingList.join(anyTime(app, therapist, more))
/** Schedules a session of the last client and cancels it. */
async function freeTime(startsAt = at(day, '10:00')): Promise<string> {
  const id = await insertSession(app, therapist, records[3] ?? '', { status: 'confirmed', startsAt })
  await therapist.api.session.cancel({ id, command: randomUUID() })
  return id
}
const advance = () => runWaitingListJob(app, { therapistId: therapist.accountId })

test('a freed time is offered to the first that it fits, and accepting confirms the session at once @slow', async () => {
  await join(first(), { weekdays: [1], from: '06:00', until: '06:30' })
  await join(second())
  await join(third())
  await freeTime()
  await advance()
  expect(await offersOf(second())).toEqual([])
  await advanceAfterUndo(app, therapist)
  expect(await offersOf(first())).toEqual([])
  expect(await offersOf(third())).toEqual([])
  const [offer] = await offersOf(second())
  expect(offer).toMatchObject({ startsAt: at(day, '10:00') })
  expect(await notifiedOf(second(), offer?.id ?? '')).toEqual(['waiting-offered'])
  const sessionId = randomUUID()
  expect(await second().api.waitingList.accept({ id: offer?.id ?? '', sessionId })).toEqual({ sessionId })
  expect(await second().api.waitingList.accept({ id: offer?.id ?? '', sessionId: randomUUID() })).toEqual({ sessionId })
  const { session, history } = await therapist.api.session.get({ id: sessionId })
  expect(session).toMatchObject({ status: 'confirmed', startsAt: at(day, '10:00') })
  expect(history).toMatchObject([{ by: 'client', action: 'acceptOffer', from: null, to: 'confirmed' }])
  expect(await notifiedOf(therapist, sessionId)).toEqual(['waiting-accepted'])
  expect(await notifiedOf(second(), sessionId)).toEqual(['session-confirmed'])
  expect((await second().api.waitingList.mine({})).items).toEqual([])
})

test('a video session from the waiting list has its call in Attune if the therapist’s terms say so [3.08] @slow', async () => {
  const terms = await therapist.api.terms.mine({})
  await therapist.api.terms.save({ ...terms, callsInAttune: true })
  await join(first())
  await freeTime()
  await advanceAfterUndo(app, therapist)
  const [offer] = await offersOf(first())
  const sessionId = randomUUID()
  await first().api.waitingList.accept({ id: offer?.id ?? '', sessionId })
  const { session } = await therapist.api.session.get({ id: sessionId })
  expect(session).toMatchObject({ format: 'video', videoUrl: null, callInAttune: true })
  await therapist.api.terms.save(terms)
})

test('of three who want the freed time at once exactly one gets it @slow', async () => {
  for (const client of [first(), second(), third()]) await join(client)
  await freeTime()
  await advanceAfterUndo(app, therapist)
  const [offer] = await offersOf(first())
  const startsAt = at(day, '10:00')
  const what = {
    startsAt,
    durationMinutes: 50,
    format: 'video' as const,
    therapistId: therapist.accountId,
    message: '',
    typeId: null,
  }
  const answers = await Promise.all([
    first().send('waitingList/accept', { id: offer?.id, sessionId: randomUUID() }),
    first().send('waitingList/accept', { id: offer?.id, sessionId: randomUUID() }),
    second().send('waitingList/accept', { id: offer?.id, sessionId: randomUUID() }),
    third().send('session/request', { id: randomUUID(), ...what }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 409])
  const { items } = await therapist.api.session.between({ from: startsAt, to: at(day, '11:00') })
  expect(items.filter(({ status }) => status === 'confirmed')).toHaveLength(1)
  await advance()
  expect(await offersOf(second())).toEqual([])
  expect(await offersOf(third())).toEqual([])
})

test('a time that is freed and taken again within a second is not offered', async () => {
  await join(first())
  await freeTime()
  await insertSession(app, therapist, records[3] ?? '', { status: 'confirmed', startsAt: at(day, '10:00') })
  await advanceAfterUndo(app, therapist)
  expect(await offersOf(first())).toEqual([])
  expect((await therapist.api.waitingList.list({})).freed).toEqual([])
})

test('an offered time is hidden from other clients, and the therapist who books it withdraws the offer @slow', async () => {
  await join(first())
  await freeTime()
  await advanceAfterUndo(app, therapist)
  const [offer] = await offersOf(first())
  const freeFor = async (client: Person) => {
    const from = dayAhead(day)
    const window = { therapistId: therapist.accountId, from, to: from, format: 'video' as const, durationMinutes: 50 }
    return (await client.api.availability.slots(window)).slots.some(({ startsAt }) => startsAt === offer?.startsAt)
  }
  expect(await freeFor(second())).toBe(false)
  expect(await freeFor(first())).toBe(true)
  await therapist.api.session.create({
    id: randomUUID(),
    clientIds: [records[3] ?? ''],
    startsAt: at(day, '10:00'),
    durationMinutes: 50,
    format: 'video',
  })
  const refused = await first().send('waitingList/accept', { id: offer?.id, sessionId: randomUUID() })
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([409, 'SLOT_TAKEN'])
  await advance()
  expect(await offersOf(first())).toEqual([])
  expect(await notifiedOf(first(), offer?.id ?? '')).toEqual(['waiting-withdrawn', 'waiting-offered'])
  expect((await first().api.waitingList.mine({})).items).toHaveLength(1)
})

test('a declined offer goes to the next, and one that runs out goes on too, but not back @slow', async () => {
  for (const client of [first(), second()]) await join(client)
  await freeTime()
  await advanceAfterUndo(app, therapist)
  const [offer] = await offersOf(first())
  await first().api.waitingList.decline({ id: offer?.id ?? '' })
  await expect(first().api.waitingList.accept({ id: offer?.id ?? '', sessionId: randomUUID() })).rejects.toMatchObject({
    code: 'OFFER_ENDED',
  })
  await advance()
  expect(await offersOf(first())).toEqual([])
  const [next] = await offersOf(second())
  expect(next?.startsAt).toBe(at(day, '10:00'))
  const before = app.clock.now().getTime()
  app.clock.advance(Date.parse(next?.expiresAt ?? '') - before + 1000)
  await expect(second().api.waitingList.accept({ id: next?.id ?? '', sessionId: randomUUID() })).rejects.toMatchObject({
    code: 'OFFER_ENDED',
  })
  await advance()
  expect(await notifiedOf(second(), next?.id ?? '')).toEqual(['waiting-expired', 'waiting-offered'])
  expect([...(await offersOf(first())), ...(await offersOf(second()))]).toEqual([])
  app.clock.advance(before - app.clock.now().getTime())
})

test('an offer does not run out at night @slow', async () => {
  await therapist.api.waitingList.saveSettings({ mode: 'automatic', answerHours: 1 })
  await join(first())
  await freeTime(at(day + 31, '10:00'))
  const before = app.clock.now().getTime()
  app.clock.advance(Date.parse(at(day, '20:30')) - before)
  await advance()
  const [offer] = await offersOf(first())
  expect(offer?.expiresAt).toBe(at(day + 1, '09:00'))
  app.clock.advance(Date.parse(at(day + 1, '08:59')) - app.clock.now().getTime())
  await advance()
  const sessionId = randomUUID()
  expect(await first().api.waitingList.accept({ id: offer?.id ?? '', sessionId })).toEqual({ sessionId })
  app.clock.advance(before - app.clock.now().getTime())
})

test('accepting an earlier time moves the session and frees its time for the next @slow', async () => {
  const sessionId = await insertSession(app, therapist, records[0] ?? '', {
    status: 'confirmed',
    startsAt: at(day + 9, '15:00'),
  })
  await join(first(), { sessionId })
  await expect(join(first(), { sessionId })).rejects.toMatchObject({ code: 'ALREADY_WAITING' })
  await join(second())
  await freeTime()
  await advanceAfterUndo(app, therapist)
  const [offer] = await offersOf(first())
  expect(await first().api.waitingList.accept({ id: offer?.id ?? '', sessionId: randomUUID() })).toEqual({ sessionId })
  const { session, history } = await first().api.session.get({ id: sessionId })
  expect(session).toMatchObject({ status: 'confirmed', startsAt: at(day, '10:00') })
  expect(history.at(-1)).toMatchObject({
    action: 'acceptOffer',
    startsAtBefore: at(day + 9, '15:00'),
    startsAtAfter: at(day, '10:00'),
  })
  await advanceAfterUndo(app, therapist)
  expect(await offersOf(second())).toMatchObject([{ startsAt: at(day + 9, '15:00') }])
})

test('on a click, the therapist is told of the freed time once and starts offering it @slow', async () => {
  await therapist.api.waitingList.saveSettings({ mode: 'click', answerHours: 4 })
  const entry = await join(first())
  await join(second())
  await freeTime()
  await advanceAfterUndo(app, therapist)
  await advance()
  expect(await offersOf(first())).toEqual([])
  const { freed, entries } = await therapist.api.waitingList.list({})
  expect(entries.map(({ clientName }) => clientName)).toHaveLength(2)
  expect(freed).toMatchObject([{ startsAt: at(day, '10:00'), isOffered: false, entryIds: [entry.id, entries[1]?.id] }])
  expect(await notifiedOf(therapist, freed[0]?.id ?? '')).toEqual(['waiting-freed'])
  await therapist.api.waitingList.offerFreed({ id: freed[0]?.id ?? '' })
  const [offer] = await offersOf(first())
  await first().api.waitingList.decline({ id: offer?.id ?? '' })
  await advance()
  expect(await offersOf(second())).toHaveLength(1)
})

test('a deleted busy time is offered within the hours only, one session after another', async () => {
  await join(first())
  await join(second())
  const id = randomUUID()
  await therapist.api.calendar.addEvent({
    id,
    title: 'Dentist',
    location: '',
    startsAt: at(day, '06:00'),
    endsAt: at(day, '10:30'),
  })
  await therapist.api.calendar.removeEvent({ id, command: randomUUID() })
  await advanceAfterUndo(app, therapist)
  expect(await offersOf(first())).toMatchObject([{ startsAt: at(day, '08:00') }])
  expect(await offersOf(second())).toMatchObject([{ startsAt: at(day, '09:00') }])
})

test('the therapist offers any free time by hand, withdraws it, and the client is told', async () => {
  const entry = await join(first())
  const { entries } = await therapist.api.waitingList.list({})
  expect(entries[0]?.times).toHaveLength(3)
  const [id, startsAt] = [randomUUID(), at(day, '16:00')]
  await therapist.api.waitingList.offer({ id, entryId: entry.id, startsAt })
  await expect(
    therapist.api.waitingList.offer({ id: randomUUID(), entryId: entry.id, startsAt }),
  ).rejects.toMatchObject({
    code: 'OFFER_OPEN',
  })
  await therapist.api.waitingList.withdrawOffer({ id })
  await advance()
  expect(await notifiedOf(first(), id)).toEqual(['waiting-withdrawn', 'waiting-offered'])
})

test('an inactive client waits no longer, and the offer goes on @slow', async () => {
  await join(last())
  await join(second())
  await freeTime()
  await advanceAfterUndo(app, therapist)
  expect(await offersOf(last())).toHaveLength(1)
  await therapist.api.client.setStatus({ id: records[3] ?? '', status: 'inactive', command: randomUUID() })
  await advance()
  expect((await last().api.waitingList.mine({})).items).toEqual([])
  expect(await offersOf(second())).toHaveLength(1)
  await expect(join(last())).rejects.toMatchObject({ code: 'CLIENT_INACTIVE' })
  await therapist.api.client.setStatus({ id: records[3] ?? '', status: 'active', command: randomUUID() })
})

test('without an open waiting list nobody joins, and a preference is changed by its version', async () => {
  const preference = anyTime(app, therapist)
  const entry = await first().api.waitingList.join(preference)
  const { therapistId: _, sessionId: __, ...change } = preference
  const changed = await first().api.waitingList.change({ ...change, version: entry.version, from: '13:00' })
  expect(changed).toMatchObject({ from: '13:00', version: 2, since: entry.since })
  await expect(first().api.waitingList.change({ ...change, version: 1, from: '14:00' })).rejects.toMatchObject({
    code: 'CHANGED',
  })
  await expect(join(second(), { untilDay: '2020-01-01' })).rejects.toMatchObject({ code: 'WRONG_DAY' })
  await therapist.api.waitingList.saveSettings({ mode: 'off', answerHours: 4 })
  await expect(join(second())).rejects.toMatchObject({ code: 'WAITING_LIST_CLOSED' })
  expect((await second().api.waitingList.mine({})).therapists).toEqual([])
})

test('merging a record moves its entry, which then belongs to the account of the other record @slow', async () => {
  const id = randomUUID()
  const facts = { id, firstName: 'Ana', lastName: 'Double', email: 'ana.double@practice.test', invite: false }
  await therapist.api.client.add({ ...minimalClient, ...facts })
  const { therapistId: _, sessionId: __, ...preference } = anyTime(app, therapist)
  await therapist.api.waitingList.add({ ...preference, clientId: id })
  expect((await therapist.api.waitingList.list({})).entries).toMatchObject([{ clientId: id, hasAccount: false }])
  await freeTime()
  await advanceAfterUndo(app, therapist)
  expect((await therapist.api.waitingList.list({})).entries).toMatchObject([{ id: preference.id, offer: null }])
  await therapist.api.client.merge({ id, into: records[0] ?? '', command: randomUUID() })
  expect((await first().api.waitingList.mine({})).items).toMatchObject([{ id: preference.id }])
})

test('a time that fits only a client without an account is shown to the therapist with the name, and is not offered @slow', async () => {
  const clientId = randomUUID()
  const facts = { id: clientId, firstName: 'Max', lastName: 'Weber', email: null, invite: false }
  await therapist.api.client.add({ ...minimalClient, ...facts })
  const { therapistId: _, sessionId: __, ...preference } = anyTime(app, therapist)
  await therapist.api.waitingList.add({ ...preference, clientId })
  await freeTime()
  await advanceAfterUndo(app, therapist)
  await advance()
  const { freed, entries } = await therapist.api.waitingList.list({})
  expect(entries.find(({ id }) => id === preference.id)).toMatchObject({
    clientName: 'Max Weber',
    times: { length: 3 },
  })
  const startsAt = at(day, '10:00')
  expect(freed).toMatchObject([
    { startsAt, isOffered: false, entryIds: [], calls: [{ entryId: preference.id, startsAt }] },
  ])
  expect(await notifiedOf(therapist, freed[0]?.id ?? '')).toEqual(['waiting-freed'])
  await join(first())
  await advance()
  expect((await therapist.api.waitingList.list({})).freed).toMatchObject([{ isOffered: true, calls: [] }])
  const [offer] = await offersOf(first())
  await first().api.waitingList.decline({ id: offer?.id ?? '' })
  await advance()
  expect((await therapist.api.waitingList.list({})).freed).toMatchObject([{ calls: [{ entryId: preference.id }] }])
  await therapist.api.session.create({
    id: randomUUID(),
    clientIds: [clientId],
    startsAt,
    durationMinutes: 50,
    format: 'video',
  })
  expect((await therapist.api.waitingList.list({})).freed).toEqual([])
  await therapist.api.waitingList.remove({ id: preference.id })
})
