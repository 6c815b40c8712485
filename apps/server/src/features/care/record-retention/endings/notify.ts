import { shiftDay } from '@attune/contract/common/time/time'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { notify, notifyAdmins } from '../../../messages/notification/notification.ts'
import { takeEndingCounts } from './counts.ts'
import { isHeldSql } from './list.ts'
import type { SettledDay } from './settle.ts'

/**
 * Notifies the acting therapist of the outcomes of the checks, and of entries that end within a week and are neither confirmed nor held. For a closed
 * account, notifies the admins of the number of records that end within a month. A repeated call finds nothing to notify of.
 */
export async function notifyOfEndings(tx: Tx, day: SettledDay): Promise<void> {
  const done = await takeEndingCounts(tx)
  if (day.isClosed) return tellAdmins(tx, day)
  if (done) {
    const { erased: count, held, moved } = done
    await notify(tx, {
      to: tx.actor.id,
      type: 'records-erased',
      params: { count, held, moved },
      about: null,
      person: null,
    })
  }
  await remindOfEndings(tx, day)
}

async function remindOfEndings(tx: Tx, { now, today }: SettledDay): Promise<void> {
  const { rows } = await sql`
    update app.record_ending e set reminded_at = ${now}
    where e.therapist_id = ${tx.actor.id} and e.reminded_at is null and e.confirmed_at is null and e.kept_until <= ${shiftDay(today, 7)}
      and not ${isHeldSql(sql.ref('e'))}
    returning e.client_id`.execute(tx.kysely)
  if (rows.length === 0) return
  await notify(tx, { to: tx.actor.id, type: 'records-due', params: { count: rows.length }, about: null, person: null })
}

/** Notifies the admins of the number of records that end within a month. These records are erased a month after this notification at the earliest. */
async function tellAdmins(tx: Tx, { now, inAMonth }: SettledDay): Promise<void> {
  const { rows } = await sql`
    update app.record_ending e set told_at = greatest(${now}::timestamptz, clock_timestamp())
    where e.therapist_id = ${tx.actor.id} and e.told_at is null and e.kept_until <= ${inAMonth}
    returning e.client_id`.execute(tx.kysely)
  if (rows.length === 0) return
  await notifyAdmins(tx, 'closed-records-ending', { count: rows.length }, { isAnonymous: true })
}
