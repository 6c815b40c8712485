import type { RecordHoldId, TherapistId } from '@attune/contract/common/ids'
import { monthAfter, todayIn } from '@attune/contract/common/time/time'
import { sql } from 'kysely'
import type { AppContext } from '../../../platform/app-context.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { notify } from '../../messages/notification/notification.ts'
import { isOwnAccountClosed, readZone } from '../../people/profile/profile.ts'

/**
 * Runs a job of the queue `record-hold`: reminds the therapist a month before the last day of a hold, and ends the hold after that day. If the
 * reminder comes late, for example because no server ran, the hold lasts until a month after it.
 */
export async function settleRecordHold(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { holdId, therapistId }: { holdId: RecordHoldId; therapistId: TherapistId },
): Promise<void> {
  await db.asActor({ role: 'worker', id: therapistId }, async (tx) => {
    const hold = await lockOpenHold(tx, holdId)
    if (!hold) return
    const now = clock.now()
    const today = todayIn(await readZone(tx), now)
    if (hold.isReminded || hold.isClosed) {
      if (hold.untilOn < today) await expireHold(tx, { ...hold, id: holdId }, now)
      return
    }
    if (monthAfter(today) < hold.untilOn) return
    await sql`
      update app.record_hold h set reminded_at = ${now}, until_on = greatest(h.until_on, ${monthAfter(today)}::date)
      where h.therapist_id = ${therapistId} and h.id = ${holdId}`.execute(tx.kysely)
    await notifyOfHold(tx, 'hold-ending', { ...hold, id: holdId })
  })
}

type OpenHold = {
  clientId: string
  accountId: string | null
  name: string
  untilOn: string
  isReminded: boolean
}

/** Returns a hold that has not ended, and locks it; undefined if it has ended. */
async function lockOpenHold(tx: Tx, id: RecordHoldId) {
  const { rows } = await sql<OpenHold>`
    select h.client_id as "clientId", c.account_id as "accountId", c.name, h.until_on::text as "untilOn",
      h.reminded_at is not null as "isReminded"
    from app.record_hold h join app.client_name c on c.id = h.client_id
    where h.id = ${id} and h.ended_at is null for update of h`.execute(tx.kysely)
  return rows[0] && { ...rows[0], isClosed: await isOwnAccountClosed(tx) }
}

type Held = OpenHold & { id: RecordHoldId; isClosed: boolean }

async function expireHold(tx: Tx, hold: Held, now: Date): Promise<void> {
  await sql`
    update app.record_hold h set ended_at = ${now}, ending = 'expired'
    where h.therapist_id = ${tx.actor.id} and h.id = ${hold.id}`.execute(tx.kysely)
  if (!hold.isClosed) await notifyOfHold(tx, 'hold-expired', hold)
}

/** Notifies the therapist. The email is dropped if the hold has ended or was renewed by the time at which the email is due. */
async function notifyOfHold(tx: Tx, type: 'hold-ending' | 'hold-expired', hold: Held): Promise<void> {
  await notify(tx, {
    to: tx.actor.id,
    type,
    params: { name: hold.name },
    about: { type: 'client', id: hold.clientId },
    person: hold.accountId,
    email: { subject: hold.id },
  })
}
