import type { Repeat } from '@attune/contract/common/time/recurrence.schemas'
import { instantOf, shiftDay, wallClockOf } from '@attune/contract/common/time/time'
import type { NewSeries } from '@attune/contract/features/schedule/series/series'
import { randomUUID } from 'node:crypto'
import type { TestApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'

/**
 * Returns a recurrence every `weeks` weeks that ends after `count` occurrences. Without `count`, the recurrence never
 * ends.
 */
export const weekly = (count?: number, weeks = 1): Repeat => ({
  every: 'weeks',
  weeks,
  ends: count ? { by: 'count', count } : { by: 'never' },
})

export const newSeriesInput = (plan: Partial<NewSeries> & Pick<NewSeries, 'clientIds' | 'startsAt'>): NewSeries => ({
  id: randomUUID(),
  durationMinutes: 50,
  format: 'video',
  repeat: weekly(4),
  ...plan,
})

export const berlinInstant = instantOf
/** Returns the day that is the given number of days from now, in the time zone of Berlin. */
export const dayFromNow = (now: Date, days: number): string =>
  shiftDay(wallClockOf(now.toISOString(), 'Europe/Berlin').day, days)

export type StoredSeriesSession = {
  id: string
  seriesId: string | null
  day: string | null
  startsAt: string
  endsAt: string
  status: string
  detached: boolean
  sequence: number
}

/** Returns all stored sessions of a therapist, ordered by start. */
export async function storedSessions(app: TestApp, therapist: Person): Promise<StoredSeriesSession[]> {
  return app.db.asActor({ role: 'therapist', id: therapist.accountId }, async (tx) => {
    const { rows } = await tx.run<StoredSeriesSession>(
      `select id, series_id as "seriesId", series_day as day, starts_at as "startsAt", ends_at as "endsAt", status, detached, sequence
       from app.session where deleted_at is null order by starts_at`,
    )
    return rows
  })
}

const holding = ['scheduled', 'confirmed', 'rescheduled']
export const scheduledSessionsOf = async (
  app: TestApp,
  therapist: Person,
  seriesId?: string,
): Promise<StoredSeriesSession[]> =>
  (await storedSessions(app, therapist)).filter(
    (row) => holding.includes(row.status) && (!seriesId || row.seriesId === seriesId),
  )

type Rule = { id: string; repeat: Repeat; zone: string; firstDay: string; time: string; minutes: number; until: string }

/**
 * Returns the errors in the series of a therapist: a session that does not match the rule of its series although it was
 * not changed individually; a day of the rule that has no session and is not an exception; two sessions at one time.
 * Does not check past days.
 */
export async function seriesErrors(app: TestApp, therapist: Person): Promise<string[]> {
  const { occurrencesOf } = await import('../recurrence/recurrence.ts')
  const rows = await storedSessions(app, therapist)
  const [series, gaps] = await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async (tx) => [
    (
      await tx.run<Rule & { lastDay: string | null }>(
        `select id, repeat, zone, first_day as "firstDay", time, duration_minutes as minutes, laid_out_until as until, last_day as "lastDay" from app.series where kind = 'session'`,
      )
    ).rows,
    (await tx.run<{ id: string; day: string }>('select series_id as id, day from app.series_gap')).rows,
  ])
  const now = app.clock.now().toISOString()
  const wrong: string[] = []
  for (const rule of series) {
    const until = rule.lastDay && rule.lastDay < rule.until ? rule.lastDay : rule.until
    const dates = occurrencesOf({ ...rule, durationMinutes: rule.minutes }, until)
    const mine = rows.filter((row) => row.seriesId === rule.id)
    const following = mine.filter((row) => !row.detached && holding.includes(row.status) && row.startsAt > now)
    for (const row of following) {
      const date = dates.find(({ day }) => day === row.day)
      if (!date) wrong.push(`${row.id} stands for ${row.day}, which is no day of ${rule.id}`)
      else if (date.startsAt !== row.startsAt || date.endsAt !== row.endsAt)
        wrong.push(`${row.id} is at ${row.startsAt}, the rule at ${date.startsAt}`)
    }
    for (const { day, startsAt } of dates) {
      const standing = mine.filter((row) => row.day === day)
      const gap = gaps.some((one) => one.id === rule.id && one.day === day)
      if (startsAt > now && !standing.length && !gap) wrong.push(`${rule.id} lost ${day}`)
      if (standing.length > 1) wrong.push(`${rule.id} doubled ${day}`)
    }
  }
  const held = rows.filter((row) => holding.includes(row.status))
  for (const [number, row] of held.entries()) {
    const next = held[number + 1]
    if (next && next.startsAt < row.endsAt) wrong.push(`${row.id} and ${next.id} at one time`)
  }
  return wrong
}
