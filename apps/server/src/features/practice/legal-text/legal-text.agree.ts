import type { LegalVersionId } from '@attune/contract/common/ids'
import type { LegalTextName } from '@attune/contract/features/practice/administration/administration.rules'
import type { Language } from '@attune/contract/common/text/text.schemas'
import type { LegalVersionText } from '@attune/contract/features/practice/legal-text/legal-text'
import { sql } from 'kysely'
import type { AnyActor, Tx } from '../../../platform/database/actor.ts'
import { insertAudit } from '../../../platform/policy/audit.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { createRefusal } from '../../../platform/policy/refusal.ts'
import { findCurrentVersion, onlineVersions } from './legal-text.read.ts'

export type JoiningRole = 'client' | 'therapist'

/** The legal text for each role that joins. Therapists confirm that they have read the privacy notice. */
const pageOf = { client: 'consent', therapist: 'privacy' } as const satisfies Record<JoiningRole, LegalTextName>

/** Blocks publications until the transaction ends, and waits for a running one. */
const holdVersions = (tx: Tx) => tx.run(`select pg_advisory_xact_lock_shared(hashtext('attune legal versions'))`)

type Naming = { as: JoiningRole; versionId: LegalVersionId | undefined }

/**
 * Returns whether the acting person still has to agree to the given version; false if they have already agreed to a current version, or if no text
 * is published. The result is valid until the transaction ends. Refuses with CONSENT_REQUIRED if a text is published and no version is given, and
 * with CHANGED if the given version is not the published one.
 */
export async function hasToAgree(tx: Tx, { as, versionId }: Naming): Promise<boolean> {
  await holdVersions(tx)
  const { rows } = await sql<{ id: LegalVersionId; has_agreed: boolean }>`
    select v.id, exists (select from app.legal_consent a where a.version_id = v.id and a.account_id = ${tx.actor.id}) as has_agreed
    from ${onlineVersions} and v.page = ${pageOf[as]}`.execute(tx.kysely)
  if (rows.some((row) => row.has_agreed)) return false
  if (versionId === undefined && rows.length > 0) throw createRefusal('CONSENT_REQUIRED', 409)
  if (versionId !== undefined && !rows.some(({ id }) => id === versionId)) throw createRefusal('CHANGED', 409)
  return versionId !== undefined
}

type Agreement = Naming & { requestId: string | null; now: Date }

/** Records once that the acting person agrees to the given version, with a line in the audit log. Refuses like `hasToAgree`. */
export async function agreeOnJoining(tx: Tx, { as, versionId, requestId, now }: Agreement): Promise<void> {
  if (!(await hasToAgree(tx, { as, versionId })) || versionId === undefined) return
  // Counts the inserted rows without RETURNING. If a concurrent call of the same person has inserted the row, the count is 0.
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto('legal_consent')
    .values({ account_id: tx.actor.id, version_id: versionId, agreed_at: now })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) return
  await insertAudit(tx, { action: 'agree', resource: 'legal-page', resourceId: versionId, requestId })
}

/** Returns the text to which the caller must agree; null if there is none, or if the caller has agreed to a current version. */
export async function joiningText(
  { app, login }: Context,
  { as, language }: { as: JoiningRole; language: Language },
): Promise<LegalVersionText | null> {
  const { defaultLanguage } = app.site.settings()
  const isPerson = login?.role === 'client' || login?.role === 'therapist'
  const reader: AnyActor = isPerson
    ? { role: login.role as JoiningRole, id: login.userId }
    : { role: 'worker', id: null }
  return app.db.asActor(reader, async (tx) => {
    if (isPerson && (await hasAgreed(tx, as))) return null
    return findCurrentVersion(tx, { page: pageOf[as], language, defaultLanguage })
  })
}

async function hasAgreed(tx: Tx<AnyActor>, as: JoiningRole): Promise<boolean> {
  const { rows } = await sql`
    select from ${onlineVersions} and v.page = ${pageOf[as]}
      and exists (select from app.legal_consent a where a.version_id = v.id and a.account_id = ${tx.actor.id})`.execute(
    tx.kysely,
  )
  return rows.length > 0
}
