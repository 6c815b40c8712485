import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { googleEventId } from './events.ts'
import { setUpGoogleSyncTest } from './google.testing.ts'
import { hour, later } from '../external-calendar.testing.ts'

type Setup = Awaited<ReturnType<typeof setUpGoogleSyncTest>>
let setup: Setup
beforeAll(async () => {
  setup = await setUpGoogleSyncTest()
})
afterAll(() => setup.close())
beforeEach(() => {
  setup.google.fails({})
  setup.google.revoke(false)
  setup.google.calendars.clear()
  setup.google.addCalendar('thea@example.com', 'Thea')
  setup.google.requests.length = 0
})
type Linked = Awaited<ReturnType<Setup['connect']>>
const importedOf = async ({ therapist }: Linked) =>
  (await therapist.api.calendar.between({ startsAt: setup.at(-1), endsAt: setup.at(40) })).imported
const titles = async (linked: Linked) => (await importedOf(linked)).map(({ title }) => title)
const writes = () => setup.google.writes().length
const times = (startsAt: string) => ({ start: { dateTime: startsAt }, end: { dateTime: later(startsAt, hour) } })

test('sessions are written once without names, an echo changes nothing, and a cancelled session disappears [1.11]', async () => {
  const { google, connect, at, addClient, plan, eventOf } = setup
  const linked = await connect()
  const { record } = await addClient(linked.therapist)
  const session = await plan(linked.therapist, record, at(1))
  expect(await linked.sync()).toMatchObject({ state: 'ok', events: 0, written: 1 })
  expect(eventOf(session)).toMatchObject({ summary: 'Busy', extendedProperties: { private: { attune: session } } })
  const before = writes()
  await linked.sync()
  await linked.sync()
  expect([writes(), await linked.questions(), await importedOf(linked)]).toEqual([before, [], []])
  await linked.therapist.api.session.cancel({ id: session, command: randomUUID() })
  await linked.sync()
  expect(google.shown()).toEqual([])
})

test('an event that was moved or deleted there is a question, and putting it back restores the same event', async () => {
  const { google, connect, at, addClient, plan } = setup
  const linked = await connect()
  const { record } = await addClient(linked.therapist)
  const session = await plan(linked.therapist, record, at(1))
  await linked.sync()
  const answer = async () => {
    const [question] = await linked.questions()
    await linked.therapist.api.externalCalendar.answer({ id: question?.id ?? '', answer: 'put-back' })
    await linked.sync()
    expect(google.shown()).toMatchObject([{ id: googleEventId(session), startsAt: at(1) }])
    expect(await linked.questions()).toEqual([])
  }
  google.write(googleEventId(session), times(at(2)))
  await linked.sync()
  expect(await linked.questions()).toMatchObject([{ change: 'moved', startsAt: at(1), newStartsAt: at(2) }])
  await answer()
  google.delete(googleEventId(session))
  await linked.sync()
  expect(await linked.questions()).toMatchObject([{ change: 'deleted' }])
  await answer()
})

test('events and changed occurrences block slots unless they are free, declined, deleted or a copy of ours [1.11]', async () => {
  const { google, connect, at, addClient, plan, eventOf } = setup
  google.write('choir', {
    summary: 'Choir',
    start: { dateTime: at(0), timeZone: 'UTC' },
    end: { dateTime: at(0, 1), timeZone: 'UTC' },
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'],
  })
  const origin = (days: number) => at(days).slice(0, 19).replaceAll(/[-:]/g, '')
  google.delete(`choir_${origin(7)}Z`)
  google.write(`choir_${origin(14)}Z`, { ...times(at(15)), summary: 'Rehearsal' })
  google.write('free', { ...times(at(2)), summary: 'Free', transparency: 'transparent' })
  const attendees = [{ self: true, responseStatus: 'declined' }]
  google.write('declined', { ...times(at(3)), summary: 'Declined', attendees })
  const linked = await connect()
  expect(await titles(linked)).toEqual(['Choir', 'Rehearsal', 'Choir'])
  const { record } = await addClient(linked.therapist)
  await expect(plan(linked.therapist, record, at(15))).rejects.toMatchObject({ code: 'SLOT_TAKEN' })
  const session = await plan(linked.therapist, record, at(7))
  await linked.sync()
  google.write('copy', { ...eventOf(session), ...times(at(8)) })
  google.write(`choir_${origin(21)}Z`, { summary: 'Concert' })
  await linked.sync()
  expect(await titles(linked)).toEqual(['Choir', 'Rehearsal', 'Concert'])
  google.delete('choir')
  await linked.sync()
  expect(await titles(linked)).toEqual([])
})

