import { dayBounds, wallClockOf } from '@attune/contract/common/time/time'
import { attentionLimits } from '@attune/contract/features/home/dashboard/dashboard.rules'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { minimalClient } from '../../../testing/records/clients.ts'
import type { Person } from '../../../testing/people.ts'
import {
  connectClient,
  insertCompletedSession,
  insertChangeRequest,
  insertSession,
  scheduleSessionAt,
} from '../../../testing/records/sessions.ts'
import { newSessionType } from '../../../testing/records/session-types.ts'
import { confirmedForm, sampleContent, sendTo, signing } from '../../care/form/form.testing.ts'
import { advanceToNoon, assignTask, commandOn } from '../../care/task/task.testing.ts'

const partFailed = 'a part of the dashboard could not be read'
const app = await startSharedApp({ worker: false, expectedErrors: [partFailed] })
advanceToNoon(app)
const therapist = await app.person('therapist')
const client = await app.person('client')
const record = await connectClient(app, therapist, client)

const inHours = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000)
const today = () => dayBounds(wallClockOf(app.clock.now().toISOString(), 'UTC').day, 'UTC')
const overviewOf = (person: Person) => person.api.dashboard.get(today())

/** Submits a PHQ-9 as the client, with this answer to the ninth item, and returns the id of the task. */
async function submitPhq9(item9: number): Promise<string> {
  const { id } = await assignTask(therapist, record, { title: 'Check', form: { kind: 'questionnaire', name: 'phq-9' } })
  await client.api.task.start(commandOn(id))
  const answers = [0, 0, 0, 0, 0, 0, 0, 0, item9]
  const answer = { kind: 'questionnaire', name: 'phq-9', answers, language: 'en' } as const
  await client.api.task.complete({ ...commandOn(id), answer })
  return id
}

test('a dashboard without anything has no needs, no sessions, and the first steps', async () => {
  const fresh = await app.person('therapist', 5)
  expect(await overviewOf(fresh)).toEqual({
    sessions: [],
    next: null,
    hasClients: false,
    firstWeek: {
      steps: ['hours', 'types', 'video', 'reminders', 'client', 'feed', 'address'].map((step) => ({
        step,
        done: false,
      })),
    },
    dayFailed: false,
    attention: { items: [], counts: [], failed: [] },
    waiting: { items: [], counts: [], failed: [] },
  })
})

test('what needs the therapist is one list by urgency, with the number of each kind, and only of their own clients [2.08] @slow', async () => {
  const session = await insertSession(app, therapist, record, {
    status: 'pending',
    startsAt: inHours(30).toISOString(),
  })
  const moved = await insertSession(app, therapist, record, {
    status: 'confirmed',
    startsAt: inHours(50).toISOString(),
  })
  const change = await insertChangeRequest(
    app,
    { therapist, client, recordId: record },
    { sessionId: moved, startsAt: inHours(50).toISOString(), proposed: inHours(52).toISOString() },
  )
  const older = await insertCompletedSession(app, therapist, record, inHours(-48))
  const later = await insertCompletedSession(app, therapist, record, inHours(-24))
  const declined = await assignTask(therapist, record, { title: 'Breathing' })
  await client.api.task.decline({ ...commandOn(declined.id), reason: 'I cannot do this one right now.' })
  await client.api.message.send({ id: randomUUID(), conversationId: record, text: 'See you tomorrow.' })
  const pending = randomUUID()
  await therapist.api.client.add({ ...minimalClient, id: pending, lastName: 'Pending', invite: false })
  const alert = await submitPhq9(2)
  const { attention, waiting } = await overviewOf(therapist)
  expect(attention.items.map(({ kind, id }) => [kind, id])).toEqual([
    ['alert', alert],
    ['request', session],
    ['request', moved],
    ['message', record],
    ['note', older],
    ['note', later],
    ['declined', declined.id],
  ])
  expect(attention.counts).toEqual([
    { kind: 'alert', count: 1 },
    { kind: 'request', count: 2 },
    { kind: 'message', count: 1 },
    { kind: 'note', count: 2 },
    { kind: 'declined', count: 1 },
  ])
  expect(waiting).toMatchObject({
    items: [{ kind: 'invitation', id: pending }],
    counts: [{ kind: 'invitation', count: 1 }],
  })
  expect(attention.items[0]).toMatchObject({ risk: 2, taskTitle: 'Check', people: [{ personId: client.accountId }] })
  expect(attention.items[1]).toMatchObject({ answer: { session: { may: { confirm: true } } } })
  expect(attention.items[2]).toMatchObject({ answer: { change: { id: change } } })
  expect(attention.items[3]).toMatchObject({ unread: 1, excerpt: 'See you tomorrow.' })
  expect((await overviewOf(await app.person('therapist', 6))).attention).toEqual({ items: [], counts: [], failed: [] })
})

