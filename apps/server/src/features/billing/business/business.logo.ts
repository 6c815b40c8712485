import type { TherapistId } from '@attune/contract/common/ids'
import type { OwnBusiness } from '@attune/contract/features/billing/business/business'
import type { Tx } from '../../../platform/database/actor.ts'
import type { EncodedLogo } from '../../../platform/files/picture-encoding.ts'
import { sha256Of } from '../../../platform/secrets/sha256.ts'
import { readOwnBusiness } from './business.ts'

/** Stores a logo and shows it on the new invoices of the acting therapist. */
export async function saveLogo(tx: Tx, { bytes, mime }: EncodedLogo, now: Date): Promise<OwnBusiness> {
  const therapistId = tx.actor.id
  const sha256 = sha256Of(bytes)
  await tx.kysely
    .insertInto('business_logo')
    .values({ therapist_id: therapistId, sha256, mime, bytes })
    .onConflict((on) => on.columns(['therapist_id', 'sha256']).doNothing())
    .execute()
  const logo = { logo_sha: sha256 }
  await tx.kysely
    .insertInto('business')
    .values({ therapist_id: therapistId, ...logo })
    .onConflict((on) => on.column('therapist_id').doUpdateSet(logo))
    .execute()
  return readOwnBusiness(tx, now)
}

/** Removes the logo from the acting therapist's new invoices. Issued invoices keep it. */
export async function removeLogo(tx: Tx, now: Date): Promise<OwnBusiness> {
  await tx.kysely.updateTable('business').set({ logo_sha: null }).where('therapist_id', '=', tx.actor.id).execute()
  return readOwnBusiness(tx, now)
}

/** Returns the therapist of an issued invoice that has this logo and that the actor can see; null if there is none. */
export const findIssuerWithLogo = async (tx: Tx, sha256: string): Promise<string | null> =>
  (
    await tx.run<{ id: TherapistId }>(
      `select therapist_id as id from app.invoice where status = 'issued' and frozen->'seller'->>'logoSha' = $1 limit 1`,
      [sha256],
    )
  ).rows[0]?.id ?? null
