import { defaultTerms } from '@attune/contract/features/schedule/terms/terms.rules'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient, insertSession } from '../../../../testing/records/sessions.ts'
import { expireRequestsAtStart } from '../session.ts'
import { timeAhead } from '../../../../testing/time-ahead.ts'

const app = await startSharedApp()
const therapist = await app.person('therapist')
const client = await app.person('client')
const other = await app.person('client', 2)
const record = await connectClient(app, therapist, client)
await connectClient(app, therapist, other)

const [minute, hour] = [60_000, 60 * 60_000]
let slots = 0
const freeHour = () => new Date(timeAhead(280, 6) + slots++ * hour).toISOString()
const inMilliseconds = (ahead: number) => new Date(app.clock.now().getTime() + ahead).toISOString()
const act = (id: string) => ({ id, command: randomUUID() })
const requestInput = (more: object = {}) => ({
  id: randomUUID(),
  therapistId: therapist.accountId,
  startsAt: freeHour(),
  durationMinutes: 50,
  format: 'video' as const,
  ...more,
})
const notificationsOf = async (person: Person, id: string) =>
  (await person.api.notification.list({})).items.filter((one) => one.relatedId === id).map((one) => one.kind)

test('a client’s request does not take the slot and notifies the therapist, who confirms it [1.05] @slow', async () => {
  const input = requestInput({ message: 'After work, please' })
  expect(await client.api.session.request(input)).toMatchObject({
    status: 'pending',
    participants: [{ clientId: record, answer: 'accepted' }],
    may: { withdraw: true, confirm: false, accept: false },
  })
  const [waiting] = (await therapist.api.session.waiting({})).items.filter((one) => one.session.id === input.id)
  expect(waiting).toMatchObject({
    session: { may: { confirm: true, deny: true, counter: true } },
    change: null,
    rivals: [],
  })
  expect(await notificationsOf(therapist, input.id)).toEqual(['session-requested'])
  const mail = await app.inbox.mailTo(therapist.email, /Please answer a request/)
  expect(`${mail.subject} ${mail.text}`).not.toMatch(/Clara|work/)
  expect(await therapist.api.session.confirm(act(input.id))).toMatchObject({ status: 'confirmed', sequence: 0 })
  expect(await notificationsOf(client, input.id)).toEqual(['session-confirmed'])
  const { history } = await client.api.session.get({ id: input.id })
  expect(history.map(({ by, action, from, to, reason }) => [by, action, from, to, reason])).toEqual([
    ['client', 'request', null, 'pending', 'After work, please'],
    ['therapist', 'confirm', 'pending', 'confirmed', ''],
  ])
})

test('the other side is notified when a request is denied or withdrawn [4.04] @slow', async () => {
  const [denied, withdrawn] = [requestInput(), requestInput()]
  await client.api.session.request(denied)
  await client.api.session.request(withdrawn)
  await therapist.api.session.deny({ ...act(denied.id), reason: 'On holiday' })
  await client.api.session.withdraw(act(withdrawn.id))
  const seen = await client.api.session.get({ id: denied.id })
  expect([seen.session.status, seen.history.at(-1)?.reason]).toEqual(['denied', 'On holiday'])
  expect(await notificationsOf(client, denied.id)).toEqual(['session-denied'])
  expect(await notificationsOf(therapist, withdrawn.id)).toEqual(['session-withdrawn', 'session-requested'])
})

test('a counter-proposal takes its slot until the client answers, in the same row @slow', async () => {
  for (const answer of ['accept', 'decline'] as const) {
    const input = requestInput()
    await client.api.session.request(input)
    const time = { startsAt: freeHour(), durationMinutes: 30 }
    expect(await therapist.api.session.counter({ ...act(input.id), ...time, reason: 'Sooner' })).toMatchObject({
      ...time,
      status: 'rescheduled',
      sequence: 1,
      participants: [{ answer: 'awaited' }],
    })
    await expect(therapist.api.session.create(plan(time))).rejects.toMatchObject({ code: 'SLOT_TAKEN' })
    const waits = (await client.api.session.waiting({})).items.find((one) => one.session.id === input.id)
    expect(waits?.moved).toMatchObject({ action: 'counter', startsAtBefore: input.startsAt })
    const after = await client.api.session[answer](act(input.id))
    expect(after).toMatchObject({ id: input.id, status: answer === 'accept' ? 'confirmed' : 'cancelled' })
  }
})
const plan = (time: { startsAt: string; durationMinutes: number }) => ({
  id: randomUUID(),
  clientIds: [record],
  format: 'phone' as const,
  ...time,
})

test('of two requests for the same time, only one can be confirmed @slow', async () => {
  const startsAt = freeHour()
  const [first, second] = [requestInput({ startsAt }), requestInput({ startsAt })]
  await client.api.session.request(first)
  await other.api.session.request(second)
  expect((await therapist.api.session.get({ id: first.id })).rivals).toMatchObject([{ sessionId: second.id }])
  expect((await client.api.session.get({ id: first.id })).rivals).toEqual([])
  await therapist.api.session.confirm(act(second.id))
  await expect(therapist.api.session.confirm(act(first.id))).rejects.toMatchObject({
    code: 'SLOT_TAKEN',
    data: { conflicts: [{ sessionId: second.id, name: 'Clara c.' }] },
  })
  expect(await notificationsOf(client, first.id)).toEqual([])
  const both = await therapist.api.session.confirm({ ...act(first.id), anyway: true })
  expect(both).toMatchObject({ status: 'confirmed', bookedAnyway: true })
})

