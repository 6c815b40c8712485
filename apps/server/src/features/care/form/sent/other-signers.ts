import type { ClientId, SentFormId } from '@attune/contract/common/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'

/** The other guardians who sign a form, as far as the acting guardian may know: `signerName` is empty if they must not know of each other. */
export type OtherSigners = { signerName: string; waitsForAnother: boolean }

/**
 * Returns the other signers of each form, as far as the acting guardian may know: row security hides the signatures of guardians of whom the acting
 * guardian must not know.
 */
export async function readOtherSigners(tx: Tx, ids: readonly SentFormId[]): Promise<Map<SentFormId, OtherSigners>> {
  const { rows } = await sql<OtherSigners & { id: SentFormId }>`
    select s.id, coalesce((select g.guardian_name from app.form_signature g where g.sent_form_id = s.id and g.account_id <> ${tx.actor.id}), '') as "signerName",
      exists (select from app.sent_form o where o.agreement_id = s.agreement_id and o.id <> s.id and o.cancelled_at is null
        and (o.signed_at is null or o.withdrawn_at is not null)) as "waitsForAnother"
    from app.sent_form s where s.id = any (${ids}::uuid[])`.execute(tx.kysely)
  return new Map(rows.map((row) => [row.id, { signerName: row.signerName, waitsForAnother: row.waitsForAnother }]))
}

/** Returns the first name of a client whom the actor may see. */
export async function readFirstName(tx: Tx, clientId: ClientId): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select c.first_name as name from app.client_name c where c.id = ${clientId}`.execute(tx.kysely)
  return rows[0]?.name ?? ''
}
