import { instantOf, wallClockOf } from '@attune/contract/common/time/time'
import type { Tx } from '../../../../platform/database/actor.ts'
import { setSeriesTimes } from '../../recurrence/recurrence.ts'

export type ZoneShift = { from: string; zone: string }
export type ShiftableTimes = {
  id: string
  startsAt: string
  endsAt: string
  rule?: { day: string; time: string } | null
}

const minute = 60_000

/**
 * Returns the instant with the same wall-clock time in the new zone. If `rule` is given, uses the day and time of the
 * rule instead. Keeps the seconds.
 */
function shifted(instant: string, { from, zone }: ZoneShift, rule?: ShiftableTimes['rule']): string {
  const { day, time } = rule ?? wallClockOf(instant, from)
  return new Date(Date.parse(instantOf(day, time, zone)) + (Date.parse(instant) % minute)).toISOString()
}

/**
 * Moves times to the new zone. A row with a rule gets the time of the rule. Its own time can differ from the rule if
 * the clock skipped the time of the rule in the old zone.
 */
export const shiftTimes = ({ id, startsAt, endsAt, rule }: ShiftableTimes, shift: ZoneShift): ShiftableTimes => {
  const start = shifted(startsAt, shift, rule)
  return {
    id,
    startsAt: start,
    endsAt: new Date(Date.parse(start) + Date.parse(endsAt) - Date.parse(startsAt)).toISOString(),
  }
}

const column = <Of, Key extends keyof Of>(rows: Of[], key: Key): Of[Key][] => rows.map((row) => row[key])

/**
 * Returns an SQL expression for the day and time of a row according to the rule of its series. `row` is the alias of
 * the table. The expression is null for a row without a series, for an individually changed row, and for a rule in a
 * zone other than `zone`.
 */
export const seriesRuleSql = (row: string, zone: string) => `
  (select json_build_object('day', ${row}.series_day, 'time', r.time) from app.series r
   where r.therapist_id = ${row}.therapist_id and r.id = ${row}.series_id and not ${row}.detached and r.zone = ${zone})`

/**
 * Moves events that have not begun and absences that have not ended to the new zone. A current absence keeps its
 * days. Checks no conflicts.
 */
export async function moveEventsAndAbsencesToZone(tx: Tx, shift: ZoneShift, now: Date): Promise<void> {
  const me = tx.actor.id
  const [events, absences] = await Promise.all([
    tx.run<ShiftableTimes>(
      `select e.id, e.starts_at as "startsAt", e.ends_at as "endsAt", ${seriesRuleSql('e', '$3')} as rule
       from app.event e where e.therapist_id = $1 and e.starts_at > $2`,
      [me, now, shift.from],
    ),
    tx.run<ShiftableTimes>(
      'select id, starts_at as "startsAt", ends_at as "endsAt" from app.absence where therapist_id = $1 and ends_at > $2',
      [me, now],
    ),
  ])
  const set = (table: 'event' | 'absence', rows: ShiftableTimes[]) =>
    tx.run(
      `update app.${table} t set starts_at = v.starts_at, ends_at = v.ends_at, updated_at = $5${table === 'event' ? ', revision = t.revision + 1' : ''}
       from unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[]) v (id, starts_at, ends_at) where t.therapist_id = $1 and t.id = v.id`,
      [me, column(rows, 'id'), column(rows, 'startsAt'), column(rows, 'endsAt'), now],
    )
  await set(
    'event',
    events.rows.map((row) => shiftTimes(row, shift)),
  )
  // Start and end move separately, because the same day can have a different length in the new zone.
  await set(
    'absence',
    absences.rows.map(({ id, startsAt, endsAt }) => ({
      id,
      startsAt: shifted(startsAt, shift),
      endsAt: shifted(endsAt, shift),
    })),
  )
}

type Rule = { id: string; zone: string; day: string; time: string }

/** Changes the zone of the rules, so that later occurrences keep their wall-clock times. */
export async function moveSeriesToZone(tx: Tx, shift: ZoneShift, now: Date): Promise<void> {
  const { rows } = await tx.run<Rule>(
    `select id, zone, first_day as day, time from app.series where therapist_id = $1 and (last_day is null or last_day > $2::date)`,
    // Subtracts one day, because the current day in the zone of a series can be a day earlier than in UTC.
    [tx.actor.id, new Date(now.getTime() - 1440 * minute).toISOString().slice(0, 10)],
  )
  const rules = rows.flatMap((rule) => {
    if (rule.zone === shift.from) return [rule]
    // A rule can be in a zone other than the old one. Such a rule gets its wall-clock time in the old zone. If the rule is on another day in the old
    // zone, it stays unchanged.
    const seen = wallClockOf(instantOf(rule.day, rule.time, rule.zone), shift.from)
    return seen.day === rule.day ? [{ ...rule, time: seen.time }] : []
  })
  await setSeriesTimes(tx, shift.zone, rules, now)
}
