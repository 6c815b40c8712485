import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { timeAhead } from '../../../testing/time-ahead.ts'

const app = await startSharedApp()
const therapist = await app.person('therapist')
const client = await app.person('client')
const record = await connectClient(app, therapist, client)

let hours = 0
/** Returns the start of an hour that no other session of the tests uses. */
const freeHour = () => new Date(timeAhead(160, 8) + hours++ * 60 * 60_000).toISOString()
const plan = (more: { startsAt?: string; agreed?: boolean; id?: string } = {}) =>
  therapist.api.session.create({
    id: randomUUID(),
    clientIds: [record],
    startsAt: freeHour(),
    format: 'video',
    ...more,
  })
const act = (id: string) => ({ id, command: randomUUID() })
const unreadOf = async (person: Person) => (await person.api.notification.list({ unreadOnly: true })).items

test('a scheduled session is stored with its participant, for 50 minutes by default, and awaits the client [1.05, 3.08]', async () => {
  const session = await plan()
  expect(session).toMatchObject({
    status: 'scheduled',
    durationMinutes: 50,
    therapyType: 'individual',
    participants: [{ clientId: record, answer: 'awaited' }],
    therapist: { id: therapist.accountId, zone: 'Europe/Berlin' },
    may: { accept: false, acceptOnBehalf: true, decline: false, move: true, cancel: true },
  })
  const seen = await client.api.session.get({ id: session.id })
  expect(seen.session).toMatchObject({
    id: session.id,
    may: { accept: true, decline: true, move: false, cancel: false },
  })
  expect(seen.history).toMatchObject([{ by: 'therapist', action: 'create', from: null, to: 'scheduled' }])
})

test('scheduling notifies the client in the app and by email, and the email names neither therapist nor practice', async () => {
  const session = await plan()
  const notifications = (await unreadOf(client)).find((item) => item.relatedId === session.id)
  expect(notifications).toMatchObject({
    kind: 'session-planned',
    relatedType: 'session',
    personName: 'Tessa therapist1',
  })
  const mail = await app.inbox.mailTo(client.email, /Please confirm your appointment on/)
  expect(`${mail.subject} ${mail.text}`).not.toMatch(/Tessa|Practice/)
})

test('the client accepts once, and the therapist is notified', async () => {
  const { id } = await plan()
  const once = act(id)
  const [first, second] = await Promise.all([client.api.session.accept(once), client.api.session.accept(once)])
  expect(first).toMatchObject({ status: 'confirmed', participants: [{ answer: 'accepted' }] })
  expect(second).toEqual(first)
  expect((await therapist.api.session.get({ id })).history).toMatchObject([
    { action: 'create' },
    { by: 'client', action: 'accept', to: 'confirmed' },
  ])
  const notifications = (await unreadOf(therapist)).filter((item) => item.relatedId === id)
  expect(notifications).toMatchObject([{ kind: 'session-accepted', personName: 'Clara c.' }])
})

test('a client can decline before the start, not after it', async () => {
  const early = await plan()
  expect(await client.api.session.decline({ ...act(early.id), reason: 'I am away' })).toMatchObject({
    status: 'cancelled',
  })
  const startsAt = new Date(Date.now() + 60_000).toISOString()
  const late = await plan({ startsAt })
  app.clock.advance(2 * 60_000)
  await expect(client.api.session.decline(act(late.id))).rejects.toMatchObject({
    code: 'ILLEGAL_TRANSITION',
    data: { status: 'scheduled' },
  })
})

test('moving a session changes the time in the same row, asks the client again and records the old time in the history', async () => {
  const { id, startsAt } = await plan({ agreed: true })
  const later = freeHour()
  const moved = await therapist.api.session.move({
    ...act(id),
    startsAt: later,
    durationMinutes: 60,
    reason: 'Holiday',
  })
  expect(moved).toMatchObject({
    id,
    startsAt: later,
    durationMinutes: 60,
    sequence: 1,
    status: 'rescheduled',
    participants: [{ answer: 'awaited' }],
  })
  expect((await client.api.session.get({ id })).history.at(-1)).toMatchObject({
    action: 'move',
    startsAtBefore: startsAt,
    startsAtAfter: later,
    reason: 'Holiday',
  })
  expect(await therapist.api.session.move({ ...act(id), startsAt, durationMinutes: 50, agreed: true })).toMatchObject({
    status: 'confirmed',
    sequence: 2,
  })
})

