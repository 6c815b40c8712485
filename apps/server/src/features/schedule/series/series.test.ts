import { shiftDay } from '@attune/contract/common/time/time'
import type { SeriesChange } from '@attune/contract/features/schedule/series/series'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { minimalClient } from '../../../testing/records/clients.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import {
  berlinInstant,
  dayFromNow,
  scheduledSessionsOf,
  seriesErrors,
  newSeriesInput,
  storedSessions,
  weekly,
} from './series.testing.ts'

const app = await startSharedApp({ worker: false })
const [therapist, client] = await Promise.all([app.person('therapist'), app.person('client')])
const clientId = await connectClient(app, therapist, client)

/**
 * The hour of the day that the current test uses. Each test uses another hour, so that sessions of different tests do
 * not conflict.
 */
let hour = 5
beforeEach(() => {
  hour++
})
const clock = (minute = 0) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
const on = (day: string, minute = 0) => berlinInstant(day, clock(minute), 'Europe/Berlin')
const day = (days = 2) => dayFromNow(app.clock.now(), days)

const plan = (facts: Partial<ReturnType<typeof newSeriesInput>> = {}) =>
  therapist.api.series.create(newSeriesInput({ clientIds: [clientId], startsAt: on(day()), ...facts }))
/** Schedules a series, by default of four weekly sessions. Returns the series and its sessions. */
async function four(facts: Partial<ReturnType<typeof newSeriesInput>> = {}) {
  const { series } = await plan(facts)
  return { series, rows: await scheduledSessionsOf(app, therapist, series.id) }
}
const change = (row: { id: string } | undefined, facts: Partial<SeriesChange> & { startsAt: string }) =>
  therapist.api.series.change({
    sessionId: row?.id ?? '',
    scope: 'all',
    command: randomUUID(),
    durationMinutes: 50,
    format: 'video',
    videoUrl: null,
    ...facts,
  })
const refused = (code: string, data?: object) => ({ code, ...(data && { data: expect.objectContaining(data) }) })
const sound = async () => expect(await seriesErrors(app, therapist)).toEqual([])

describe('a series is scheduled', () => {
  test('for twelve months as real sessions, in one command that notifies the client once', async () => {
    const { series, made, firstSessionId } = await plan({ repeat: weekly() })
    expect(made).toBeGreaterThanOrEqual(52)
    expect(series).toMatchObject({ coming: made, detached: 0, gaps: [], lastDay: null, zone: 'Europe/Berlin' })
    const first = await client.api.session.get({ id: firstSessionId ?? '' })
    expect(first.session).toMatchObject({ startsAt: on(day()), status: 'scheduled', seriesId: series.id })
    const { items } = await client.api.notification.list({})
    expect(items.filter((one) => one.kind === 'series-planned')).toHaveLength(1)
    expect(items[0]).toMatchObject({ kind: 'series-planned', relatedId: firstSessionId })
    expect(items[0]?.message).toContain(String(made))
    await sound()
  })

  test('once for repeated and concurrent requests, and refused with other content', async () => {
    const input = newSeriesInput({ clientIds: [clientId], startsAt: on(day()) })
    const answers = await Promise.all([1, 2, 3].map(() => therapist.api.series.create(input)))
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(await scheduledSessionsOf(app, therapist, input.id)).toHaveLength(4)
    await expect(therapist.api.series.create({ ...input, startsAt: on(day(3)) })).rejects.toMatchObject(
      refused('CONFLICT'),
    )
  })

  test('around conflicts: the conflicting dates are returned, skipped, or booked anyway @slow', async () => {
    const id = randomUUID()
    await therapist.api.session.create({ id, clientIds: [clientId], startsAt: on(day(9), 20), format: 'phone' })
    const facts = { startsAt: on(day()), durationMinutes: 50, repeat: weekly(4) }
    const preview = await therapist.api.series.preview(facts)
    expect(preview.total).toBe(4)
    expect(preview.dates.map(({ conflicts }) => conflicts.length)).toEqual([0, 1, 0, 0])
    const before = await storedSessions(app, therapist)
    await expect(plan(facts)).rejects.toMatchObject({
      code: 'SERIES_TAKEN',
      data: { dates: [{ day: day(9), conflicts: [{ sessionId: id, kind: 'session' }] }] },
    })
    expect(await storedSessions(app, therapist)).toEqual(before)
    const around = await plan({ ...facts, leaveOut: [day(9)] })
    expect(around).toMatchObject({ made: 3, series: { coming: 3, gaps: [day(9)] } })
    await therapist.api.series.cancel({
      sessionId: around.firstSessionId ?? '',
      scope: 'all',
      command: randomUUID(),
    })
    // `anyway` accepts the conflict on one date only. A conflict that was booked later on another date is refused.
    const since = randomUUID()
    await therapist.api.session.create({ id: since, clientIds: [clientId], startsAt: on(day(16), 20), format: 'phone' })
    await expect(plan({ ...facts, anyway: [day(9)] })).rejects.toMatchObject({
      code: 'SERIES_TAKEN',
      data: { dates: [{ day: day(16), conflicts: [{ sessionId: since }] }] },
    })
    const over = await plan({ ...facts, anyway: [day(9), day(16)] })
    expect(over.made).toBe(4)
    await therapist.api.session.cancel({ id: since, command: randomUUID() })
    await therapist.api.session.cancel({ id, command: randomUUID() })
    await sound()
  })

  test('only by a valid rule: 5,000 times, a fifth Tuesday, an end before the start, a past date and another therapist’s client are refused @slow', async () => {
    const many = { every: 'weeks', weeks: 1, ends: { by: 'count', count: 5_000 } } as const
    await expect(plan({ repeat: many })).rejects.toMatchObject(refused('BAD_REQUEST'))
    const nth = { every: 'months', nth: Number(day(2).slice(8)) > 7 ? 1 : 2, ends: { by: 'never' } } as const
    await expect(plan({ repeat: nth })).rejects.toMatchObject(refused('BAD_REQUEST'))
    const over = { every: 'weeks', weeks: 1, ends: { by: 'day', day: day(1) } } as const
    await expect(plan({ repeat: over })).rejects.toMatchObject(refused('BAD_REQUEST'))
    await expect(plan({ startsAt: on(day(-1)) })).rejects.toMatchObject(refused('IN_THE_PAST'))
    const other = await app.person('therapist', 2)
    const foreign = await connectClient(app, other, client)
    await expect(plan({ clientIds: [foreign] })).rejects.toMatchObject(refused('NOT_FOUND'))
    const taken = await plan({ repeat: weekly(1) })
    const input = newSeriesInput({ id: taken.series.id, clientIds: [foreign], startsAt: on(day()) })
    await expect(other.api.series.create(input)).rejects.toMatchObject(refused('CONFLICT'))
    await expect(other.api.series.get({ id: taken.series.id })).rejects.toMatchObject(refused('NOT_FOUND'))
  })

  test('only for active clients, and ends when its client becomes inactive', async () => {
    const id = randomUUID()
    await therapist.api.client.add({
      ...minimalClient,
      id,
      firstName: 'Ida',
      lastName: 'Quiet',
      email: null,
      invite: false,
    })
    await therapist.api.client.setStatus({ id, status: 'active', command: randomUUID() })
    const { series } = await plan({ clientIds: [id], repeat: weekly() })
    await therapist.api.client.setStatus({ id, status: 'inactive', command: randomUUID() })
    const ended = await therapist.api.series.get({ id: series.id })
    expect(ended.lastDay).toBe((await scheduledSessionsOf(app, therapist, series.id)).at(-1)?.day)
    await expect(plan({ clientIds: [id], startsAt: on(day(), 55) })).rejects.toMatchObject(refused('CLIENT_INACTIVE'))
  })
})