test('a request is refused for a taken or past time, an unknown therapist, a therapist without proposed times and an inactive client @slow', async () => {
  const taken = freeHour()
  await insertSession(app, therapist, record, { status: 'confirmed', startsAt: taken })
  const refused = (input: object, by = client) =>
    by.api.session.request(requestInput(input)).catch((error: unknown) => error)
  expect(await refused({ startsAt: taken })).toMatchObject({
    code: 'SLOT_TAKEN',
    data: { conflicts: [{ startsAt: taken, sessionId: null, name: '' }] },
  })
  expect(await refused({ startsAt: inMilliseconds(-minute) })).toMatchObject({ code: 'IN_THE_PAST' })
  expect(await refused({ therapistId: randomUUID() })).toMatchObject({ code: 'NOT_FOUND' })
  expect(await refused({ therapistId: (await app.person('therapist', 2)).accountId })).toMatchObject({
    code: 'NOT_FOUND',
  })
  await therapist.api.terms.save({ ...defaultTerms, proposeTimes: false })
  expect(await refused({})).toMatchObject({ code: 'NOT_OFFERED' })
  await therapist.api.terms.save(defaultTerms)
  const inactive = await app.person('client', 3)
  const id = await connectClient(app, therapist, inactive)
  await therapist.api.client.setStatus({ ...act(id), status: 'inactive' })
  expect(await refused({}, inactive)).toMatchObject({ code: 'CLIENT_INACTIVE' })
  await expect(
    therapist.api.session.create({ ...plan({ startsAt: freeHour(), durationMinutes: 50 }), clientIds: [id] }),
  ).rejects.toMatchObject({ code: 'CLIENT_INACTIVE' })
})

test.each([
  ['a duration of 0 minutes', { durationMinutes: 0 }],
  ['1,441 minutes', { durationMinutes: 1441 }],
  ['a duration of half a minute', { durationMinutes: 0.5 }],
  ['an end instead of a duration', { endsAt: '2027-01-01T09:00:00.000Z', durationMinutes: undefined }],
  ['a year out of reach', { startsAt: '9999-01-01T00:00:00.000Z' }],
  ['a time without a zone', { startsAt: '2027-01-01T10:00:00' }],
  ['a zone that does not exist', { startsAt: '2027-01-01T10:00:00[Mars/Olympus]' }],
  ['an unknown format', { format: 'telepathy' }],
  ['a message that is too long', { message: 'x'.repeat(501) }],
])('a request with %s is refused', async (_, wrong) => {
  expect((await client.send('session/request', requestInput(wrong))).status).toBe(400)
  expect(
    (await therapist.send('session/create', { ...plan({ startsAt: freeHour(), durationMinutes: 50 }), ...wrong }))
      .status,
  ).toBe(400)
})

test('another therapist’s client cannot be scheduled or logged', async () => {
  const stranger = await app.person('therapist', 2)
  const input = plan({ startsAt: freeHour(), durationMinutes: 50 })
  await expect(stranger.api.session.create(input)).rejects.toMatchObject({ status: 404 })
  const past = { ...input, startsAt: inMilliseconds(-hour), outcome: 'completed' as const }
  await expect(stranger.api.session.logPast(past)).rejects.toMatchObject({ status: 404 })
})

test('a repeated request is stored and notified once unless its content differs', async () => {
  const input = requestInput()
  const [first, second] = await Promise.all([client.api.session.request(input), client.api.session.request(input)])
  expect(second).toEqual(first)
  expect(await notificationsOf(therapist, input.id)).toEqual(['session-requested'])
  await expect(client.api.session.request({ ...input, durationMinutes: 45 })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await expect(other.api.session.request(input)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('an unanswered request is denied by the product at its start, and both sides are notified once @slow', async () => {
  const input = requestInput({ startsAt: inMilliseconds(hour) })
  await client.api.session.request(input)
  const due = () => expireRequestsAtStart(app, { sessionId: input.id, therapistId: therapist.accountId })
  await due()
  expect((await client.api.session.get({ id: input.id })).session.status).toBe('pending')
  app.clock.advance(hour)
  await Promise.all([due(), due()])
  const { session, history } = await client.api.session.get({ id: input.id })
  expect(session.status).toBe('denied')
  expect(history.at(-1)).toMatchObject({
    by: 'product',
    action: 'expire',
    from: 'pending',
    to: 'denied',
    reason: 'expired',
  })
  expect(await notificationsOf(client, input.id)).toEqual(['session-expired'])
  expect(await notificationsOf(therapist, input.id)).toEqual(['session-expired', 'session-requested'])
})

test('a request enqueues the job that ends it at its start @slow', async () => {
  const input = requestInput({ startsAt: inMilliseconds(3000) })
  await client.api.session.request(input)
  app.clock.advance(3000)
  await expect.poll(async () => (await client.api.session.get({ id: input.id })).session.status).toBe('denied')
})
