import type { BankEntry } from '@attune/contract/features/billing/payment/payment.bank-file.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import type { ReadEntry } from './entry.ts'

/**
 * Returns the reversals that only one review shows as new, each with 'now' if this review shows it, or 'before' if an earlier one did. Each is the
 * complete reversal of a payment in the same file that an earlier version recorded on the day of the reversal or later. Earlier versions proposed
 * such payments. Stores that this review has shown the reversals.
 */
export async function announceOnce(
  tx: Tx,
  {
    entries,
    reverses,
    now,
  }: { entries: readonly ReadEntry[]; reverses: Map<string, BankEntry['reverses']>; now: Date },
): Promise<Map<string, 'now' | 'before'>> {
  const whole = new Set(entries.flatMap((one) => (one.reversedMinor === one.amountMinor ? [one.key] : [])))
  const pairs = entries.flatMap(({ key, day, reverses: payment }) => {
    const [first] = reverses.get(key) ?? []
    return first && payment !== null && whole.has(payment) ? [{ key, day, paymentId: first.paymentId }] : []
  })
  if (pairs.length === 0) return new Map()
  const { rows } = await sql<{ key: string; isNew: boolean }>`
    with late as (
      select j.key, j.day from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as j(key text, day date, "paymentId" uuid)
        join app.payment p on p.therapist_id = ${tx.actor.id} and p.id = j."paymentId"
      where p.recorded_before_reversals and p.recorded_at >= j.day),
    named as (
      insert into app.bank_reversal as b (therapist_id, key, day, named_at) select ${tx.actor.id}, key, day, ${now}::timestamptz from late
      on conflict (therapist_id, key) do update set named_at = excluded.named_at where b.named_at is null
      returning key)
    select late.key, named.key is not null as "isNew" from late left join named on named.key = late.key`.execute(
    tx.kysely,
  )
  return new Map(rows.map(({ key, isNew }) => [key, isNew ? 'now' : 'before']))
}