test('a move to a taken time is refused with the name of the conflict', async () => {
  const [existing, other] = [await plan(), await plan()]
  const into = { ...act(other.id), startsAt: existing.startsAt, durationMinutes: 50 }
  await expect(therapist.api.session.move(into)).rejects.toMatchObject({
    code: 'SLOT_TAKEN',
    data: { conflicts: [{ kind: 'session', sessionId: existing.id, startsAt: existing.startsAt, name: 'Clara c.' }] },
  })
  expect((await therapist.api.session.get({ id: other.id })).session.startsAt).toBe(other.startsAt)
})

test('a cancelled session frees its time and allows no further action', async () => {
  const { id, startsAt } = await plan()
  expect(await therapist.api.session.cancel({ ...act(id), reason: 'Ill' })).toMatchObject({ status: 'cancelled' })
  await expect(plan({ startsAt })).resolves.toMatchObject({ status: 'scheduled' })
  for (const attempt of [
    () => client.api.session.accept(act(id)),
    () => client.api.session.decline(act(id)),
    () => therapist.api.session.acceptOnBehalf(act(id)),
    () => therapist.api.session.cancel(act(id)),
    () => therapist.api.session.move({ ...act(id), startsAt: freeHour(), durationMinutes: 50 }),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION', data: { status: 'cancelled' } })
  }
})

test('a repeated plan creates one session unless its content differs', async () => {
  const input = { id: randomUUID(), clientIds: [record], startsAt: freeHour(), format: 'video' as const }
  const [first, second] = await Promise.all([therapist.api.session.create(input), therapist.api.session.create(input)])
  expect(second).toEqual(first)
  await expect(therapist.api.session.create({ ...input, format: 'phone' })).rejects.toMatchObject({ code: 'CONFLICT' })
  const stranger = await app.person('therapist', 2)
  await expect(stranger.api.session.create(input)).rejects.toMatchObject({ status: 404 })
})

test('a command that was used for another session or another action is refused', async () => {
  const [one, two] = [await plan(), await plan()]
  const command = randomUUID()
  await client.api.session.accept({ id: one.id, command })
  await expect(client.api.session.accept({ id: two.id, command })).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(client.api.session.decline({ id: one.id, command })).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('the therapist accepts on behalf of a client who agreed by phone', async () => {
  const { id } = await plan()
  expect(await therapist.api.session.acceptOnBehalf(act(id))).toMatchObject({
    status: 'confirmed',
    participants: [{ answer: 'accepted' }],
  })
})

test.each([
  ['a duration of 0 minutes', { durationMinutes: 0 }],
  ['more than a day', { durationMinutes: 1441 }],
  ['a year out of reach', { startsAt: '9999-01-01T00:00:00.000Z' }],
  ['an invalid instant', { startsAt: 'tomorrow' }],
  ['an unknown key', { status: 'confirmed' }],
])('a plan with %s is refused', async (_, wrong) => {
  const answer = await therapist.send('session/create', {
    id: randomUUID(),
    clientIds: [record],
    startsAt: freeHour(),
    format: 'video',
    ...wrong,
  })
  expect(answer.status).toBe(400)
})

test.each(['9_', '2026-02-31T10:00:00.000Z_', '0000-01-01T00:00:00.000Z_', '2026-02-28T10:00:00.000Z_-'])(
  'a malformed cursor (%s) is refused',
  async (place) => {
    const answer = await client.send('session/list', { which: 'upcoming', after: place + randomUUID() })
    expect(answer.status).toBe(400)
  },
)

test('the upcoming list is paged forward and the history backward, without gaps or duplicates', async () => {
  const seen: string[] = []
  let after: string | undefined
  do {
    const page = await client.api.session.list({ which: 'upcoming', limit: 3, ...(after && { after }) })
    seen.push(...page.items.map((item) => `${item.startsAt} ${item.id}`))
    after = page.next ?? undefined
  } while (after)
  const all = await therapist.api.session.list({ which: 'upcoming', limit: 100 })
  expect(seen).toEqual(all.items.map((item) => `${item.startsAt} ${item.id}`))
  expect(seen).toEqual(seen.toSorted((a, b) => a.slice(0, 24).localeCompare(b.slice(0, 24))))
  const past = await therapist.api.session.list({ which: 'history', limit: 100 })
  expect(new Set(past.items.map((item) => item.status))).toEqual(new Set(['cancelled']))
})