test('an event whose times are missing or no times is counted, and all others are read', async () => {
  const { google, connect, at } = setup
  google.write('without', { summary: 'Without' })
  google.write('odd', { start: { date: 'soon' }, end: { dateTime: at(1) }, summary: 'Odd' })
  google.write('dentist', { ...times(at(1)), summary: 'Dentist' })
  const linked = await connect()
  expect(await linked.sync()).toMatchObject({ state: 'ok', unreadable: 2 })
  expect(await titles(linked)).toEqual(['Dentist'])
})

test('a forgotten position starts one full list, and what was deleted meanwhile disappears', async () => {
  const { google, connect, at } = setup
  google.write('first', { ...times(at(1)), summary: 'First' })
  google.write('second', { ...times(at(2)), summary: 'Second' })
  const linked = await connect()
  google.delete('first')
  google.write('third', { ...times(at(3)), summary: 'Third' })
  google.forgetPositions()
  google.requests.length = 0
  expect(await linked.sync()).toMatchObject({ state: 'ok', events: 2 })
  expect(await titles(linked)).toEqual(['Second', 'Third'])
  const lists = google.requests.filter(({ path }) => path.endsWith('/events'))
  expect(lists.map(({ query }) => 'syncToken' in query)).toEqual([true, false])
  google.requests.length = 0
  await linked.sync()
  expect(google.requests.map(({ query }) => 'syncToken' in query)).toEqual([true])
})

test('a write whose answer was lost is found again and not repeated', async () => {
  const { google, connect, at, addClient, plan } = setup
  const linked = await connect()
  const { record } = await addClient(linked.therapist)
  await plan(linked.therapist, record, at(1))
  google.fails({ losesAnswers: true })
  expect(await linked.sync()).toMatchObject({ state: 'failing', error: 'not-reached' })
  google.fails({})
  expect(await linked.sync()).toMatchObject({ state: 'ok', written: 1 })
  expect([google.shown().length, await linked.questions()]).toEqual([1, []])
})

test('a session that moves after a write whose answer was lost asks nothing and is written once more', async () => {
  const { google, connect, at, addClient, plan } = setup
  const linked = await connect()
  const { session } = linked.therapist.api
  const { record } = await addClient(linked.therapist)
  const id = await plan(linked.therapist, record, at(1))
  const move = async (days: number) => {
    const { revision } = (await session.get({ id })).session
    await session.move({ id, command: randomUUID(), startsAt: at(days), durationMinutes: 50, revision })
  }
  for (const days of [2, 4]) {
    google.fails({ losesAnswers: true })
    await linked.sync()
    await move(days)
    await linked.sync()
    await move(days + 1)
    google.fails({})
    const before = writes()
    expect(await linked.sync()).toMatchObject({ state: 'ok', written: 1 })
    expect([google.shown().map(({ startsAt }) => startsAt), await linked.questions()]).toEqual([[at(days + 1)], []])
    await linked.sync()
    expect(writes()).toBe(before + 1)
    await move(days)
  }
})

test('what the therapist added to an event or a series there stays when it is written again, and is no change', async () => {
  const { google, connect, at, addClient, plan, eventOf } = setup
  const linked = await connect()
  const { session, calendar } = linked.therapist.api
  const { record } = await addClient(linked.therapist)
  const id = await plan(linked.therapist, record, at(1))
  const repeat = { every: 'weeks', weeks: 1, ends: { by: 'count', count: 4 } } as const
  await calendar.addEvent({ id: randomUUID(), title: 'Team', startsAt: at(2), endsAt: at(2, 1), repeat })
  const [, event] = (await calendar.between({ startsAt: at(0), endsAt: at(30) })).events
  const series = event?.seriesId ?? ''
  await linked.sync()
  const added = {
    reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 45 }] },
    colorId: '5',
    description: 'Bring the form',
  }
  for (const one of [id, series]) google.write(googleEventId(one), added)
  const before = writes()
  await linked.sync()
  expect([writes(), await linked.questions()]).toEqual([before, []])
  const { revision } = (await session.get({ id })).session
  await session.move({ id, command: randomUUID(), startsAt: at(3), durationMinutes: 50, revision })
  await calendar.removeEvent({ id: event?.id ?? '', scope: 'one' })
  await linked.sync()
  expect(writes()).toBe(before + 2)
  expect([eventOf(id), eventOf(series)]).toMatchObject([added, added])
  expect(google.shown()).toHaveLength(4)
  await linked.sync()
  expect([writes(), await linked.questions()]).toEqual([before + 2, []])
})