describe('all sessions of a series', () => {
  test('move to another day and time in the same rows, without overridden and cancelled sessions', async () => {
    const { series, rows } = await four({ repeat: weekly(6) })
    const [first, second, third, fourth] = rows
    const alone = on(shiftDay(second?.day ?? '', 1), 5)
    await therapist.api.session.move({
      id: second?.id ?? '',
      command: randomUUID(),
      startsAt: alone,
      durationMinutes: 50,
    })
    await client.api.session.decline({ id: third?.id ?? '', command: randomUUID() })
    const to = on(shiftDay(fourth?.day ?? '', 7), 10)
    const preview = { sessionId: fourth?.id ?? '', scope: 'all', startsAt: to, durationMinutes: 45 } as const
    expect(await therapist.api.series.previewChange(preview)).toMatchObject({ total: 4, unchanged: 2 })
    const { changed, series: after } = await change(fourth, { startsAt: to, durationMinutes: 45 })
    expect(changed).toBe(4)
    expect(after).toMatchObject({ id: series.id, coming: 4, detached: 2, time: clock(10), durationMinutes: 45 })
    const now = await storedSessions(app, therapist)
    const mine = now.filter((row) => row.seriesId === series.id)
    expect(mine.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
    expect(mine.find(({ id }) => id === second?.id)).toMatchObject({ startsAt: alone, detached: true })
    expect(mine.find(({ id }) => id === third?.id)).toMatchObject({ status: 'cancelled', detached: true })
    expect(mine.find(({ id }) => id === first?.id)).toMatchObject({
      startsAt: on(shiftDay(first?.day ?? '', 7), 10),
      status: 'rescheduled',
      sequence: 1,
    })
    await sound()
  })

  test('change once for a command that is based on the current revision', async () => {
    const { rows } = await four()
    const command = randomUUID()
    const answers = await Promise.all([
      change(rows[1], { command, startsAt: on(day(10)) }),
      change(rows[1], { command, startsAt: on(day(10)) }),
    ])
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0].changed).toBe(4)
    await expect(change(rows[1], { startsAt: on(day(11)), revision: 0 })).rejects.toMatchObject(refused('CHANGED'))
    await expect(
      therapist.api.series.cancel({ sessionId: rows[1]?.id ?? '', scope: 'all', command }),
    ).rejects.toMatchObject(refused('CONFLICT'))
    await sound()
  })

  test('follow a new recurrence that includes the edited session: rows on its days stay, missing ones are added, others are cancelled', async () => {
    const { series, rows } = await four({ repeat: weekly(8) })
    const third = rows[2]
    const fewer = await change(third, { startsAt: third?.startsAt ?? '', repeat: weekly(4, 2) })
    expect(fewer.series.coming).toBe(4)
    const held = await scheduledSessionsOf(app, therapist, series.id)
    expect(held.map(({ id }) => id)).toEqual([rows[0], rows[2], rows[4], rows[6]].map((row) => row?.id))
    expect((await storedSessions(app, therapist)).find(({ id }) => id === rows[1]?.id)).toMatchObject({
      status: 'cancelled',
      seriesId: null,
    })
    const more = await change(third, { startsAt: third?.startsAt ?? '', repeat: weekly(10) })
    expect(more).toMatchObject({ series: { id: series.id, coming: 10 }, changed: 6 })
    await sound()
  })

  test('get another format, except a session with its own format', async () => {
    const { rows } = await four()
    await therapist.api.session.edit({
      id: rows[1]?.id ?? '',
      command: randomUUID(),
      format: 'phone',
      location: '',
      videoUrl: null,
      revision: 0,
    })
    const { changed } = await change(rows[0], {
      startsAt: rows[0]?.startsAt ?? '',
      format: 'in-person',
      location: 'Room 2',
    })
    expect(changed).toBe(3)
    const formats = await Promise.all(rows.map(({ id }) => therapist.api.session.get({ id })))
    expect(formats.map(({ session }) => session.format)).toEqual(['in-person', 'phone', 'in-person', 'in-person'])
    await sound()
  })
})

