import type { HeldItem } from '@attune/contract/features/practice/restore/restore'
import type { AccountId, HeldItemId, TherapistId } from '@attune/contract/common/ids'
import { type HeldKind, heldPageSize } from '@attune/contract/features/practice/restore/restore.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { enqueue, type Job } from '../../../platform/jobs/enqueue.ts'

export type HeldDecision = 'send' | 'drop'

/** Returns the held items of the acting therapist, the earliest first and at most `heldPageSize`, and their total number. */
export async function listHeldItems(tx: Tx): Promise<{ items: HeldItem[]; count: number }> {
  const { rows } = await sql<HeldItem & { count: number }>`
    select h.id, h.kind, h.detail, h.due_at as "dueAt", coalesce(c.name, p.name, '') as recipient, count(*) over ()::int as count
    from app.held_item h left join app.person p on p.account_id = h.account_id
      left join app.client_name c on c.therapist_id = h.therapist_id and c.id = h.client_id
    where h.therapist_id = ${tx.actor.id} order by h.due_at, h.id limit ${heldPageSize}`.execute(tx.kysely)
  const items = rows.map(({ id, kind, detail, recipient, dueAt }) => ({ id, kind, detail, recipient, dueAt }))
  return { items, count: rows[0]?.count ?? 0 }
}

/** Whether an item of the acting therapist is held until the therapist decides. */
export async function isHeld(tx: Tx, kind: HeldKind, itemId: string): Promise<boolean> {
  const row = await tx.kysely
    .selectFrom('held_item')
    .select('id')
    .where('therapist_id', '=', tx.actor.id)
    .where('kind', '=', kind)
    .where('item_id', '=', itemId)
    .executeTakeFirst()
  return row !== undefined
}

/** Sends or drops held items of the acting therapist. */
export async function saveHeldDecision(tx: Tx, ids: HeldItemId[], decision: HeldDecision, now: Date): Promise<void> {
  const { rows } = await tx.run<Settled>(
    'select kind, item_id as "itemId", therapist_id as "therapistId", account_id as "accountId" from def.decide_held($1, $2, $3)',
    [ids, decision, now],
  )
  await continueWith(tx, rows, decision)
}

type Restore = { dataOf: string; restoredAt: string; kinds: { kind: HeldKind; practice: number; therapists: number }[] }

/** Returns the latest restore with the number of held items; null if nothing is held. */
export async function readHeldCounts(tx: Tx): Promise<Restore | null> {
  const { rows } = await tx.run<Restore['kinds'][number] & Omit<Restore, 'kinds'>>(
    'select kind, practice, therapists, data_of as "dataOf", restored_at as "restoredAt" from def.held_counts()',
  )
  const [first] = rows
  if (!first) return null
  const kinds = rows.map(({ kind, practice, therapists }) => ({ kind, practice, therapists }))
  return { dataOf: first.dataOf, restoredAt: first.restoredAt, kinds }
}

/** Sends or drops the held items of one kind that belong only to the practice. */
export async function savePracticeDecision(tx: Tx, kind: HeldKind, decision: HeldDecision, now: Date): Promise<void> {
  const { rows } = await tx.run<Settled>(
    'select kind, item_id as "itemId", therapist_id as "therapistId", account_id as "accountId" from def.decide_held_of_practice($1, $2, $3)',
    [kind, decision, now],
  )
  await continueWith(tx, rows, decision)
}

type Settled = { kind: HeldKind; itemId: string; therapistId: TherapistId | null; accountId: AccountId | null }

/**
 * Enqueues the jobs that continue the decided items. A dropped waiting list or calendar needs a job too, which notifies clients that their offers
 * have ended, or stops writing to the calendar.
 */
async function continueWith(tx: Tx, settled: Settled[], decision: HeldDecision): Promise<void> {
  const going = settled.filter(({ kind }) => decision === 'send' || kind === 'waiting-list' || kind === 'calendar')
  await enqueue(tx, ...going.flatMap((one) => jobOf(one) ?? []))
}

function jobOf({ kind, itemId, therapistId, accountId }: Settled): Job | null {
  if (kind === 'mail') return { name: 'mail', data: { mailId: itemId } }
  if (kind === 'push') return accountId === null ? null : { name: 'push', data: { accountId, notificationId: itemId } }
  if (therapistId === null) return null
  if (kind === 'text') return { name: 'text', data: { deliveryId: itemId, therapistId } }
  if (kind === 'waiting-list') return { name: 'waiting-list', data: { therapistId }, key: `restored ${therapistId}` }
  return { name: 'calendar-sync', data: { calendarId: itemId, therapistId }, key: itemId }
}
