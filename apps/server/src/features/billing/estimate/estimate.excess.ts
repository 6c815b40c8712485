import type { ClientId, InvoiceId } from '@attune/contract/common/ids'
import { wallClockOf } from '@attune/contract/common/time/time'
import { estimateCurrency } from '@attune/contract/features/billing/estimate/estimate.currency.rules'
import { substantialExcess } from '@attune/contract/features/billing/estimate/estimate.rules'
import type { EstimateExcess } from '@attune/contract/features/billing/estimate/estimate.schemas'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { notFound } from '../../../platform/policy/refusal.ts'
import { readZone } from '../../people/profile/profile.ts'

/**
 * Returns the clients of the acting therapist whose bills exceed their latest estimate by $400 or more. Counts the lines of issued invoices in US
 * dollars for services in its period, minus credit notes. A line without a day counts on the latest day of service of its invoice, or else on the
 * day of issue (for a draft: today in the therapist's zone). With `draftId`, returns only the client of this draft and treats the draft as issued.
 * Refuses with NOT_FOUND for an unknown invoice.
 */
export async function listEstimateExcesses(
  tx: Tx,
  draftId: InvoiceId | undefined,
  now: Date,
): Promise<EstimateExcess[]> {
  const only = draftId === undefined ? null : await readClientOfDraft(tx, draftId)
  const today = wallClockOf(now.toISOString(), await readZone(tx)).day
  const { rows } = await sql<Omit<EstimateExcess, 'excessMinor'>>`
    with latest as (
      select distinct on (e.client_id) e.client_id, e.period_from, e.period_until, e.total_minor from app.estimate e
      where e.therapist_id = ${tx.actor.id} and (${only}::uuid is null or e.client_id = ${only}::uuid)
      order by e.client_id, e.number desc)
    select c.id as "clientId", c.name as "clientName", e.total_minor::text as "totalMinor",
      e.period_from::text as "periodFrom", e.period_until::text as "periodUntil",
      sum(case when i.kind = 'credit-note' then -l.net_minor else l.net_minor end)::text as "billedMinor"
    from latest e join app.client_name c on c.therapist_id = ${tx.actor.id} and c.id = e.client_id
      join app.invoice i on i.therapist_id = ${tx.actor.id} and i.client_id = e.client_id and i.currency = ${estimateCurrency}
        and (i.status = 'issued' or i.id = ${draftId ?? null}::uuid)
      join app.invoice_line l on l.therapist_id = i.therapist_id and l.invoice_id = i.id
      join app.invoice billed on billed.therapist_id = i.therapist_id and billed.id = coalesce(l.credits_id, i.id)
    where coalesce(l.service_on, (select max(o.service_on) from app.invoice_line o where o.therapist_id = billed.therapist_id
        and o.invoice_id = billed.id), billed.issued_on, ${today}::date) between e.period_from and e.period_until
    group by c.id, c.name, c.first_name, c.last_name, e.total_minor, e.period_from, e.period_until
    order by lower(c.last_name), lower(c.first_name), c.id`.execute(tx.kysely)
  return rows.flatMap((row) => {
    const excessMinor = substantialExcess(row.billedMinor, row.totalMinor)
    return excessMinor === null ? [] : [{ ...row, excessMinor }]
  })
}

async function readClientOfDraft(tx: Tx, invoiceId: InvoiceId): Promise<string> {
  const { rows } = await sql<{ clientId: ClientId }>`
    select client_id as "clientId" from app.invoice where therapist_id = ${tx.actor.id} and id = ${invoiceId}`.execute(
    tx.kysely,
  )
  const [row] = rows
  if (!row) throw notFound()
  return row.clientId
}
