import { periodStart } from '@attune/contract/common/time/time'
import { chartPeriodCounts, chartPeriods } from '@attune/contract/features/schedule/session/session.rules'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient, insertSession } from '../../../../testing/records/sessions.ts'
import { countByPeriod, periodsOf } from './chart.ts'

const [hour, day] = [3_600_000, 24 * 3_600_000]

describe('a chart ends with the current period [9.05]', () => {
  const firsts = (period: (typeof chartPeriods)[number], now: string, zone = 'Europe/Berlin') =>
    periodsOf(period, zone, new Date(now)).all.map((each) => each.day)

  test.each([
    ['daily', '2026-11-07', '2026-11-20'],
    ['weekly', '2026-08-31', '2026-11-16'],
    ['monthly', '2025-12-01', '2026-11-01'],
    ['quarterly', '2025-01-01', '2026-10-01'],
    ['yearly', '2022-01-01', '2026-01-01'],
  ] as const)('%s: from %s to %s', (period, first, last) => {
    const days = firsts(period, '2026-11-20T12:00:00Z')
    expect([days.length, days[0], days.at(-1)]).toEqual([chartPeriodCounts[period], first, last])
    expect(periodsOf(period, 'Europe/Berlin', new Date('2026-11-20T12:00:00Z')).to > '2026-11-20T12').toBe(true)
  })

  test('weeks are ISO 8601 weeks, also across the turn of the year', () => {
    expect(firsts('weekly', '2027-01-03T22:59:00Z').at(-1)).toBe('2026-12-28')
    expect(firsts('weekly', '2027-01-03T23:00:00Z').at(-1)).toBe('2027-01-04')
    expect(periodStart('weekly', '2026-11-16')).toBe('2026-11-16')
  })

  test('the current day is that of the viewer’s time zone', () => {
    const now = '2026-11-20T12:00:00Z'
    expect(firsts('daily', now, 'Pacific/Kiritimati').at(-1)).toBe('2026-11-21')
    expect(firsts('daily', now, 'Pacific/Pago_Pago').at(-1)).toBe('2026-11-20')
  })

  test('a day of 23 or 25 hours counts the sessions that start in it, to the minute', () => {
    for (const [now, from, to] of [
      ['2026-03-29T12:00:00Z', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
      ['2026-10-25T12:00:00Z', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
    ] as const) {
      const periods = periodsOf('daily', 'Europe/Berlin', new Date(now))
      expect(Date.parse(periods.to)).toBe(Date.parse(to))
      const at = (instant: string, minutes: number) => {
        const startsAt = new Date(Date.parse(instant) + minutes * 60_000).toISOString()
        return { startsAt, endsAt: new Date(Date.parse(startsAt) + hour).toISOString(), held: true }
      }
      const rows = [at(from, -1), at(from, 0), at(to, -1)]
      expect(countByPeriod(periods, rows).slice(-2)).toMatchObject([
        { held: 1, heldMinutes: 60 },
        { held: 2, heldMinutes: 120 },
      ])
    }
  })
})

describe('over HTTP', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  let pairs = 0
  let therapist: Person
  let client: Person
  let record: string
  beforeEach(async () => {
    pairs += 1
    therapist = await app.person('therapist', pairs)
    client = await app.person('client', pairs)
    record = await connectClient(app, therapist, client)
  })

  const put = (
    status: 'completed' | 'confirmed' | 'cancelled' | 'no-show' | 'pending',
    startsAt: string,
    to = record,
  ) => insertSession(app, therapist, to, { status, startsAt })
  const now = () => app.clock.now().getTime()
  const moment = (back: number) => new Date(now() - back).toISOString()
  const totals = async (person: Person, period: (typeof chartPeriods)[number] = 'yearly') => {
    const { items } = await person.api.session.chart({ period })
    const total = (key: 'held' | 'heldMinutes' | 'planned' | 'plannedMinutes') =>
      items.reduce((sum, item) => sum + item[key], 0)
    return [total('held'), total('heldMinutes'), total('planned'), total('plannedMinutes')]
  }

  test('both sides see completed and scheduled sessions with their minutes, and no cancelled ones @slow', async () => {
    for (const [at, status] of (['completed', 'completed', 'confirmed', 'cancelled', 'no-show'] as const).entries())
      await put(status, moment(400 * day + at * hour))
    for (const person of [therapist, client]) {
      expect(await totals(person)).toEqual([2, 100, 1, 50])
      for (const period of chartPeriods)
        expect((await person.api.session.chart({ period })).items).toHaveLength(chartPeriodCounts[period])
    }
  })

  test('the sessions of one client do not count for another client or therapist @slow', async () => {
    await put('completed', moment(40 * day))
    const stranger = await app.person('therapist', 90)
    const sibling = await app.person('client', 90 + pairs)
    const theirs = await connectClient(app, therapist, sibling)
    await put('completed', moment(41 * day), theirs)
    expect(await totals(stranger)).toEqual([0, 0, 0, 0])
    expect(await totals(client)).toEqual([1, 50, 0, 0])
    expect(await totals(therapist)).toEqual([2, 100, 0, 0])
  })

  test('a session counts for the clients who took part and neither declined nor missed it', async () => {
    const inGroup = await put('completed', moment(50 * day))
    const left = await put('confirmed', moment(51 * day))
    await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async (tx) => {
      await tx.run(`update app.session_client set attendance = 'absent' where session_id = $1`, [inGroup])
      await tx.run(`update app.session_client set answer = 'declined' where session_id = $1`, [left])
    })
    expect(await totals(client)).toEqual([0, 0, 0, 0])
    expect(await totals(therapist)).toEqual([1, 50, 1, 50])
    const coming = await therapist.api.session.create({
      id: randomUUID(),
      clientIds: [record],
      startsAt: new Date(now() + 60_000).toISOString(),
      format: 'phone',
    })
    expect((await totals(therapist))[2]).toBe(2)
    await therapist.api.session.delete({ id: coming.id, command: randomUUID() })
    expect(await totals(therapist)).toEqual([1, 50, 1, 50])
  })

  test('a session counts on the day of each viewer’s time zone', async () => {
    await client.api.account.saveSettings({ zone: 'Pacific/Kiritimati' })
    await therapist.api.account.saveSettings({ zone: 'Pacific/Pago_Pago' })
    const startsAt = moment(3 * day)
    await put('completed', startsAt)
    const dayOf = async (person: Person) =>
      (await person.api.session.chart({ period: 'daily' })).items.find((item) => item.held)?.from
    const dayIn = (zone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date(startsAt))
    expect(await dayOf(client)).toBe(dayIn('Pacific/Kiritimati'))
    expect(await dayOf(therapist)).toBe(dayIn('Pacific/Pago_Pago'))
    expect(dayIn('Pacific/Kiritimati')).not.toBe(dayIn('Pacific/Pago_Pago'))
  })

  test('an admin has no chart, and an unknown period is refused', async () => {
    const admin = await app.person('admin')
    await expect(admin.api.session.chart({ period: 'daily' })).rejects.toMatchObject({ status: 403 })
    expect((await therapist.send('session/chart', { period: 'hourly' })).status).toBe(400)
  })
})
