import { firstWeekSteps, type FirstWeekStep } from '@attune/contract/features/home/dashboard/dashboard.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'

/** A therapist with this many sessions is no longer new. */
const sessionsOfNewTherapist = 10

type Row = Record<Exclude<FirstWeekStep, 'address'>, boolean> & { hidden: boolean; sessions: number }

/**
 * Returns which of the first steps the acting therapist has done. Null if all are done, if the therapist has hidden the
 * list, or has had ten sessions. `hasAddress` says whether the product has a public address.
 */
export async function findFirstWeek(
  tx: Tx,
  hasAddress: boolean,
): Promise<{ steps: { step: FirstWeekStep; done: boolean }[] } | null> {
  const id = tx.actor.id
  const { rows } = await sql<Row>`
    select p.first_week_hidden_at is not null as hidden,
      (select count(*)::int from (select from app.session s where s.therapist_id = p.account_id limit ${sessionsOfNewTherapist}) few) as sessions,
      exists (select from app.availability a where a.therapist_id = p.account_id and a.weekly <> '[]') as hours,
      exists (select from app.session_type y where y.therapist_id = p.account_id) as types,
      exists (select from app.session_terms t where t.therapist_id = p.account_id and t.video_link <> '') as video,
      exists (select from app.session_terms t where t.therapist_id = p.account_id) as reminders,
      exists (select from app.client c where c.therapist_id = p.account_id) as client,
      exists (select from app.calendar_feed f where f.account_id = p.account_id) as feed
    from app.profile p where p.account_id = ${id}`.execute(tx.kysely)
  const row = rows[0]
  if (!row || row.hidden || row.sessions >= sessionsOfNewTherapist) return null
  const done: Record<FirstWeekStep, boolean> = { ...row, address: hasAddress }
  const steps = firstWeekSteps.map((step) => ({ step, done: done[step] }))
  return steps.every(({ done }) => done) ? null : { steps }
}

/** Hides the list of the first steps of the acting therapist for good. */
export async function hideFirstWeek(tx: Tx, now: Date): Promise<void> {
  await tx.kysely
    .updateTable('profile')
    .set({ first_week_hidden_at: now })
    .where('account_id', '=', tx.actor.id)
    .where('first_week_hidden_at', 'is', null)
    .execute()
}
