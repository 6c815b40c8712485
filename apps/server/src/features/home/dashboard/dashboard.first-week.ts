import { firstWeekSteps, type FirstWeekStep } from '@attune/contract/features/home/dashboard/dashboard.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { isFirstWeekHiddenSql } from '../../people/profile/profile.ts'
import { hasHoursSql } from '../../schedule/availability/availability.ts'
import { hasCalendarFeedSql } from '../../schedule/calendar/calendar.ts'
import { hasSessionTypesSql } from '../../schedule/session-type/session-type.ts'
import { hasTermsSql, hasCallPlaceSql } from '../../schedule/terms/terms.ts'

/** A therapist with this many sessions is no longer new. */
const sessionsOfNewTherapist = 10

type Row = Record<Exclude<FirstWeekStep, 'address'>, boolean> & { hidden: boolean; sessions: number }

/**
 * Returns, for each of the first steps, whether the acting therapist has done it. Returns null if all are done, if the therapist has hidden the list,
 * or if they have had ten sessions. `hasAddress` is true if the product has a public address.
 */
export async function findFirstWeek(
  tx: Tx,
  hasAddress: boolean,
): Promise<{ steps: { step: FirstWeekStep; done: boolean }[] } | null> {
  const id = tx.actor.id
  const me = sql`p.account_id`
  const { rows } = await sql<Row>`
    select ${isFirstWeekHiddenSql(me)} as hidden,
      (select count(*)::int from (select from app.session s where s.therapist_id = p.account_id limit ${sessionsOfNewTherapist}) few) as sessions,
      ${hasHoursSql(me)} as hours,
      ${hasSessionTypesSql(me)} as types,
      ${hasCallPlaceSql(me)} as video,
      ${hasTermsSql(me)} as reminders,
      exists (select from app.client_name c where c.therapist_id = p.account_id) as client,
      ${hasCalendarFeedSql(me)} as feed
    from app.person p where p.account_id = ${id}`.execute(tx.kysely)
  const row = rows[0]
  if (!row || row.hidden || row.sessions >= sessionsOfNewTherapist) return null
  const done: Record<FirstWeekStep, boolean> = { ...row, address: hasAddress }
  const steps = firstWeekSteps.map((step) => ({ step, done: done[step] }))
  return steps.every(({ done }) => done) ? null : { steps }
}
