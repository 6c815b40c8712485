import { monthAfter, shiftDay } from '@attune/contract/common/time/time'
import type { ClientId } from '@attune/contract/common/ids'
import { retentionOf } from '@attune/contract/features/care/record-retention/record-retention.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { notify } from '../../../messages/notification/notification.ts'
import { retentionFactsOf, retentionColumnsSql, type RetentionRow } from '../record-retention.queries.ts'
import type { SettledDay } from './settle.ts'

/** The highest number of records that one call puts on the list. */
const maxListed = 1000

/**
 * Puts the records of the acting therapist whose retention ends within a month on the list, and notifies the therapist once of their number. Returns
 * whether there may be more.
 */
export async function listNewEndings(tx: Tx, { now, today, isClosed }: SettledDay): Promise<boolean> {
  const { rows } = await sql<RetentionRow & { clientId: ClientId }>`
    select client_id as "clientId", ${retentionColumnsSql}
    from def.unlisted_endings(${now}::timestamptz, ${maxListed}::int)`.execute(tx.kysely)
  const ending = rows
    .map((row) => ({ client_id: row.clientId, kept_until: retentionOf(retentionFactsOf(row), row).keptUntil }))
    .filter(({ kept_until }) => kept_until <= monthAfter(today))
  if (ending.length === 0) return false
  const soon = shiftDay(today, 7)
  const listed = await tx.kysely
    .insertInto('record_ending')
    .values(
      ending.map((row) => ({
        ...row,
        therapist_id: tx.actor.id,
        listed_at: sql<Date>`greatest(${now}::timestamptz, clock_timestamp())`,
        // If the record ends within a week, the first notification is also the reminder.
        reminded_at: row.kept_until <= soon ? now : null,
        checked_on: shiftDay(today, -1),
      })),
    )
    .onConflict((on) => on.doNothing())
    .returning('client_id')
    .execute()
  if (listed.length > 0 && !isClosed)
    await notify(tx, {
      to: tx.actor.id,
      type: 'records-ending',
      params: { count: listed.length },
      about: null,
      person: null,
    })
  return listed.length > 0 && rows.length === maxListed
}
