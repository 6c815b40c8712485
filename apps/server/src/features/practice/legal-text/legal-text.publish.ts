import { blanksIn } from '@attune/contract/features/practice/legal-text/legal-text.rules'
import { plainTextOf } from '@attune/contract/common/rich-text/rich-text'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../../platform/database/actor.ts'
import { describeChange } from '../../../platform/policy/audit.ts'
import { createRefusal } from '../../../platform/policy/refusal.ts'
import { type LegalPlace, lockProductSettings, saveLegalPages } from '../administration/administration.ts'
import { onlineVersions, findVersion } from './legal-text.read.ts'

type Draft = LegalPlace & { text: RichText | null }
type State = { draft: RichText | null; version: number; is_base: boolean; is_online: boolean }

/**
 * Publishes the saved draft as the next version, or takes the text offline if there is no draft. Concurrent publications run one after the other.
 * Refuses with CHANGED and the saved draft if `text` is not this draft, with NOTHING_NEW if the draft is online already, and with BLANKS if it has
 * gaps to fill in.
 */
export async function publishLegalText(tx: Tx, { page, language, text }: Draft, now: Date) {
  await lockProductSettings(tx)
  const wanted = text === null ? null : JSON.stringify(text)
  const { rows } = await sql<State>`
    select s.draft, coalesce(v.version, 0) as version, s.draft is not distinct from ${wanted}::jsonb as is_base,
      s.draft is not distinct from v.text as is_online
    from (select legal_texts -> ${`${page}.${language}`}::text as draft from app.product_setting) s
      left join (select version, text from app.legal_version where page = ${page} and language = ${language}
        order by version desc limit 1) v on true`.execute(tx.kysely)
  const state = rows[0] as State
  if (!state.is_base) throw createRefusal('CHANGED', 409, { text: state.draft })
  if (state.is_online) throw createRefusal('NOTHING_NEW', 409)
  if (text && blanksIn(plainTextOf(text)).length > 0) throw createRefusal('BLANKS', 409)
  const id = await insertVersion(tx, { page, language, wanted, version: state.version + 1, now })
  await saveLegalPages(tx, sql`array(select distinct v.page from ${onlineVersions})`)
  const after = { page, language, version: state.version + 1, removed: text === null }
  describeChange(tx, { resourceId: id, before: { version: state.version }, after })
  const { text: _, ...published } = await findVersion(tx, id)
  return published
}

type NewVersion = { page: string; language: Language; wanted: string | null; version: number; now: Date }

async function insertVersion(tx: Tx, { page, language, wanted, version, now }: NewVersion): Promise<string> {
  const id = randomUUID()
  await sql`
    insert into app.legal_version (id, page, language, version, text, sha256, published_at, published_by)
    values (${id}, ${page}, ${language}, ${version}, ${wanted}::jsonb, encode(sha256(convert_to(${wanted}::jsonb::text, 'UTF8')), 'hex'),
      ${now}, ${tx.actor.id})`.execute(tx.kysely)
  return id
}
