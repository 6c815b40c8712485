import { defaultTerms } from '@attune/contract/features/schedule/terms/terms.rules'
import type { SeriesChange } from '@attune/contract/features/schedule/series/series'
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { queryAsRole } from '../../../../testing/database/database.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import {
  berlinInstant,
  dayFromNow,
  scheduledSessionsOf,
  seriesErrors,
  newSeriesInput,
  storedSessions,
  weekly,
} from '../series.testing.ts'

const app = await startSharedApp({ worker: false })
const [therapist, client] = await Promise.all([app.person('therapist'), app.person('client')])
const clientId = await connectClient(app, therapist, client)
await therapist.api.terms.save(defaultTerms)

/**
 * The hour of the day at which the current test starts. Each test uses two other hours, so that sessions of different
 * tests do not conflict.
 */
let hour = 4
beforeEach(() => {
  hour += 2
})
const on = (day: string, later = 0) =>
  berlinInstant(day, `${String(hour + later).padStart(2, '0')}:00`, 'Europe/Berlin')
const day = (days = 2) => dayFromNow(app.clock.now(), days)
const act = (row: { id: string } | undefined) => ({ id: row?.id ?? '', command: randomUUID() })

/**
 * Schedules a weekly series with one skipped date. Moves one session individually, cancels one, and lets the client
 * accept two.
 */
async function seriesWithHistory() {
  const plan = newSeriesInput({
    clientIds: [clientId],
    startsAt: on(day()),
    repeat: weekly(7),
    leaveOut: [day(2 + 5 * 7)],
  })
  const { series } = await therapist.api.series.create(plan)
  const [first, second, third, fourth, fifth, sixth] = await scheduledSessionsOf(app, therapist, series.id)
  await therapist.api.session.move({ ...act(fifth), startsAt: on(day(3 + 4 * 7)), durationMinutes: 50, reason: '' })
  await therapist.api.session.cancel({ ...act(sixth), reason: 'Away' })
  await client.api.session.accept(act(second))
  await client.api.session.accept(act(fourth))
  return { series, first, second, third, fourth, fifth, sixth }
}

const change = (
  row: { id: string } | undefined,
  facts: Partial<SeriesChange> & { startsAt: string; command: string },
) =>
  therapist.api.series.change({
    sessionId: row?.id ?? '',
    scope: 'following',
    durationMinutes: 50,
    format: 'video',
    videoUrl: null,
    ...facts,
  })
const undo = (row: { id: string; startsAt: string } | undefined, undoes: string, command: string = randomUUID()) =>
  change(row, { startsAt: row?.startsAt ?? '', undoes, command })

/** Reads all values of sessions, series, exceptions and answers that a move changes, except the sequence numbers. */
async function state() {
  const rows = (await storedSessions(app, therapist)).map((row) => ({ ...row, sequence: null }))
  const read = (query: string) => queryAsRole<Record<string, unknown>>('backup', app.databaseUrl, query)
  return {
    rows,
    series: await read(
      'select id, repeat, first_day, time, duration_minutes, template, laid_out_until, last_day from app.series order by id',
    ),
    gaps: await read('select series_id, day from app.series_gap order by series_id, day'),
    answers: await read('select session_id, starts_at, answer from app.session_client order by session_id, client_id'),
  }
}

test.each(['following', 'all'] as const)(
  'a move of many sessions (%s) can be undone as a whole: times, statuses, answers, exceptions, and the split of the series @slow',
  async (scope) => {
    const { second, third } = await seriesWithHistory()
    const before = await state()
    const [moved, back] = [randomUUID(), randomUUID()]
    const at = scope === 'following' ? third : second
    // Moves by 25 hours, so that the days of the rule change as well.
    const startsAt = new Date(Date.parse(at?.startsAt ?? '') + 25 * 3_600_000).toISOString()
    const { changed } = await change(at, { startsAt, command: moved, scope })
    expect(await state()).not.toEqual(before)
    const undone = await undo(at, moved, back)
    expect(undone.changed).toBe(changed)
    expect(await state()).toEqual(before)
    expect(await seriesErrors(app, therapist)).toEqual([])
    expect(await undo(at, moved, back)).toMatchObject({ changed })
    expect(await state()).toEqual(before)
    // The undo has merged the two parts into one series. A change of all upcoming sessions therefore includes the
    // sessions of both parts.
    const all = await therapist.api.series.previewChange({
      sessionId: at?.id ?? '',
      scope: 'all',
      startsAt: at?.startsAt ?? '',
      durationMinutes: 45,
    })
    expect(all.total).toBe(4)
  },
)

test('undoing a move reopens the change request that it expired, and no email about the move or the undo is sent', async () => {
  const { second, third } = await seriesWithHistory()
  const id = randomUUID()
  const request = { id, sessionId: third?.id ?? '', startsAt: on(day(4 + 2 * 7), 1), durationMinutes: 50, reason: '' }
  await client.api.session.accept(act(third))
  await client.api.changeRequest.askMove(request)
  const moved = randomUUID()
  await change(second, { startsAt: on(day(10)), command: moved })
  const open = async () => (await client.api.session.get({ id: third?.id ?? '' })).changes[0]?.state
  expect(await open()).toBe('expired')
  await undo(second, moved)
  expect(await open()).toBe('open')
  const mails = await queryAsRole<{ id: string; state: string }>(
    'backup',
    app.databaseUrl,
    `select id from app.mail where kind = 'series-changed' and state = 'waiting'`,
  )
  expect(mails.length).toBeGreaterThan(0)
  const sent = app.inbox.mails.length
  for (const mail of mails) await app.mailer.deliver({ mailId: mail.id }, { retryCount: 0, last: false })
  expect(app.inbox.mails.length).toBe(sent)
})

test('a move cannot be undone after another change, after its time was booked, when it is too late, or by someone else @slow', async () => {
  const { first, second, third } = await seriesWithHistory()
  const other = await app.person('therapist', 2)
  const shift = (commands: string) => change(second, { startsAt: on(day(9), 1), command: commands })

  const touched = randomUUID()
  await shift(touched)
  await expect(
    other.api.series.change({
      sessionId: second?.id ?? '',
      scope: 'all',
      command: randomUUID(),
      startsAt: on(day(9)),
      durationMinutes: 50,
      format: 'video',
      videoUrl: null,
      undoes: touched,
    }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(undo(second, randomUUID())).rejects.toMatchObject({ code: 'CHANGED' })
  const given = randomUUID()
  await therapist.api.session.create({
    id: given,
    clientIds: [clientId],
    startsAt: third?.startsAt ?? '',
    format: 'phone',
  })
  const before = await state()
  await expect(undo(second, touched)).rejects.toMatchObject({
    code: 'SERIES_TAKEN',
    data: { dates: [{ day: third?.day, conflicts: [{ sessionId: given }] }] },
  })
  expect(await state()).toEqual(before)
  await therapist.api.session.cancel({ id: given, command: randomUUID(), reason: '' })
  await client.api.session.accept(act(third))
  await expect(undo(second, touched)).rejects.toMatchObject({ code: 'CHANGED' })
  expect(first?.startsAt).toBe((await storedSessions(app, therapist)).find(({ id }) => id === first?.id)?.startsAt)

  const late = randomUUID()
  await change(second, { startsAt: on(day(9)), command: late })
  app.clock.advance(60_000)
  await expect(undo(second, late)).rejects.toMatchObject({ code: 'CHANGED' })
  expect(await seriesErrors(app, therapist)).toEqual([])
})
