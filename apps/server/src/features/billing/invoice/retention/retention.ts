import { keptUntil } from '@attune/contract/features/billing/invoice/invoice.retention.rules'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/actor.ts'

/** The number of issued documents that are kept after an account is deleted, and the last day (`YYYY-MM-DD`) on which any is kept. */
type KeptInvoices = { count: number; until: string }

/**
 * Returns the number of invoices by the acting therapist or to the acting client that are kept after the account is deleted, and the last day of
 * their retention. Returns null if there are none, and for an admin.
 */
export async function readKeptInvoices(tx: Tx): Promise<KeptInvoices | null> {
  const { role, id } = tx.actor
  if (role !== 'therapist' && role !== 'client') return null
  const issued =
    role === 'therapist'
      ? sql`app.invoice i where i.therapist_id = ${id}`
      : sql`app.invoice_client l join app.invoice i on i.therapist_id = l.therapist_id and i.id = l.invoice_id where l.account_id = ${id}`
  const { rows } = await sql<{ count: number; country: string; last: string }>`
    select count(*)::int as count, i.frozen #>> '{seller,country}' as country, max(greatest(i.issued_on,
      (select max(m.paid_on) from app.payment m where m.therapist_id = i.therapist_id and m.invoice_id = i.id)))::text as last
    from ${issued} and i.status = 'issued' group by 2`.execute(tx.kysely)
  const ends = rows.map(({ country, last }) => keptUntil(last, country)).toSorted()
  const until = ends.at(-1)
  return until === undefined ? null : { count: rows.reduce((sum, { count }) => sum + count, 0), until }
}

/** The number of invoices that one transaction erases. */
const batch = 20

/**
 * Erases issued invoices whose retention has ended and whose therapist or client has deleted the account. The database selects them, writes the
 * receipts of erasure, and keeps number, day and amount. The next run completes a run that was killed.
 */
export async function eraseEndedInvoices({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  for (;;) {
    const erased = await db.asActor({ role: 'worker', id: null }, async (tx) => {
      const { rows } = await tx.run<{ count: number }>('select def.erase_ended_invoices($1, $2) as count', [
        clock.now(),
        batch,
      ])
      return rows[0]?.count ?? 0
    })
    if (erased < batch) return
  }
}
