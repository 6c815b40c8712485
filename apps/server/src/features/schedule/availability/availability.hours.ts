import type {
  Availability,
  BookingRules,
  TimeRange,
  WeeklyRange,
} from '@attune/contract/features/schedule/availability/availability'
import { defaultBookingRules } from '@attune/contract/features/schedule/availability/availability.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { notFound, createRefusal } from '../../../platform/policy/refusal.ts'
import { readDayOverrides, dayMs, dayNumberAt, dayFromNumber, offsetIntervalsAround } from '../schedule/schedule.ts'

type Row = BookingRules & { zone: string; version: number | null; weekly: WeeklyRange[] | null }

/**
 * Returns the acting therapist's hours and rules with the day overrides, from today on. The query starts with yesterday in UTC, so that it includes
 * today in every time zone.
 */
export async function readOwnAvailability(tx: Tx, now: Date): Promise<Availability> {
  const [{ rows }, days] = await Promise.all([
    sql<Row>`
      select p.zone, a.version, a.weekly, a.buffer_before as "bufferBefore", a.buffer_after as "bufferAfter", a.notice_minutes as "noticeMinutes",
        a.horizon_days as "horizonDays", a.step_minutes as "stepMinutes", a.per_day as "perDay", a.per_week as "perWeek"
      from app.person p left join app.availability a on a.therapist_id = p.account_id where p.account_id = ${tx.actor.id}`.execute(
      tx.kysely,
    ),
    readDayOverrides(tx, tx.actor.id, dayFromNumber(Math.floor(now.getTime() / dayMs) - 1), '9999-12-31'),
  ])
  const [row] = rows
  if (!row) throw notFound()
  const { zone, version, weekly, ...rules } = row
  const number = Math.floor(now.getTime() / dayMs)
  const today = dayFromNumber(dayNumberAt(now.getTime(), offsetIntervalsAround(zone, number, number)))
  return {
    weekly: weekly ?? [],
    rules: version === null ? defaultBookingRules : rules,
    version: version ?? 0,
    zone,
    days: [...days].filter(([one]) => one >= today).map(([one, ranges]) => ({ day: one, ranges })),
  }
}

/**
 * Saves the acting therapist's hours and rules if the input is based on the current version. Refuses with CHANGED and
 * the current values if the input is based on an older version, unless the stored values already equal the input.
 */
export async function saveAvailability(
  tx: Tx,
  wanted: { weekly: WeeklyRange[]; rules: BookingRules; version: number },
  now: Date,
): Promise<Availability> {
  const { rules } = wanted
  const weekly = wanted.weekly.toSorted(byDayAndTime)
  const [, { rows }, current] = await Promise.all([
    sql`insert into app.availability (therapist_id) values (${tx.actor.id}) on conflict do nothing`.execute(tx.kysely),
    sql<{ version: number }>`
      update app.availability set weekly = ${JSON.stringify(weekly)}::jsonb, buffer_before = ${rules.bufferBefore}, buffer_after = ${rules.bufferAfter},
        notice_minutes = ${rules.noticeMinutes}, horizon_days = ${rules.horizonDays}, step_minutes = ${rules.stepMinutes},
        per_day = ${rules.perDay}, per_week = ${rules.perWeek}, version = version + 1, updated_at = ${now}
      where therapist_id = ${tx.actor.id} and version = ${wanted.version} returning version`.execute(tx.kysely),
    readOwnAvailability(tx, now),
  ])
  const isSame = serialized(current.weekly) === serialized(weekly) && sameRules(current.rules, rules)
  if (!rows.length && !isSame) throw createRefusal('CHANGED', 409, current)
  return current
}

/** Sets the hours of one day. If `ranges` is null, restores the weekly hours. */
export async function setDay(tx: Tx, isoDay: string, ranges: TimeRange[] | null, now: Date): Promise<Availability> {
  const own = tx.actor.id
  const write = ranges
    ? sql`insert into app.day_override (therapist_id, day, ranges) values (${own}, ${isoDay}::date, ${JSON.stringify(ranges.toSorted(byTime))}::jsonb)
          on conflict (therapist_id, day) do update set ranges = excluded.ranges`
    : sql`delete from app.day_override where therapist_id = ${own} and day = ${isoDay}::date`
  const [, current] = await Promise.all([write.execute(tx.kysely), readOwnAvailability(tx, now)])
  return current
}

const byTime = (a: { from: string }, b: { from: string }) => a.from.localeCompare(b.from)
const byDayAndTime = (a: WeeklyRange, b: WeeklyRange) => a.weekday - b.weekday || byTime(a, b)
const serialized = (ranges: WeeklyRange[]) =>
  JSON.stringify(ranges.map((range) => [range.weekday, range.from, range.until, range.formats, range.location]))
const sameRules = (a: BookingRules, b: BookingRules) =>
  (Object.keys(defaultBookingRules) as (keyof BookingRules)[]).every((key) => a[key] === b[key])
