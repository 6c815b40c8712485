import type { ClientId } from '@attune/contract/common/ids'
import type { ClientSplit, SplitChange } from '@attune/contract/features/billing/payer/payer'
import type { PayerSplit, SplitRule } from '@attune/contract/features/billing/payer/payer.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { notFound } from '../../../platform/policy/refusal.ts'

/** Maps each rule to the rule with the same effect if the two clients are exchanged. */
const turned: Record<SplitRule, SplitRule> = {
  even: 'even',
  one: 'other',
  other: 'one',
  'one-amount': 'other-amount',
  'other-amount': 'one-amount',
}

/**
 * Returns the rule by which each pair of clients shares the price of a session, in the order of `pairs`; null for a pair without a rule, which shares
 * equally.
 */
export async function readSplits(
  tx: Tx,
  pairs: readonly (readonly [string, string])[],
): Promise<(PayerSplit | null)[]> {
  const clientIds = [...new Set(pairs.flat())]
  const { rows } = await sql<PayerSplit>`
    select one_id as "oneId", other_id as "otherId", rule, amount_minor::text as "amountMinor" from app.payer_split
    where therapist_id = ${tx.actor.id} and one_id = any (${clientIds}::uuid[]) and other_id = any (${clientIds}::uuid[])`.execute(
    tx.kysely,
  )
  const found = new Map(rows.map((row) => [`${row.oneId} ${row.otherId}`, row]))
  return pairs.map((pair) => found.get(pair.toSorted().join(' ')) ?? null)
}

/** Returns the rules by which a client shares the price of joint sessions with other clients, sorted by name. */
export async function listClientSplits(tx: Tx, clientId: ClientId): Promise<ClientSplit[]> {
  const { rows } = await sql<ClientSplit & { isTurned: boolean | null }>`
    select o.id as "withId", o.name as "withName", coalesce(s.rule, 'even') as rule,
      s.amount_minor::text as "amountMinor", s.other_id = ${clientId} as "isTurned"
    from app.client_name o left join app.payer_split s on s.therapist_id = o.therapist_id
      and s.one_id = least(o.id, ${clientId}::uuid) and s.other_id = greatest(o.id, ${clientId}::uuid)
    where o.therapist_id = ${tx.actor.id} and o.id <> ${clientId} and (s.rule is not null or exists (
      select from app.session_client mine join app.session_client theirs on theirs.session_id = mine.session_id
      where mine.therapist_id = ${tx.actor.id} and mine.client_id = ${clientId} and theirs.client_id = o.id))
    order by o.last_name, o.first_name, o.id`.execute(tx.kysely)
  return rows.map(({ isTurned, rule, ...row }) => ({ ...row, rule: isTurned ? turned[rule] : rule }))
}

/**
 * Saves the rule by which two clients of the acting therapist share the price of joint sessions. Repeating the call changes nothing. Refuses with
 * NOT_FOUND.
 */
export async function saveSplit(tx: Tx, { id, withId, rule, amountMinor }: SplitChange): Promise<void> {
  const both = await tx.kysely
    .selectFrom('client_name')
    .select('id')
    .where('therapist_id', '=', tx.actor.id)
    .where('id', 'in', [id, withId])
    .execute()
  if (both.length < 2) throw notFound()
  const [one, other] = [id, withId].toSorted()
  await sql`
    insert into app.payer_split (therapist_id, one_id, other_id, rule, amount_minor)
    values (${tx.actor.id}, ${one}, ${other}, ${one === id ? rule : turned[rule]}, ${amountMinor}::bigint)
    on conflict (therapist_id, one_id, other_id) do update set rule = excluded.rule, amount_minor = excluded.amount_minor`.execute(
    tx.kysely,
  )
}

/** Copies the sharing rules of the client `from` to the client `into`, except those for clients with whom `into` has a rule. */
export async function copyPayerSplits(tx: Tx, { from, into }: { from: string; into: string }): Promise<void> {
  const known = new Set((await listSplitRules(tx, into)).map(({ withId }) => withId))
  for (const rule of await listSplitRules(tx, from))
    if (rule.withId !== into && !known.has(rule.withId)) await saveSplit(tx, { id: into, ...rule })
}

/** Returns the rules of a client with other clients, from the client’s point of view. */
async function listSplitRules(tx: Tx, clientId: ClientId): Promise<Omit<SplitChange, 'id'>[]> {
  const { rows } = await sql<PayerSplit>`
    select one_id as "oneId", other_id as "otherId", rule, amount_minor::text as "amountMinor" from app.payer_split
    where therapist_id = ${tx.actor.id} and ${clientId} in (one_id, other_id)`.execute(tx.kysely)
  return rows.map(({ oneId, otherId, rule, amountMinor }) =>
    oneId === clientId ? { withId: otherId, rule, amountMinor } : { withId: oneId, rule: turned[rule], amountMinor },
  )
}
