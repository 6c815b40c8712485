import { dayBounds, periodStart, todayIn } from '@attune/contract/common/time/time'
import { chartPeriodCounts } from '@attune/contract/features/schedule/session/session.rules'
import type { ChartItem, ChartPeriod } from '@attune/contract/features/schedule/session/session.schemas'
import { slotHoldingStatuses } from '@attune/contract/features/schedule/session/session.states'
import { sql } from 'kysely'
import type { Actor, Tx } from '../../../../platform/database/actor.ts'
import { ownClientRecords } from './queries.ts'
import { notDeleted } from './view.queries.ts'

export type ChartRow = { startsAt: string; endsAt: string; held: boolean }

/**
 * Counts the completed and the scheduled sessions in each period, in the actor’s time zone. The last period is the
 * current one and includes its remaining days.
 */
export async function readSessionChart(tx: Tx, period: ChartPeriod, now: Date): Promise<ChartItem[]> {
  const { rows } = await sql<{ zone: string }>`
    select zone from app.person where account_id = ${tx.actor.id}`.execute(tx.kysely)
  const periods = periodsOf(period, rows[0]?.zone ?? 'UTC', now)
  const sessions = await chartRows(tx.actor, periods.from, periods.to).execute(tx.kysely)
  return countByPeriod(periods, sessions.rows)
}

/**
 * Selects the completed and the scheduled sessions that start within a time range. For a client, excludes sessions that
 * the client declined or did not attend.
 */
export function chartRows({ role, id }: Actor, from: string, to: string) {
  const states = ['completed', ...slotHoldingStatuses]
  const what = sql`s.starts_at as "startsAt", s.ends_at as "endsAt", s.status = 'completed' as held`
  if (role === 'client') {
    return sql<ChartRow>`
      select ${what} from app.session_client link join app.session s on s.id = link.session_id
      where link.client_id = any (${ownClientRecords}) and link.starts_at >= ${from} and link.starts_at < ${to}
        and link.answer <> 'declined' and coalesce(link.attendance not in ('absent', 'excused'), true) and s.status = any (${states}::text[])`
  }
  return sql<ChartRow>`
    select ${what} from app.session s
    where s.therapist_id = ${id} and s.starts_at >= ${from} and s.starts_at < ${to} and ${notDeleted(role)} and s.status = any (${states}::text[])`
}

type Periods = { from: string; to: string; all: { day: string; from: number }[] }

/**
 * Returns the periods of a chart, each with the instant in milliseconds at which it starts. `to` is the end of the last
 * period, which is the current one.
 */
export function periodsOf(period: ChartPeriod, zone: string, now: Date): Periods {
  const today = todayIn(zone, now)
  const count = chartPeriodCounts[period]
  const all = Array.from({ length: count }, (_, at) => {
    const day = periodStart(period, today, at + 1 - count)
    return { day, from: Date.parse(dayBounds(day, zone).from) }
  })
  const from = new Date(all[0]?.from ?? now).toISOString()
  return { from, to: dayBounds(periodStart(period, today, 1), zone).from, all }
}

/** Counts each session in the period in which the session starts. */
export function countByPeriod({ all }: Periods, rows: ChartRow[]): ChartItem[] {
  const items = all.map(({ day }) => ({ from: day, held: 0, heldMinutes: 0, planned: 0, plannedMinutes: 0 }))
  for (const { startsAt, endsAt, held } of rows) {
    const start = Date.parse(startsAt)
    const item = items[all.findLastIndex(({ from }) => from <= start)]
    if (!item) continue
    const minutes = (Date.parse(endsAt) - start) / 60_000
    item[held ? 'held' : 'planned'] += 1
    item[held ? 'heldMinutes' : 'plannedMinutes'] += minutes
  }
  return items
}
