import { shiftDay } from '@attune/contract/common/time/time'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { repeatWhileBusy } from '../../../../testing/browser.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import {
  berlinInstant,
  dayFromNow,
  scheduledSessionsOf,
  seriesErrors,
  newSeriesInput,
  weekly,
} from '../series.testing.ts'

const app = await startSharedApp({ worker: false, poolSize: 8 })
const [therapist, client] = await Promise.all([app.person('therapist'), app.person('client')])
const clientId = await connectClient(app, therapist, client)

const on = (day: string, time: string) => berlinInstant(day, time, 'Europe/Berlin')
const day = (days: number) => dayFromNow(app.clock.now(), days)
type Attempt = { path: string; input: object }
/**
 * Sends a request, and repeats it after the delay that a busy server gives. Each request contains a command id, so a repeat
 * changes nothing.
 */
const send = async ({ path, input }: Attempt, by: Person = therapist) => {
  const answer = await repeatWhileBusy(() => by.send(path, input))
  const body = (await answer.json()) as { code?: string }
  return { path, status: answer.status, code: body.code }
}

test('of a hundred concurrent plans of sessions and series no time is booked twice, and every series is complete or absent', async () => {
  const attempts = Array.from({ length: 100 }, (_, place): Attempt => {
    const startsAt = on(day(7 + (place % 7) * 7), `10:${String(place % 50).padStart(2, '0')}`)
    const what = { id: randomUUID(), clientIds: [clientId], format: 'video' }
    return place % 2
      ? { path: 'session/create', input: { ...what, startsAt } }
      : { path: 'series/create', input: newSeriesInput({ clientIds: [clientId], startsAt, repeat: weekly(7) }) }
  })
  const answers = await Promise.all(attempts.map((attempt) => send(attempt)))
  const lost = new Set(answers.filter(({ status }) => status !== 200).map(({ status, code }) => `${status} ${code}`))
  expect([...lost].filter((one) => !['409 SLOT_TAKEN', '409 SERIES_TAKEN'].includes(one))).toEqual([])
  const won = answers.filter(({ status }) => status === 200)
  expect(won.length).toBeGreaterThan(0)
  const held = await scheduledSessionsOf(app, therapist)
  const series = won.filter(({ path }) => path === 'series/create').length
  expect(held).toHaveLength(series * 7 + won.length - series)
  expect(await seriesErrors(app, therapist)).toEqual([])
})

test('changing and cancelling a series while its sessions are moved, accepted and declined keeps it consistent, without deadlock', async () => {
  const { series } = await therapist.api.series.create(
    newSeriesInput({ clientIds: [clientId], startsAt: on(day(3), '14:00'), repeat: weekly(8) }),
  )
  const rows = await scheduledSessionsOf(app, therapist, series.id)
  const change = (at: number, days: number): Attempt => ({
    path: 'series/change',
    input: {
      sessionId: rows[at]?.id,
      scope: at % 2 ? 'following' : 'all',
      command: randomUUID(),
      startsAt: on(shiftDay(rows[at]?.day ?? '', days), '15:00'),
      durationMinutes: 50,
      format: 'video',
      videoUrl: null,
    },
  })
  const act = (at: number) => ({ id: rows[at]?.id, command: randomUUID() })
  const answers = await Promise.all([
    ...[0, 1, 2, 3, 4, 5].map((at) => send(change(at, at % 3))),
    ...[1, 3, 5].map((at) =>
      send({
        path: 'session/move',
        input: { ...act(at), startsAt: on(shiftDay(rows[at]?.day ?? '', 3), '18:00'), durationMinutes: 50 },
      }),
    ),
    ...[0, 2, 4, 6].map((at) => send({ path: 'session/accept', input: act(at) }, client)),
    ...[1, 5, 7].map((at) => send({ path: 'session/decline', input: act(at) }, client)),
    send({ path: 'session/cancel', input: act(3) }),
    send({ path: 'series/cancel', input: { sessionId: rows[6]?.id, scope: 'following', command: randomUUID() } }),
  ])
  expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
  const after = await scheduledSessionsOf(app, therapist)
  expect(rows.every(({ id }) => after.filter((row) => row.id === id).length <= 1)).toBe(true)
  expect(await seriesErrors(app, therapist)).toEqual([])
  expect(app.logged.join('')).not.toContain('40P01')
})

test('scheduling 53 sessions takes fewer than 30 statements, and changing or cancelling them about as many as for two sessions', async () => {
  const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown
  const counted = async (act: () => Promise<unknown>) => {
    let statements = 0
    pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
      // Counts only named statements. Transactions use named statements; the change feed and the login use unnamed
      // ones.
      if ((args[0] as { name?: string }).name) statements++
      return query.apply(this, args)
    } as typeof pg.Client.prototype.query
    try {
      await act()
      return statements
    } finally {
      pg.Client.prototype.query = query as typeof pg.Client.prototype.query
    }
  }
  const countedOf = async (time: string, count: number) => {
    const input = newSeriesInput({ clientIds: [clientId], startsAt: on(day(2), time), repeat: weekly(count) })
    const planned = await counted(() => therapist.api.series.create(input))
    const [first] = await scheduledSessionsOf(app, therapist, input.id)
    const sessionId = first?.id ?? ''
    const to = { startsAt: on(day(1), time), durationMinutes: 50, format: 'video', videoUrl: null } as const
    const changed = await counted(() =>
      therapist.api.series.change({ ...to, sessionId, scope: 'all', command: randomUUID() }),
    )
    const off = await counted(() => therapist.api.series.cancel({ sessionId, scope: 'all', command: randomUUID() }))
    return [planned, changed, off]
  }
  // A value whose time in the cache of the process ends is read again, so the lower of two figures counts.
  const fewest = async (count: number, times: readonly [string, string]) => {
    const [one, other] = [await countedOf(times[0], count), await countedOf(times[1], count)]
    return one.map((statements, act) => Math.min(statements, other[act] ?? Infinity))
  }
  const few = await fewest(2, ['06:00', '08:00'])
  const many = await fewest(53, ['07:00', '09:00'])
  expect(many[0]).toBeLessThan(30)
  // Allows two more statements, because cached values in the process change the number of statements slightly.
  for (const [act, statements] of many.entries()) expect(statements).toBeLessThanOrEqual((few[act] ?? 0) + 2)
})