test('a revoked access stops the calendar, keeps the busy times and notifies the therapist once', async () => {
  const { google, connect, at } = setup
  google.write('dentist', { ...times(at(1)), summary: 'Dentist' })
  const linked = await connect()
  google.revoke()
  expect(await linked.sync()).toMatchObject({ state: 'stopped', error: 'unauthorized', nextSyncAt: null })
  await linked.sync()
  const news = await linked.therapist.api.notification.list({})
  expect(news.items.filter(({ kind }) => kind === 'calendar-failing')).toHaveLength(1)
  expect(await titles(linked)).toEqual(['Dentist'])
})

test('a sync that breaks off or is limited halfway keeps what was written, and a later one writes the rest', async () => {
  const { google, connect, at, addClient, plan } = setup
  const linked = await connect()
  const { record } = await addClient(linked.therapist)
  for (let number = 0; number < 6; number++) await plan(linked.therapist, record, at(number + 1))
  google.requests.length = 0
  google.fails({ breaksAfterWrites: 2 })
  expect(await linked.sync()).toMatchObject({ state: 'failing', error: 'not-reached' })
  google.fails({ limits: { requests: 1_000, reason: 'quotaExceeded' } })
  expect(await linked.sync()).toMatchObject({ state: 'failing', error: 'server' })
  expect(google.shown()).toHaveLength(2)
  google.fails({ limits: { requests: 4, reason: 'rateLimitExceeded' } })
  expect(await linked.sync()).toMatchObject({ state: 'ok', written: 6 })
  expect([google.shown().length, await linked.questions()]).toEqual([6, []])
})

test('a calendar that may no longer be written is read on, and says so', async () => {
  const { google, connect, at, addClient, plan } = setup
  const calendar = google.addCalendar('shared@group.calendar.google.com', 'Shared', 'writer')
  const linked = await connect({}, calendar.id)
  const { record } = await addClient(linked.therapist)
  await plan(linked.therapist, record, at(1))
  calendar.accessRole = 'reader'
  google.write('ward', { ...times(at(2)), summary: 'Ward round' }, calendar)
  expect(await linked.sync()).toMatchObject({ state: 'failing', error: 'forbidden', canWrite: false, events: 1 })
})

test('a series whose write was interrupted asks nothing and is completed with the next sync', async () => {
  const { google, connect, at } = setup
  const linked = await connect()
  const { api } = linked.therapist
  const id = randomUUID()
  const repeat = { every: 'weeks', weeks: 1, ends: { by: 'count', count: 4 } } as const
  await api.calendar.addEvent({ id, title: 'Team', startsAt: at(1), endsAt: at(1, 1), repeat })
  await linked.sync()
  const here = async () => (await api.calendar.between({ startsAt: at(0), endsAt: at(30) })).events
  for (const number of [1, 2]) {
    const event = (await here())[number]
    if (!event) throw new Error('no occurrence')
    const { title, location, revision, startsAt, endsAt } = event
    const moved = { startsAt: later(startsAt, hour), endsAt: later(endsAt, hour) }
    await api.calendar.editEvent({ id: event.id, scope: 'one', title, location, ...moved, anyway: [], revision })
  }
  for (const breaksAfterWrites of [1, 2]) {
    google.fails({ breaksAfterWrites })
    expect(await linked.sync()).toMatchObject({ state: 'failing', error: 'not-reached' })
    expect(await linked.questions()).toEqual([])
  }
  google.fails({})
  expect(await linked.sync()).toMatchObject({ state: 'ok' })
  expect(await linked.questions()).toEqual([])
  const starts = (all: { startsAt: string }[]) => all.map(({ startsAt }) => startsAt).toSorted()
  expect(starts(google.shown())).toEqual(starts(await here()))
  const before = writes()
  await linked.sync()
  expect(writes()).toBe(before)
})

test('an occurrence that was moved there asks once, and putting it back restores the series', async () => {
  const { google, connect, at } = setup
  const linked = await connect()
  const { calendar, externalCalendar } = linked.therapist.api
  const repeat = { every: 'weeks', weeks: 1, ends: { by: 'count', count: 4 } } as const
  await calendar.addEvent({ id: randomUUID(), title: 'Team', startsAt: at(1), endsAt: at(1, 1), repeat })
  await linked.sync()
  const before = google.shown()
  google.write(before.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))[2]?.id ?? '', times(at(16)))
  await linked.sync()
  const [question, ...more] = await linked.questions()
  expect([question?.startsAt, question?.newStartsAt, more]).toEqual([at(15), at(16), []])
  await externalCalendar.answer({ id: question?.id ?? '', answer: 'put-back' })
  await linked.sync()
  const starts = (all: { startsAt: string }[]) => all.map(({ startsAt }) => startsAt).toSorted()
  expect(starts(google.shown())).toEqual(starts(before))
  expect(await linked.questions()).toEqual([])
})
