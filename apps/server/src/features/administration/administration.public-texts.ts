import type { LegalPageName } from '@attune/contract/features/administration.rules'
import type { CountryNumbersSetting } from '@attune/contract/features/administration.settings'
import { plainTextOf } from '@attune/contract/common/rich-text'
import type { RichText } from '@attune/contract/common/rich-text.schemas'
import { languages } from '@attune/contract/common/text'
import type { Language } from '@attune/contract/common/text.schemas'
import { sql } from 'kysely'
import type { AppContext } from '../../platform/app-context.ts'
import type { Tx } from '../../platform/database/actor.ts'
import { describeChange } from '../../platform/policy/audit.ts'
import { createRefusal } from '../../platform/policy/refusal.ts'
import { auditedText, lockProductSettings } from './administration.settings.ts'

export type LegalPlace = { page: LegalPageName; language: Language }
type TextRow = { text: RichText | null }

const keyOf = ({ page, language }: LegalPlace) => `${page}.${language}`

/** Returns the text of a legal page in one language; null if there is none. */
export async function legalText(tx: Tx, place: LegalPlace): Promise<RichText | null> {
  const { rows } = await sql<TextRow>`
    select legal_texts -> ${keyOf(place)}::text as text from app.product_setting`.execute(tx.kysely)
  return rows[0]?.text ?? null
}

/** Returns the legal pages that have a text, by page and language. */
export async function legalPlaces(tx: Tx): Promise<LegalPlace[]> {
  const { rows } = await sql<{ key: string }>`
    select jsonb_object_keys(legal_texts) as key from app.product_setting order by key`.execute(tx.kysely)
  return rows.map(({ key }) => {
    const [page, language] = key.split('.')
    return { page, language } as LegalPlace
  })
}

/**
 * Returns a legal page as anyone reads it: in the wanted language, otherwise in the default language, otherwise in another. The text is null
 * if the practice has not written the page.
 */
export async function readLegalPage(
  app: Pick<AppContext, 'db' | 'site'>,
  { page, language }: LegalPlace,
): Promise<{ language: Language; text: RichText | null }> {
  const wanted = [...new Set([language, app.site.settings().defaultLanguage, ...languages])]
  return app.db.asActor({ role: 'worker', id: null }, async (tx) => {
    const places = await legalPlaces(tx)
    const found = wanted.find((one) => places.some((place) => place.page === page && place.language === one))
    return { language: found ?? language, text: found ? await legalText(tx, { page, language: found }) : null }
  })
}

/** Saves the text of a legal page, or removes it with null. Refuses with CHANGED if `before` is not the saved text. */
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

/** Saves the safety numbers of a country, or removes them with null. Refuses with CHANGED if `before` are not the saved ones. */
export async function saveSafetyNumbers(
  tx: Tx,
  change: { country: string; numbers: CountryNumbersSetting | null; before: CountryNumbersSetting | null },
): Promise<void> {
  await lockProductSettings(tx)
  const { country } = change
  const now = (await safetyNumbersIn(tx))[country] ?? null
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
export async function safetyNumbersIn(tx: Tx): Promise<Record<string, CountryNumbersSetting>> {
  const { rows } = await sql<{ numbers: Record<string, CountryNumbersSetting> }>`
    select safety_numbers as numbers from app.product_setting`.execute(tx.kysely)
  return rows[0]?.numbers ?? {}
}

/** Returns numbers with their fields in a fixed order, because the database returns them in another one. */
const inOrder = (numbers: CountryNumbersSetting | null | undefined) =>
  numbers
    ? {
        emergency: numbers.emergency,
        lines: numbers.lines.map(({ name, phone, always }) => ({ name, phone, always })),
      }
    : null

const numbersText = ({ emergency, lines }: CountryNumbersSetting) =>
  auditedText([emergency, ...lines.map(({ name, phone }) => `${name} ${phone}`)].join(' · '))
