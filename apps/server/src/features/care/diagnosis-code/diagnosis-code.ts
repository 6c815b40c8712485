import { wordsForSearch } from '@attune/contract/common/text/text'
import type { Language } from '@attune/contract/common/text/text.schemas'
import type { FoundCode } from '@attune/contract/features/care/diagnosis-code/diagnosis-code'
import {
  codeLists,
  type CodeList,
  codeSearchLimits,
  type SearchedSystem,
} from '@attune/contract/features/care/diagnosis-code/diagnosis-code.rules'
import { icd10Pattern } from '@attune/contract/features/billing/superbill/superbill.rules'
import { sql } from 'kysely'
import type { AnyActor, Tx } from '../../../platform/database/actor.ts'
import { listDiagnosisFavorites } from '../treatment-plan/treatment-plan.ts'

export type ListInLanguage = { name: CodeList; language: Language }
/** A loaded list: all its codes are of one edition, the year that the official file names. */
export type LoadedList = ListInLanguage & { edition: number }

/** Returns the lists of a system in the order in which they are searched: the reader's language, English, then the others. */
function listsFor(system: SearchedSystem, language: Language): ListInLanguage[] {
  const names: CodeList[] = system === 'icd-10' ? ['icd-10-cm', 'icd-10-gm'] : [system]
  const rank = (of: Language) => (of === language ? 0 : of === 'en' ? 1 : 2)
  return names
    .flatMap((name) => codeLists[name].languages.map((of) => ({ name, language: of })))
    .toSorted((one, other) => rank(one.language) - rank(other.language))
}

/** Returns those of the lists that are loaded, in the same order. */
export async function findLoadedLists(tx: Tx<AnyActor>, lists: readonly ListInLanguage[]): Promise<LoadedList[]> {
  const { rows } = await sql<LoadedList>`
    select l.name, l.language, c.edition
    from unnest(${lists.map(({ name }) => name)}::text[], ${lists.map(({ language }) => language)}::text[])
      with ordinality l (name, language, rank)
    cross join lateral (select edition from app.diagnosis_code d where d.list = l.name and d.language = l.language limit 1) c
    order by l.rank`.execute(tx.kysely)
  return rows
}

type Search = { system: SearchedSystem; language: Language; search: string }

/** Searches the therapist's own codes and the loaded list of a system. Finds nothing in the list if the search has neither letter nor digit. */
export async function searchCodes(
  tx: Tx,
  { system, language, search }: Search,
): Promise<{ list: LoadedList | null; items: FoundCode[] }> {
  const words = wordsForSearch(search).slice(0, maxWords)
  const prefix = codePrefix(system, search)
  const [list = null] = await findLoadedLists(tx, listsFor(system, language))
  const used = (await listOwnCodes(tx, system)).filter(({ code, title }) =>
    matchesOwn(code, title, { prefix, words, isEmpty: search.trim() === '' }),
  )
  const found = list && words.length > 0 ? await searchList(tx, list, { prefix, words }) : []
  const own = list ? await withListTitles(tx, list, used) : used
  const isOwn = new Set(own.map(({ code }) => code))
  const items = [...own, ...found.filter(({ code }) => !isOwn.has(code))]
  return { list, items: items.slice(0, codeSearchLimits.results) }
}

const maxWords = 8
type Query = { prefix: string; words: readonly string[] }

/** Returns the beginning of a code as lists write it: 'F41.1' for 'f411'. Codes have a dot at a fixed place. */
function codePrefix(system: SearchedSystem, typed: string): string {
  const code = typed.replace(/[\s.]/g, '').toUpperCase()
  const dotAt = system === 'icd-11' ? 4 : 3
  return code.length > dotAt ? `${code.slice(0, dotAt)}.${code.slice(dotAt)}` : code
}

async function listOwnCodes(tx: Tx, system: SearchedSystem): Promise<FoundCode[]> {
  const favorites = await listDiagnosisFavorites(tx)
  return favorites
    .filter((one) => (system === 'icd-11') === (one.system === 'icd-11'))
    .filter(({ code }) => system !== 'icd-10-cm' || icd10Pattern.test(code))
    .map(({ code, text }) => ({ code, title: text, own: true }))
}

function matchesOwn(code: string, title: string, { prefix, words, isEmpty }: Query & { isEmpty: boolean }): boolean {
  if (isEmpty) return true
  if (words.length === 0) return false
  const own = ` ${wordsForSearch(title).join(' ')}`
  return code.startsWith(prefix) || words.every((word) => own.includes(word))
}

/** Returns codes with the title of the list where the therapist has entered no text. */
async function withListTitles(tx: Tx, { name, language }: LoadedList, codes: FoundCode[]): Promise<FoundCode[]> {
  const untitled = codes.filter(({ title }) => title === '').map(({ code }) => code)
  if (untitled.length === 0) return codes
  const { rows } = await sql<{ code: string; title: string }>`
    select code, title from app.diagnosis_code
    where list = ${name} and language = ${language} and code = any(${untitled}::text[])`.execute(tx.kysely)
  const titles = new Map(rows.map(({ code, title }) => [code, title]))
  return codes.map((one) => ({ ...one, title: one.title || (titles.get(one.code) ?? '') }))
}

/**
 * Returns the codes that begin with the prefix, then those with a title that contains all words. Titles in which words begin with the typed ones come
 * first.
 */
async function searchList(tx: Tx, { name, language }: LoadedList, { prefix, words }: Query): Promise<FoundCode[]> {
  const begins = `${prefix.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<FoundCode>`
    select code, title, false as own from app.diagnosis_code
    where list = ${name} and language = ${language}
      and (code like ${begins} or words like all(${words.map((word) => `%${word}%`)}::text[]))
    order by code like ${begins} desc, words like ${` ${words.join(' ')}%`} desc,
      words like all(${words.map((word) => `% ${word}%`)}::text[]) desc, length(title), code
    limit ${codeSearchLimits.results}`.execute(tx.kysely)
  return rows
}
