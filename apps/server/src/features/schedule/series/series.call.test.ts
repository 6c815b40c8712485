import { defaultTerms } from '@attune/contract/features/schedule/terms/terms.rules'
import type { SeriesChange } from '@attune/contract/features/schedule/series/series'
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { queryAsRole } from '../../../testing/database/database.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { extendSeries } from '../recurrence/recurrence.ts'
import { sessionOccurrences } from './series.ts'
import { berlinInstant, dayFromNow, newSeriesInput, scheduledSessionsOf, weekly } from './series.testing.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const people = await Promise.all([1, 2, 3, 4].map((number) => app.person('client', number)))
const records = await Promise.all(people.map((person) => connectClient(app, therapist, person)))

let hour = 5
const month = 31 * 24 * 60 * 60_000
beforeEach(() => {
  hour++
  return terms(false)
})
const terms = (callsInAttune: boolean) =>
  therapist.api.terms.save({ ...defaultTerms, videoLink: 'https://meet.example/{room}', callsInAttune })
const plan = async (facts: Partial<ReturnType<typeof newSeriesInput>> = {}) => {
  const startsAt = berlinInstant(dayFromNow(app.clock.now(), 2), `${String(hour).padStart(2, '0')}:00`, 'Europe/Berlin')
  const { series } = await therapist.api.series.create(
    newSeriesInput({ clientIds: records.slice(0, 1), startsAt, ...facts }),
  )
  return series.id
}
const rowsOf = (seriesId: string) => scheduledSessionsOf(app, therapist, seriesId)
/** Returns whether each call of the sessions of a series is in Attune, and has a link. */
const placesOf = async (seriesId: string) => {
  const rows = await queryAsRole<{ inAttune: boolean; hasLink: boolean }>(
    'backup',
    app.databaseUrl,
    `select in_attune as "inAttune", video_url is not null as "hasLink" from app.session
     where series_id = '${seriesId}' and status <> 'cancelled' order by starts_at`,
  )
  return rows.map(({ inAttune, hasLink }) => [inAttune, hasLink])
}
const templateOf = async (seriesId: string) =>
  (
    await queryAsRole<{ place: boolean | null }>(
      'backup',
      app.databaseUrl,
      `select (template -> 'callInAttune')::bool as place from app.series where id = '${seriesId}'`,
    )
  )[0]?.place
const change = async (seriesId: string, more: Partial<SeriesChange> = {}, first = 0) => {
  const row = (await rowsOf(seriesId))[first]
  const same = { startsAt: row?.startsAt ?? '', durationMinutes: 50, format: 'video' as const, videoUrl: null }
  const input = { sessionId: row?.id ?? '', scope: 'all' as const, command: randomUUID(), ...same, ...more }
  await therapist.api.series.change(input)
  return { row, command: input.command }
}
const [attune, link] = [
  [true, false],
  [false, true],
]

test('all sessions of a series have their calls where the choice or else the terms say [3.08]', async () => {
  expect(await placesOf(await plan())).toEqual([link, link, link, link])
  hour++
  expect(await placesOf(await plan({ callInAttune: true }))).toEqual([attune, attune, attune, attune])
  hour++
  await terms(true)
  const series = await plan()
  expect(await placesOf(series)).toEqual([attune, attune, attune, attune])
  expect(await templateOf(series)).toBe(true)
})

test('a series keeps its place when the job extends it, although the terms have changed', async () => {
  const inside = await plan({ callInAttune: true, repeat: weekly() })
  hour++
  const outside = await plan({ repeat: weekly() })
  await terms(true)
  const extended = async (seriesId: string) => {
    const before = (await rowsOf(seriesId)).length
    await extendSeries(app, { seriesId, therapistId: therapist.accountId }, { session: sessionOccurrences })
    const places = (await placesOf(seriesId)).slice(before)
    expect(places.length).toBeGreaterThan(2)
    return new Set(places.map(String))
  }
  app.clock.advance(month)
  try {
    expect(await extended(inside)).toEqual(new Set([String(attune)]))
    expect(await extended(outside)).toEqual(new Set([String(link)]))
  } finally {
    app.clock.advance(-month)
  }
})

test('an edit of a series moves its calls to Attune and back, and leaves a session with its own format alone @slow', async () => {
  const series = await plan()
  const [, second] = await rowsOf(series)
  const own = { format: 'phone' as const, location: '', videoUrl: null, revision: 0 }
  await therapist.api.session.edit({ id: second?.id ?? '', command: randomUUID(), ...own })
  await change(series, { callInAttune: true })
  expect(await placesOf(series)).toEqual([attune, [false, false], attune, attune])
  expect(await templateOf(series)).toBe(true)
  await change(series, { callInAttune: false })
  expect(await placesOf(series)).toEqual([link, [false, false], link, link])
})

test('a move of a series from an app that does not know the field keeps the calls in Attune, and its undo too', async () => {
  const series = await plan({ callInAttune: true })
  const [first] = await rowsOf(series)
  const startsAt = new Date(Date.parse(first?.startsAt ?? '') + 15 * 60_000).toISOString()
  const { command } = await change(series, { startsAt })
  expect(await placesOf(series)).toEqual([attune, attune, attune, attune])
  await change(series, { undoes: command })
  expect((await rowsOf(series))[0]?.startsAt).toBe(first?.startsAt)
  expect(await placesOf(series)).toEqual([attune, attune, attune, attune])
})

test('later sessions that become a series of their own can have another place', async () => {
  const series = await plan({ callInAttune: true })
  const { row } = await change(series, { scope: 'following', callInAttune: false }, 2)
  expect(await placesOf(series)).toEqual([attune, attune])
  const { session } = await therapist.api.session.get({ id: row?.id ?? '' })
  expect(await placesOf(session.seriesId ?? '')).toEqual([link, link])
})

test('another format takes the calls of a series out of Attune', async () => {
  const series = await plan({ callInAttune: true })
  await change(series, { format: 'phone' })
  expect(await placesOf(series)).toEqual([
    [false, false],
    [false, false],
    [false, false],
    [false, false],
  ])
  expect(await templateOf(series)).toBe(false)
})

test('a series with four clients is refused in Attune, when it is planned and when it is edited', async () => {
  const group = { clientIds: records, therapyType: 'group' as const }
  await expect(plan({ ...group, callInAttune: true })).rejects.toMatchObject({ status: 400 })
  await terms(true)
  const series = await plan(group)
  expect(await placesOf(series)).toEqual([link, link, link, link])
  await expect(change(series, { callInAttune: true })).rejects.toMatchObject({ code: 'CALL_TOO_LARGE' })
  expect(await placesOf(series)).toEqual([link, link, link, link])
})

test('the email about a series says that its calls are in Attune', async () => {
  const [person] = people
  await plan({ callInAttune: true })
  const mails = await queryAsRole<{ id: string }>(
    'backup',
    app.databaseUrl,
    `select id from app.mail where kind = 'series-planned' and state = 'waiting' order by created_at desc limit 1`,
  )
  for (const { id } of mails) await app.mailer.deliver({ mailId: id }, { retryCount: 0, last: false })
  const mail = await app.inbox.mailTo(person?.email ?? '', /Please confirm your appointments/)
  expect(mail.text).toContain("The video calls are in Attune. You can join from each appointment's page")
  const calendar = mail.attachments.map(({ content }) => String(content)).join('')
  const pages = calendar.replaceAll(/\r\n[ \t]/g, '').match(/LOCATION:.*\/dashboard\/client\/sessions\/.*/g)
  expect(new Set(pages).size).toBe(4)
})
