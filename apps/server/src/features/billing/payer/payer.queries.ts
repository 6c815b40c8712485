import type { ClientId, PayerId } from '@attune/contract/common/ids'
import type { ClientBilling, OwnPayer, Payer } from '@attune/contract/features/billing/payer/payer'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { notFound } from '../../../platform/policy/refusal.ts'

/**
 * SQL for whether the client `c` is younger than the practice's age of majority on the day of `now`. A client without a date of birth counts as an
 * adult.
 */
export const isChildSql = (now: Date): RawBuilder<boolean> => sql`
  coalesce(c.date_of_birth > (${now}::timestamptz at time zone 'UTC')::date - make_interval(years => (select def.majority_age())), false)`

/**
 * SQL for the row `a` with the client's latest agreement to the payer `p` and its latest withdrawal. A client can have several rows for the same
 * contact or organization, because drafts keep former rows.
 */
export const agreementOf = sql`
  lateral (
    select max(q.agreed_at) as agreed_at, (array_agg(q.agreed_by order by q.agreed_at desc nulls last))[1] as agreed_by,
      max(q.withdrawn_at) as withdrawn_at
    from app.payer q where q.therapist_id = p.therapist_id and q.client_id = p.client_id and (q.id = p.id or q.kind = p.kind and case p.kind
      when 'contact' then q.contact_id = p.contact_id when 'organization' then lower(q.name) = lower(p.name) else false end)) a`

/** SQL for whether the payer `p`, who is not the client `c`, may receive new invoices. `a` is the agreement to `p`. The rule is that of `mayBill`. */
export const mayBillSql = (now: Date): RawBuilder<boolean> => sql`
  coalesce(a.agreed_at is not null and (a.withdrawn_at is null or a.agreed_at > a.withdrawn_at) or p.is_guardian and ${isChildSql(now)}, false)`

/** SQL for the columns of the agreement `a` to the payer `p` of the client `c`. An agreement after a withdrawal is valid again. */
const agreementSql = (now: Date) => sql`
  coalesce(p.is_guardian and ${isChildSql(now)}, false) as "isGuardianOfChild", a.agreed_at as "agreedAt", a.agreed_by as "agreedBy",
  case when a.agreed_at > a.withdrawn_at then null else a.withdrawn_at end as "withdrawnAt"`

/** SQL for the payer `p` of the client `c`. A client without a payer pays for themself. */
const payerSql = (now: Date) => sql`
  p.id, c.id as "clientId", coalesce(p.kind, 'client') as kind, p.contact_id as "contactId",
  case when coalesce(p.kind, 'client') = 'client' then trim(c.first_name || ' ' || c.last_name) else p.name end as name,
  coalesce(p.street, '') as street, coalesce(p.postal_code, '') as "postalCode", coalesce(p.city, '') as city, coalesce(p.region, '') as region,
  p.country, case when p.id is null then c.email else p.email end as email, coalesce(p.reference, '') as reference,
  coalesce(p.buyer_reference, '') as "buyerReference", coalesce(p.tax_id, '') as "taxId", p.organization_type as "organizationType", coalesce(p.wants_diagnosis, false) as "wantsDiagnosis",
  coalesce(p.client_wants_diagnosis, false) as "clientWantsDiagnosis", coalesce(p.version, 0) as version, ${agreementSql(now)}`

/** Returns the current payer of each client record of the acting therapist by the record's id. Omits other therapists' records. */
export async function readCurrentPayers(
  tx: Tx,
  clientIds: readonly ClientId[],
  now: Date,
): Promise<Map<string, Payer>> {
  const { rows } = await sql<Payer>`
    select ${payerSql(now)} from app.client c
      left join app.payer p on p.therapist_id = c.therapist_id and p.client_id = c.id and p.is_current
      left join ${agreementOf} on true
    where c.therapist_id = ${tx.actor.id} and c.id = any (${[...new Set(clientIds)]}::uuid[])`.execute(tx.kysely)
  return new Map(rows.map((row) => [row.clientId, row]))
}

/** Returns the current payer of a client record of the acting therapist. Refuses with NOT_FOUND. */
export async function readCurrentPayer(tx: Tx, clientId: ClientId, now: Date): Promise<Payer> {
  const found = (await readCurrentPayers(tx, [clientId], now)).get(clientId)
  if (!found) throw notFound()
  return found
}

/**
 * Returns payers of the acting therapist by their ids, including former ones, with the current agreement. A draft keeps the payer with which it was
 * created.
 */
export async function readPayers(tx: Tx, ids: readonly PayerId[], now: Date): Promise<Map<string, Payer>> {
  const { rows } = await sql<Payer & { id: PayerId }>`
    select ${payerSql(now)} from app.payer p join app.client c on c.therapist_id = p.therapist_id and c.id = p.client_id
      cross join ${agreementOf}
    where p.therapist_id = ${tx.actor.id} and p.id = any (${[...new Set(ids)]}::uuid[])`.execute(tx.kysely)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the contacts of a client that are marked as payers. */
export async function listPayingContacts(tx: Tx, clientId: ClientId): Promise<ClientBilling['contacts']> {
  return tx.kysely
    .selectFrom('client_contact')
    .select(['id', 'name', 'email'])
    .where('therapist_id', '=', tx.actor.id)
    .where('client_id', '=', clientId)
    .where('is_payer', '=', true)
    .where('place', '>', 0)
    .orderBy('place')
    .execute()
}

/** Returns the contacts and organizations that pay for the acting client’s records, sorted by the therapist's name. */
export async function listOwnPayers(tx: Tx, now: Date): Promise<OwnPayer[]> {
  const { rows } = await sql<OwnPayer>`
    select c.id as "clientId", t.name as "therapistName", p.id as "payerId", p.kind, p.name, p.reference,
      ${agreementSql(now)}
    from app.client c join app.payer p on p.client_id = c.id join app.person t on t.account_id = c.therapist_id cross join ${agreementOf}
    where c.account_id = ${tx.actor.id} and p.is_current and p.kind <> 'client'
    order by t.last_name, t.first_name, c.id`.execute(tx.kysely)
  return rows
}
