import type { ClientId } from '@attune/contract/common/ids'
import { divRound } from '@attune/contract/common/money/money'
import type { PaidSession } from '@attune/contract/features/billing/superbill/superbill'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { openSql, paidSql } from '../invoice/invoice.ts'

/** The maximum number of sessions that are offered for a superbill. */
const maxPaidSessions = 500

/** A paid session with the additional data for a superbill. */
export type PaidService = PaidSession & {
  quantityMilli: number
  /** Whether the invoice was addressed to the client. */
  payerIsClient: boolean
}

type Row = Omit<PaidService, 'paidMinor'> & { beforeMinor: string; positiveMinor: string; discountMinor: string }

/** SQL condition: the line `l` of the invoice `i` was not credited. */
const uncredited = (line: string) => sql`
  not exists (select from app.invoice_line n where n.therapist_id = ${sql.ref(`${line}.therapist_id`)}
    and n.credits_id = ${sql.ref(`${line}.invoice_id`)} and n.credits_position = ${sql.ref(`${line}.position`)})`

/**
 * Returns the completed sessions of a client on fully paid US-dollar invoices of a business in the United States, latest first. Omits fees for
 * missed sessions, credited lines, and invoices to an organization, because a superbill states what the client or their family has paid.
 */
export async function listPaidSessions(tx: Tx, clientId: ClientId): Promise<PaidService[]> {
  const { rows } = await sql<Row>`
    select l.session_id as "sessionId", i.id as "invoiceId", i.number_text as "invoiceNumber",
      coalesce(l.service_on, (s.starts_at at time zone coalesce(t.zone, 'UTC'))::date)::text as "serviceOn",
      l.minutes, l.code, l.text, s.format, l.net_minor::text as "feeMinor", i.currency,
      l.quantity_milli as "quantityMilli", i.frozen->'buyer'->>'kind' = 'client' as "payerIsClient",
      sums.before::text as "beforeMinor", sums.positive::text as "positiveMinor", sums.discount::text as "discountMinor",
      (select o.superbill_id from app.superbill_line o join app.superbill b on b.id = o.superbill_id
        where o.therapist_id = i.therapist_id and o.session_id = l.session_id and b.client_id = i.client_id
          and not exists (select from app.superbill_withdrawal w where w.superbill_id = o.superbill_id) limit 1) as "superbillId"
    from app.invoice i join app.invoice_line l on l.therapist_id = i.therapist_id and l.invoice_id = i.id
      join app.session_billed d on d.therapist_id = i.therapist_id and d.session_id = l.session_id and d.client_id = i.client_id
        and d.invoice_id = i.id and d.kind = 'completed'
      join app.session s on s.therapist_id = i.therapist_id and s.id = l.session_id
      left join app.person t on t.account_id = i.therapist_id
      cross join lateral (select coalesce(sum(o.net_minor) filter (where o.net_minor > 0 and o.position < l.position), 0) as before,
          coalesce(sum(o.net_minor) filter (where o.net_minor > 0), 0) as positive,
          coalesce(sum(o.net_minor) filter (where o.net_minor < 0), 0) as discount
        from app.invoice_line o where o.therapist_id = i.therapist_id and o.invoice_id = i.id and ${uncredited('o')}) sums
    where i.therapist_id = ${tx.actor.id} and i.client_id = ${clientId} and i.status = 'issued' and i.kind = 'invoice'
      and i.currency = 'USD' and i.frozen->'seller'->>'country' = 'US' and i.frozen->'buyer'->>'kind' <> 'organization'
      and l.net_minor > 0 and ${uncredited('l')} and ${paidSql}::bigint > 0
      and ${openSql} <= 0
    order by "serviceOn" desc, i.issued_at desc, l.position limit ${maxPaidSessions}`.execute(tx.kysely)
  return rows.map(({ beforeMinor, positiveMinor, discountMinor, ...session }) => ({
    ...session,
    paidMinor: paidPart(session.feeMinor, { beforeMinor, positiveMinor, discountMinor }),
  }))
}

/**
 * Returns the paid part of one line if a discount applies to the sum. The parts are differences of rounded cumulative sums, so that they add up to
 * the discounted sum.
 */
function paidPart(
  feeMinor: string,
  sums: { beforeMinor: string; positiveMinor: string; discountMinor: string },
): string {
  const [fee, before, positive] = [BigInt(feeMinor), BigInt(sums.beforeMinor), BigInt(sums.positiveMinor)]
  const due = positive + BigInt(sums.discountMinor)
  return String(divRound((before + fee) * due, positive) - divRound(before * due, positive))
}