test('the old names answer the same items in one form for all kinds @slow', async () => {
  const { attention, waiting } = await overviewOf(therapist)
  const old = async (path: string, input: object) => (await therapist.send(path, input)).json() as Promise<unknown>
  expect(await old('dashboard/overview', today())).toMatchObject({
    needs: {
      items: [...attention.items, ...waiting.items].map(({ kind, id, people }) => ({ kind, id, people })),
      counts: [...attention.counts, ...waiting.counts],
      failed: [],
    },
  })
  expect(await old('dashboard/needs', { kind: 'message' })).toEqual({
    items: [
      {
        kind: 'message',
        id: record,
        at: expect.stringMatching(/Z$/),
        people: [expect.objectContaining({ personId: client.accountId })],
        number: 1,
        text: 'See you tomorrow.',
        begun: false,
        open: null,
        answer: null,
      },
    ],
  })
})

test('an item leaves the list when it is done @slow', async () => {
  const before = (await overviewOf(therapist)).attention.counts
  const countOf = (counts: typeof before, kind: string) => counts.find((one) => one.kind === kind)?.count ?? 0
  const { items } = await therapist.api.dashboard.attention({ kind: 'alert' })
  for (const { id } of items) await therapist.api.task.acknowledge({ id })
  const [request] = (await therapist.api.dashboard.attention({ kind: 'request' })).items
  await therapist.api.session.confirm(commandOn(request?.id ?? ''))
  const [note] = (await therapist.api.dashboard.attention({ kind: 'note' })).items
  const { version } = await therapist.api.note.save({ sessionId: note?.id ?? '', text: 'Slept well.', version: 0 })
  expect((await therapist.api.dashboard.attention({ kind: 'note' })).items[0]).toMatchObject({
    id: note?.id,
    hasText: true,
  })
  await therapist.api.note.sign({ sessionId: note?.id ?? '', command: randomUUID(), version })
  await therapist.api.message.markRead({ id: record, upTo: 1 })
  const after = (await overviewOf(therapist)).attention.counts
  expect(['alert', 'message'].map((kind) => countOf(after, kind))).toEqual([0, 0])
  for (const kind of ['request', 'note']) expect(countOf(after, kind)).toBe(countOf(before, kind) - 1)
})

test('the list is short, and one kind shows more of it', async () => {
  const busy = await app.person('therapist', 7)
  const other = await connectClient(app, busy, await app.person('client', 7))
  for (let back = 1; back <= 12; back++) await insertCompletedSession(app, busy, other, inHours(-24 * back))
  const { attention, firstWeek } = await overviewOf(busy)
  expect(attention.items).toHaveLength(attentionLimits.all)
  expect(attention.counts).toEqual([{ kind: 'note', count: 12 }])
  expect((await busy.api.dashboard.attention({ kind: 'note' })).items).toHaveLength(12)
  // A therapist with ten sessions no longer counts as new.
  expect(firstWeek).toBeNull()
})

