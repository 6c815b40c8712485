import type { LegalTextName } from '@attune/contract/features/practice/administration/administration.rules'
import type { CountryNumbersSetting } from '@attune/contract/features/practice/administration/administration.settings'
import { plainTextOf } from '@attune/contract/common/rich-text/rich-text'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { describeChange } from '../../../../platform/policy/audit.ts'
import { createRefusal } from '../../../../platform/policy/refusal.ts'
import { auditedText, lockProductSettings } from './settings.ts'

export type LegalPlace = { page: LegalTextName; language: Language }
type LegalState = LegalPlace & { version: number | null; isChanged: boolean }
type TextRow = { text: RichText | null }

const keyOf = ({ page, language }: LegalPlace) => `${page}.${language}`

/** Returns the draft of a legal text in one language; null if there is none. */
export async function findLegalDraft(tx: Tx, place: LegalPlace): Promise<RichText | null> {
  const { rows } = await sql<TextRow>`
    select legal_texts -> ${keyOf(place)}::text as text from app.product_setting`.execute(tx.kysely)
  return rows[0]?.text ?? null
}

/** Returns the legal texts that have a draft or a version, with the version that is online. */
export async function listLegalStates(tx: Tx): Promise<LegalState[]> {
  const { rows } = await sql<LegalState>`
    with online as (
      select distinct on (page, language) page || '.' || language as key, version, text from app.legal_version order by page, language, version desc
    ), draft as (select d.key, d.value from app.product_setting s, jsonb_each(s.legal_texts) d)
    select split_part(key, '.', 1) as page, split_part(key, '.', 2) as language,
      case when o.text is not null then o.version end as version, d.value is distinct from o.text as "isChanged"
    from online o full join draft d using (key) where o.text is not null or d.value is not null order by key`.execute(
    tx.kysely,
  )
  return rows
}

/**
 * Saves the draft of a legal text; null or a blank text removes it. Does nothing if the saved text already is the new one. Otherwise refuses with
 * CHANGED and the saved text if `before` is not the saved text.
 */
export async function saveLegalText(
  tx: Tx,
  { text, before, ...place }: LegalPlace & { text: RichText | null; before: RichText | null },
): Promise<void> {
  await lockProductSettings(tx)
  const key = keyOf(place)
  const wanted = text && plainTextOf(text).trim() ? text : null
  const { rows } = await sql<TextRow & { is_base: boolean; is_wanted: boolean }>`
    select s.text, s.text is not distinct from ${json(before)}::jsonb as is_base, s.text is not distinct from ${json(wanted)}::jsonb as is_wanted
    from (select legal_texts -> ${key}::text as text from app.product_setting) s`.execute(tx.kysely)
  const [now] = rows
  const audited = (doc: RichText | null) => ({
    page: place.page,
    language: place.language,
    text: doc ? auditedText(plainTextOf(doc).trim()) : null,
  })
  describeChange(tx, { before: audited(now?.text ?? null), after: audited(wanted) })
  if (now?.is_wanted) return
  if (!now?.is_base) throw createRefusal('CHANGED', 409, { text: now?.text ?? null })
  await sql`
    update app.product_setting set revision = revision + 1, legal_texts =
      case when ${json(wanted)}::jsonb is null then legal_texts - ${key}::text
        else legal_texts || jsonb_build_object(${key}::text, ${json(wanted)}::jsonb) end`.execute(tx.kysely)
}

const json = (value: unknown) => (value === null ? null : JSON.stringify(value))

/**
 * Saves the safety numbers of a country; null removes them. Does nothing if the saved numbers already are the new ones. Otherwise refuses with
 * CHANGED and the saved numbers if `before` does not equal them.
 */
export async function saveSafetyNumbers(
  tx: Tx,
  change: { country: string; numbers: CountryNumbersSetting | null; before: CountryNumbersSetting | null },
): Promise<void> {
  await lockProductSettings(tx)
  const { country } = change
  const now = (await readSafetyNumbers(tx))[country] ?? null
  const [wanted, base, saved] = [change.numbers, change.before, now].map(inOrder)
  const audited = (numbers: CountryNumbersSetting | null) => ({ country, numbers: numbers && numbersText(numbers) })
  describeChange(tx, { before: audited(now), after: audited(change.numbers) })
  if (json(wanted) === json(saved)) return
  if (json(base) !== json(saved)) throw createRefusal('CHANGED', 409, { numbers: now })
  await sql`
    update app.product_setting set revision = revision + 1, safety_numbers =
      case when ${json(wanted)}::jsonb is null then safety_numbers - ${country}::text
        else safety_numbers || jsonb_build_object(${country}::text, ${json(wanted)}::jsonb) end`.execute(tx.kysely)
}

/** Returns the safety numbers that the practice has entered, by country. */
export async function readSafetyNumbers(tx: Tx): Promise<Record<string, CountryNumbersSetting>> {
  const { rows } = await sql<{ numbers: Record<string, CountryNumbersSetting> }>`
    select safety_numbers as numbers from app.product_setting`.execute(tx.kysely)
  return rows[0]?.numbers ?? {}
}

/** Returns numbers with their fields in a fixed order, because the database may return them in another order. */
const inOrder = (numbers: CountryNumbersSetting | null | undefined) =>
  numbers
    ? {
        emergency: numbers.emergency,
        lines: numbers.lines.map(({ name, phone, always }) => ({ name, phone, always })),
      }
    : null

const numbersText = ({ emergency, lines }: CountryNumbersSetting) =>
  auditedText([emergency, ...lines.map(({ name, phone }) => `${name} ${phone}`)].join(' · '))
