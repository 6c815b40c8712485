import type { ClientId, TherapistId } from '@attune/contract/common/ids'
import { shortName } from '@attune/contract/features/people/account/account.rules'
import { sql } from 'kysely'
import type { AppContext } from '../../../platform/app-context.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { notify } from '../../messages/notification/notification.ts'

/**
 * Runs a job of the queue `treatment-plan-review`, which reminds a therapist once of each review date of a client's latest plan. The notification
 * contains no text of the plan.
 */
export async function remindOfReview(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { clientId, therapistId }: { clientId: ClientId; therapistId: TherapistId },
): Promise<void> {
  await db.asActor({ role: 'worker', id: therapistId }, async (tx) => {
    const now = clock.now()
    const review = await findDueReview(tx, clientId, now)
    if (!review) return
    const { rows } = await sql`
      insert into app.treatment_plan_reminder (therapist_id, client_id, review_on, reminded_at)
      values (${therapistId}, ${clientId}, ${review.reviewOn}, ${now}) on conflict do nothing returning client_id`.execute(
      tx.kysely,
    )
    if (!rows.length) return
    await notify(tx, {
      to: therapistId,
      type: 'plan-review',
      params: { name: shortName(review) },
      about: { type: 'client', id: clientId },
    })
  })
}

type Review = { reviewOn: string; firstName: string; lastName: string; isDue: boolean }

/** Returns the review of a connected client's latest plan if it is due in the therapist's zone. */
async function findDueReview(tx: Tx, clientId: ClientId, now: Date): Promise<Review | null> {
  const { rows } = await sql<Review>`
    select v.review_on::text as "reviewOn", c.first_name as "firstName", c.last_name as "lastName",
      coalesce(c.disconnected_at is null and v.review_on <= (${now}::timestamptz at time zone p.zone)::date, false) as "isDue"
    from app.treatment_plan_version v join app.client_name c on c.id = v.client_id join app.person p on p.account_id = v.therapist_id
    where v.client_id = ${clientId} order by v.number desc limit 1`.execute(tx.kysely)
  return rows[0]?.isDue ? rows[0] : null
}