test('the day has the sessions that take place, or else the next one @slow', async () => {
  const own = await app.person('therapist', 8)
  const other = await connectClient(app, own, await app.person('client', 8))
  const later = await scheduleSessionAt(own, other, inHours(72))
  expect(await overviewOf(own)).toMatchObject({ sessions: [], next: { id: later, note: null }, hasClients: true })
  const past = await insertCompletedSession(app, own, other, inHours(-3))
  const ahead = await scheduleSessionAt(own, other, inHours(2))
  const gone = await scheduleSessionAt(own, other, inHours(4))
  await own.api.session.cancel({ ...commandOn(gone), reason: '' })
  const read = async () => (await overviewOf(own)).sessions.map(({ id, note }) => [id, note])
  expect(await read()).toEqual([
    [past, 'missing'],
    [ahead, null],
  ])
  await own.api.session.acceptOnBehalf(commandOn(ahead))
  const people = { therapist: own, client: await app.person('client', 8), recordId: other }
  const [startsAt, proposed] = [inHours(2).toISOString(), inHours(5).toISOString()]
  await insertChangeRequest(app, people, { sessionId: ahead, startsAt, proposed })
  expect((await overviewOf(own)).sessions.map(({ status, change }) => [status, change])).toEqual([
    ['completed', null],
    ['confirmed', 'open'],
  ])
  const { version } = await own.api.note.save({ sessionId: past, text: 'Calm.', version: 0 })
  expect(await read()).toContainEqual([past, 'begun'])
  await own.api.note.sign({ sessionId: past, command: randomUUID(), version })
  expect(await read()).toContainEqual([past, 'signed'])
  const tooLong = { from: '2026-01-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' }
  await expect(own.api.dashboard.get(tooLong)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('a time that the therapist has proposed waits for the client, and is not among what needs the therapist', async () => {
  const own = await app.person('therapist', 12)
  const client = await app.person('client', 12)
  const recordId = await connectClient(app, own, client)
  const [startsAt, proposed, counter] = [40, 44, 48].map((hours) => inHours(hours).toISOString()) as [
    string,
    string,
    string,
  ]
  const sessionId = await insertSession(app, own, recordId, { status: 'confirmed', startsAt })
  const people = { therapist: own, client, recordId }
  await insertChangeRequest(app, people, { sessionId, startsAt, proposed, counter, state: 'countered' })
  const { attention, waiting } = await overviewOf(own)
  expect(attention.items.filter(({ kind }) => kind === 'request')).toEqual([])
  expect(waiting.items).toMatchObject([{ kind: 'unanswered', id: sessionId, sessions: 1 }])
})

/** Runs a statement as the owner of the schema. */
async function runAsOwner(statement: string) {
  const owner = new pg.Client(app.privileged.installerUrl)
  await owner.connect()
  await owner.query(`begin; set local role attune_owner; ${statement}; commit`).finally(() => owner.end())
}

test('a part that cannot be read is named, and the others are complete @slow', async () => {
  const own = await app.person('therapist', 4)
  const other = await connectClient(app, own, await app.person('client', 4))
  const past = await insertCompletedSession(app, own, other, inHours(-1))
  const whole = await overviewOf(own)
  expect(whole.attention).toMatchObject({ items: [{ kind: 'note', id: past }], failed: [] })
  const without = async (table: string, column: string, work: () => Promise<void>) => {
    await runAsOwner(`alter table app.${table} rename column ${column} to renamed`)
    await work().finally(() => runAsOwner(`alter table app.${table} rename column renamed to ${column}`))
  }
  await without('task_answer', 'flagged', async () => {
    expect(await overviewOf(own)).toEqual({ ...whole, attention: { ...whole.attention, failed: ['alert', 'overdue'] } })
  })
  expect(app.logged.some((line) => line.includes(partFailed))).toBe(true)
  await without('session', 'video_url', async () => {
    expect(await overviewOf(own)).toMatchObject({ sessions: [], dayFailed: true, firstWeek: whole.firstWeek })
  })
  expect(await overviewOf(own)).toEqual(whole)
})

test('a dashboard whose login has changed since the read before is read as a whole, and no part fails', async () => {
  const own = await app.person('therapist', 12)
  const whole = [await overviewOf(own), await overviewOf(own)][1]
  const logged = app.logged.length
  await app.privileged.auth.query(`update auth."user" set email = 'new-' || email where id = $1`, [own.accountId])
  expect(await overviewOf(own)).toEqual(whole)
  expect(app.logged.slice(logged).filter((line) => line.includes(partFailed))).toEqual([])
})

test('a first step is done when its data exists, and the list can be hidden for good @slow', async () => {
  const own = await app.person('therapist', 9)
  const done = async () =>
    (await overviewOf(own)).firstWeek?.steps.filter((step) => step.done).map(({ step }) => step) ?? null
  expect(await done()).toEqual([])
  const terms = await own.api.terms.mine({})
  await own.api.terms.save({ ...terms, videoLink: 'https://meet.example/{room}' })
  await own.api.client.add({ ...minimalClient, id: randomUUID(), invite: false })
  expect(await done()).toEqual(['video', 'reminders', 'client'])
  await own.api.sessionType.add(newSessionType())
  expect(await done()).toEqual(['types', 'video', 'reminders', 'client'])
  const admin = await app.person('admin', 9)
  await admin.api.administration.saveSettings({ publicUrl: 'https://practice.example' })
  expect(await done()).toEqual(['types', 'video', 'reminders', 'client', 'address'])
  await admin.api.administration.saveSettings({ publicUrl: null })
  await own.api.dashboard.hideFirstWeek({})
  expect(await done()).toBeNull()
})

test('the frame of a page is what its single calls return', async () => {
  for (const person of [therapist, client]) {
    const frame = await person.api.dashboard.frame({})
    expect(frame.me).toEqual(await person.api.account.me({}))
    expect(frame.counts).toEqual({
      messages: (await person.api.message.unreadCounts({})).items,
      tasks: await person.api.task.counts({}),
      notes: person === therapist ? await person.api.note.counts({}) : null,
      payments: await person.api.business.access({}),
    })
    const list = await person.api.notification.list({ unreadOnly: true })
    expect(frame.notifications.unread).toBe(list.unread)
    expect(frame.notifications.items).toEqual(list.items.slice(0, 5))
  }
})

test('the frame of an admin has no counts of messages or tasks, and the admin may not request them [6.09]', async () => {
  const admin = await app.person('admin')
  expect(await admin.api.dashboard.frame({})).toMatchObject({ me: { role: 'admin' }, counts: null })
  await expect(admin.api.message.unreadCounts({})).rejects.toMatchObject({ status: 403 })
  await expect(admin.api.task.counts({})).rejects.toMatchObject({ status: 403 })
})

test('a client with forms that are open after their due day is one item @slow', async () => {
  const own = await app.person('therapist', 3)
  const joined = await app.person('client', 3)
  const other = await connectClient(app, own, joined)
  const send = async (title: string) => sendTo(own, other, await confirmedForm(own, sampleContent({ title })))
  const [intake, consent] = [await send('Intake'), await send('Consent')]
  const missing = async (api = own.api) => (await api.dashboard.attention({ kind: 'form' })).items
  expect(await missing()).toEqual([])
  app.clock.advance(4 * 24 * 3_600_000)
  const [mine, theirs] = [(await app.secondBrowser(own, 2)).api, (await app.secondBrowser(joined, 2)).api]
  await sendTo(
    { ...own, api: mine },
    other,
    await confirmedForm({ ...own, api: mine }, sampleContent({ title: 'Later' })),
  )
  expect(await missing(mine)).toMatchObject([{ id: other, missing: 2, people: [{ personId: joined.accountId }] }])
  expect((await mine.dashboard.get(today())).attention.counts).toContainEqual({ kind: 'form', count: 1 })
  await theirs.form.sign(signing(await theirs.form.open({ id: intake })))
  expect(await missing(mine)).toMatchObject([{ id: other, missing: 1, formTitle: 'Consent' }])
  await mine.form.cancel({ clientId: other, id: consent })
  expect(await missing(mine)).toEqual([])
})
