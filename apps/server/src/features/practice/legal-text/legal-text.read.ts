import type { AccountId, ClientId, LegalVersionId } from '@attune/contract/common/ids'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import type { Language } from '@attune/contract/common/text/text.schemas'
import type {
  AgreedVersion,
  LegalHistoryEntry,
  LegalVersionText,
} from '@attune/contract/features/practice/legal-text/legal-text'
import { type RawBuilder, sql } from 'kysely'
import type { AppContext } from '../../../platform/app-context.ts'
import type { AnyActor, Tx } from '../../../platform/database/actor.ts'
import { notFound } from '../../../platform/policy/refusal.ts'
import { markPrivacySeen } from '../../people/profile/profile.ts'
import type { LegalPlace } from '../administration/administration.ts'

type Wanted = LegalPlace & { defaultLanguage: Language }

/** SQL for the published rows of `app.legal_version` as `v`: the newest version of each text and language, if it has a text. */
export const onlineVersions = sql`app.legal_version v where v.text is not null and not exists (
  select from app.legal_version n where n.page = v.page and n.language = v.language and n.version > v.version)`

const versionColumns = sql`v.id, v.page, v.language, v.version, v.published_at as "publishedAt"`

/** SQL for the order in which the languages of a text are tried: the reader's language, then the default language, then the others. */
const readersFirst = (language: RawBuilder<unknown>, defaultLanguage: Language) => sql`
  order by v.language = ${language} desc, v.language = ${defaultLanguage} desc, array_position(array['en', 'de', 'fr', 'es'], v.language)`

/**
 * Returns the text that a reader sees: in the wanted language, otherwise in the default language, otherwise in another. Null if none is published.
 */
export async function findCurrentVersion(
  tx: Tx<AnyActor>,
  { page, language, defaultLanguage }: Wanted,
): Promise<LegalVersionText | null> {
  const { rows } = await sql<LegalVersionText>`
    select ${versionColumns}, v.text from ${onlineVersions} and v.page = ${page}
    ${readersFirst(sql.val(language), defaultLanguage)} limit 1`.execute(tx.kysely)
  return rows[0] ?? null
}

/** Returns a legal text as anyone reads it. The text is null if the practice has published none. */
export async function readLegalPage(
  app: Pick<AppContext, 'db' | 'site'>,
  { page, language }: LegalPlace,
): Promise<{ language: Language; text: RichText | null; version: number | null; publishedAt: string | null }> {
  const { defaultLanguage } = app.site.settings()
  const found = await app.db.asActor({ role: 'worker', id: null }, (tx) =>
    findCurrentVersion(tx, { page, language, defaultLanguage }),
  )
  return {
    language: found?.language ?? language,
    text: found?.text ?? null,
    version: found?.version ?? null,
    publishedAt: found?.publishedAt ?? null,
  }
}

/** Returns any version with its text, including earlier ones. Refuses with NOT_FOUND. */
export async function findVersion(tx: Tx, id: LegalVersionId): Promise<LegalVersionText> {
  const { rows } = await sql<LegalVersionText>`
    select ${versionColumns}, v.text from app.legal_version v where v.id = ${id}`.execute(tx.kysely)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** Returns the versions of a text in one language, latest first. */
export async function listLegalVersions(tx: Tx, { page, language }: LegalPlace): Promise<LegalHistoryEntry[]> {
  const { rows } = await sql<LegalHistoryEntry>`
    select ${versionColumns}, v.sha256, nullif(trim(p.first_name || ' ' || p.last_name), '') as "publishedBy"
    from app.legal_version v left join app.person p on p.account_id = v.published_by
    where v.page = ${page} and v.language = ${language} order by v.version desc`.execute(tx.kysely)
  return rows
}

/** Returns the versions of legal texts that an account agreed to, latest first. */
async function listAgreedVersions(tx: Tx, accountId: AccountId | null): Promise<AgreedVersion[]> {
  const { rows } = await sql<AgreedVersion>`
    select ${versionColumns}, a.agreed_at as "agreedAt" from app.legal_consent a join app.legal_version v on v.id = a.version_id
    where a.account_id = ${accountId} order by a.agreed_at desc, v.id`.execute(tx.kysely)
  return rows
}

export const listOwnAgreedVersions = (tx: Tx): Promise<AgreedVersion[]> => listAgreedVersions(tx, tx.actor.id)

/**
 * Returns the versions of legal texts to which the account of one of the acting therapist's records agreed, latest first; none if the record has no
 * account. Refuses with NOT_FOUND for any other record.
 */
export async function listAgreedByClient(tx: Tx, clientId: ClientId): Promise<AgreedVersion[]> {
  const record = await tx.kysely
    .selectFrom('client_name')
    .select('account_id')
    .where('id', '=', clientId)
    .where('therapist_id', '=', tx.actor.id)
    .executeTakeFirst()
  if (!record) throw notFound()
  return record.account_id ? listAgreedVersions(tx, record.account_id) : []
}

/**
 * Returns the version of the privacy notice that the acting client has not seen; null if there is none. The first version, and versions from before
 * the client joined, do not count as changes.
 */
export async function findUnseenPrivacyChange(
  tx: Tx,
  defaultLanguage: Language,
): Promise<{ versionId: LegalVersionId; publishedAt: string } | null> {
  const { rows } = await sql<{ versionId: LegalVersionId; publishedAt: string; isUnseen: boolean }>`
    select v.id as "versionId", v.published_at as "publishedAt",
      v.version > 1 and v.published_at > greatest(p.privacy_seen_at, p.onboarded_at, p.created_at) as "isUnseen"
    from (select v.* from ${onlineVersions} and v.page = 'privacy') v, app.profile p where p.account_id = ${tx.actor.id}
    ${readersFirst(sql`p.language`, defaultLanguage)} limit 1`.execute(tx.kysely)
  const [latest] = rows
  return latest?.isUnseen ? { versionId: latest.versionId, publishedAt: latest.publishedAt } : null
}

/**
 * Records that the acting client has seen the privacy notice up to a version. Changes nothing if the client has seen a later one. Refuses with
 * NOT_FOUND for an unknown version.
 */
export async function dismissPrivacyChange(tx: Tx, versionId: LegalVersionId): Promise<void> {
  const { publishedAt } = await findVersion(tx, versionId)
  await markPrivacySeen(tx, publishedAt)
}
