import type { RecordRequestId, TherapistId } from '@attune/contract/common/ids'
import { shiftDay, todayIn } from '@attune/contract/common/time/time'
import { sql } from 'kysely'
import type { AppContext } from '../../../platform/app-context.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { notify } from '../../messages/notification/notification.ts'
import { readZone } from '../../people/profile/profile.ts'

/**
 * Runs a job of the queue `record-request-remind`, which reminds a therapist of a request that is still open: once in the week before its last day,
 * and once on that day or later.
 */
export async function remindOfRecordRequest(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { requestId, therapistId }: { requestId: RecordRequestId; therapistId: TherapistId },
): Promise<void> {
  await db.asActor({ role: 'worker', id: therapistId }, async (tx) => {
    const now = clock.now()
    const request = await lockDueRequest(tx, requestId, now)
    if (!request) return
    await sql`
      update app.record_request r set ${sql.ref(request.column)} = ${now}
      where r.therapist_id = ${therapistId} and r.id = ${requestId}`.execute(tx.kysely)
    await notify(tx, {
      to: therapistId,
      type: 'copy-due',
      params: { name: request.name },
      about: { type: 'client', id: request.clientId },
      person: request.accountId,
      email: { subject: requestId },
    })
  })
}

type Due = {
  clientId: string
  accountId: string | null
  name: string
  dueOn: string
  hasWeek: boolean
  hasDay: boolean
}

/** Returns an open request of which the therapist must be reminded now, with the column of this reminder, and locks it; null if there is none. */
async function lockDueRequest(tx: Tx, id: RecordRequestId, now: Date) {
  const { rows } = await sql<Due>`
    select r.client_id as "clientId", c.account_id as "accountId", c.name, r.due_on::text as "dueOn",
      r.week_reminded_at is not null as "hasWeek", r.day_reminded_at is not null as "hasDay"
    from app.record_request r join app.client_name c on c.id = r.client_id
    where r.id = ${id} and r.state = 'open' for update of r`.execute(tx.kysely)
  const [request] = rows
  if (!request) return null
  const today = todayIn(await readZone(tx), now)
  if (request.dueOn <= today) return request.hasDay ? null : { ...request, column: 'day_reminded_at' }
  const isSoon = request.dueOn <= shiftDay(today, 7)
  return isSoon && !request.hasWeek ? { ...request, column: 'week_reminded_at' } : null
}
