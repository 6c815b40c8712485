import type { ClientId, SuperbillId } from '@attune/contract/common/ids'
import type { OwnSuperbill, SuperbillItem } from '@attune/contract/features/billing/superbill/superbill'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { notFound } from '../../../platform/policy/refusal.ts'

const columns = sql`
  b.id, b.client_id as "clientId", b.made_on::text as "madeOn", b.from_day::text as "from", b.to_day::text as "to", b.line_count as sessions,
  b.paid_minor::text as "paidMinor", b.currency, exists (select from app.superbill_document d where d.superbill_id = b.id) as ready,
  (select json_build_object('at', w.withdrawn_at, 'reason', w.reason) from app.superbill_withdrawal w where w.superbill_id = b.id) as withdrawn`

/** Returns a superbill of the acting therapist without its content. Refuses with NOT_FOUND. */
export async function readSuperbillItem(tx: Tx, id: SuperbillId): Promise<SuperbillItem> {
  const { rows } = await sql<SuperbillItem>`
    select ${columns} from app.superbill b where b.therapist_id = ${tx.actor.id} and b.id = ${id}`.execute(tx.kysely)
  const [row] = rows
  if (!row) throw notFound()
  return row
}

/** Returns the superbills of a client of the acting therapist, latest first. Refuses with NOT_FOUND. */
export async function listSuperbills(tx: Tx, clientId: ClientId): Promise<SuperbillItem[]> {
  const { rows: own } = await sql`
    select from app.client_name where therapist_id = ${tx.actor.id} and id = ${clientId}`.execute(tx.kysely)
  if (!own.length) throw notFound()
  const { rows } = await sql<SuperbillItem>`
    select ${columns} from app.superbill b where b.therapist_id = ${tx.actor.id} and b.client_id = ${clientId}
    order by b.made_at desc, b.id`.execute(tx.kysely)
  return rows
}

/**
 * Returns the superbills that the acting client, or the acting guardian of a client, can see, latest first. Row security shows a client only those of
 * records with an invoice to the client.
 */
export async function listOwnSuperbills(tx: Tx): Promise<OwnSuperbill[]> {
  const { rows } = await sql<OwnSuperbill>`
    select ${columns}, b.frozen->'seller'->>'name' as "businessName", b.frozen->'buyer'->>'name' as name
    from app.superbill b order by b.made_at desc, b.id`.execute(tx.kysely)
  return rows
}

/** Withdraws a superbill of the acting therapist. Repeating the call changes nothing. Refuses with NOT_FOUND. */
export async function withdrawSuperbill(tx: Tx, id: SuperbillId): Promise<SuperbillItem> {
  await readSuperbillItem(tx, id)
  await tx.kysely
    .insertInto('superbill_withdrawal')
    .values({ therapist_id: tx.actor.id, superbill_id: id, reason: 'therapist' })
    .onConflict((on) => on.column('superbill_id').doNothing())
    .execute()
  return readSuperbillItem(tx, id)
}
