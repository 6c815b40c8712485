import type { InvoiceId } from '@attune/contract/common/ids'
import type { Reminders } from '@attune/contract/features/billing/payment/payment'
import { reachesSomeone, type ReminderStep } from '@attune/contract/features/billing/payment/payment.rules'
import type { Tx } from '../../../../platform/database/actor.ts'
import { ORPCError } from '@orpc/server'
import { remind } from './reminder.ts'

/**
 * Creates several reminders for the acting therapist's invoices. Skips those that are no longer the next step of their invoice. Repeating the call
 * creates no second reminder. If any is refused with NOT_FOUND, creates none. Returns the numbers of created reminders, of those among them that
 * reach no one, and of skipped ones.
 */
export async function remindAll(
  tx: Tx,
  items: readonly { invoiceId: InvoiceId; step: ReminderStep }[],
  now: Date,
): Promise<{ made: number; unreached: number; leftOut: number }> {
  // Two calls that lock the same invoices in the same order do not block each other.
  const ordered = items.toSorted((one, other) => (one.invoiceId < other.invoiceId ? -1 : 1))
  const made: Reminders[] = []
  for (const item of ordered) {
    const after = await remind(tx, item, now).catch((error: unknown) => {
      if (error instanceof ORPCError && error.code === 'NOT_REMINDABLE') return null
      throw error
    })
    if (after) made.push(after)
  }
  const unreached = made.filter(({ reaches }) => !reachesSomeone(reaches))
  return { made: made.length, unreached: unreached.length, leftOut: items.length - made.length }
}