test('undoing a single move or cancellation at once leaves the session in its series @slow', async () => {
  const { series, rows } = await four()
  const [first, second, third] = rows
  const move = (startsAt: string) =>
    therapist.api.session.move({ id: first?.id ?? '', command: randomUUID(), startsAt, durationMinutes: 50 })
  await move(on(shiftDay(first?.day ?? '', 1)))
  expect((await therapist.api.series.get({ id: series.id })).detached).toBe(1)
  await move(first?.startsAt ?? '')
  await therapist.api.session.cancel({ id: second?.id ?? '', command: randomUUID() })
  await therapist.api.session.restore({ id: second?.id ?? '', command: randomUUID() })
  expect(await therapist.api.series.get({ id: series.id })).toMatchObject({ coming: 4, detached: 0 })
  await therapist.api.series.cancel({ sessionId: third?.id ?? '', scope: 'following', command: randomUUID() })
  await therapist.api.session.restore({ id: third?.id ?? '', command: randomUUID() })
  expect(await therapist.api.series.get({ id: series.id })).toMatchObject({ coming: 2, detached: 1 })
  await sound()
})

describe('this and the following sessions', () => {
  test('continue as a separate series from the chosen session on', async () => {
    const { series, rows } = await four()
    const to = on(shiftDay(rows[2]?.day ?? '', -1), 10)
    const { series: next, changed } = await change(rows[2], { scope: 'following', startsAt: to, agreed: true })
    expect(changed).toBe(2)
    expect(next.id).not.toBe(series.id)
    expect(next).toMatchObject({ coming: 2, repeat: weekly(2), firstDay: shiftDay(rows[2]?.day ?? '', -1) })
    expect(await therapist.api.series.get({ id: series.id })).toMatchObject({
      coming: 2,
      lastDay: shiftDay(rows[2]?.day ?? '', -1),
    })
    const held = await scheduledSessionsOf(app, therapist)
    expect(held.filter((row) => row.seriesId === next.id)).toMatchObject([
      { id: rows[2]?.id, startsAt: to, status: 'confirmed' },
      { id: rows[3]?.id, status: 'confirmed' },
    ])
    await sound()
  })

  test('are cancelled in one command including overridden ones, which ends the series', async () => {
    const { series, rows } = await four()
    await therapist.api.session.move({
      id: rows[3]?.id ?? '',
      command: randomUUID(),
      startsAt: on(shiftDay(rows[3]?.day ?? '', 2)),
      durationMinutes: 50,
    })
    const act = { sessionId: rows[2]?.id ?? '', scope: 'following', command: randomUUID() } as const
    const answers = await Promise.all([therapist.api.series.cancel(act), therapist.api.series.cancel(act)])
    expect(answers).toEqual([{ cancelled: 2 }, { cancelled: 2 }])
    expect(await scheduledSessionsOf(app, therapist, series.id)).toHaveLength(2)
    expect((await therapist.api.series.get({ id: series.id })).lastDay).toBe(shiftDay(rows[2]?.day ?? '', -1))
    const { items } = await client.api.notification.list({})
    expect(items.filter((one) => one.kind === 'series-cancelled' && one.relatedId === rows[2]?.id)).toHaveLength(1)
    await expect(therapist.api.series.cancel({ ...act, command: randomUUID() })).rejects.toMatchObject(
      refused('ILLEGAL_TRANSITION', { status: 'cancelled' }),
    )
    await sound()
  })
})
