import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './actor.ts'

/**
 * A search of names: its text and its words, both folded by `foldForSearch`, and the maximum number of results of each kind. With `among`, only the
 * rows with these ids are searched. With `similar`, the search reads names that do not match, so that the caller can compare them for similarity.
 */
export type NameSearch = {
  query: string
  words: readonly string[]
  limit: number
  among?: readonly string[]
  similar?: boolean
}

/** A row that a search found by its name. */
export type FoundName = { id: string; clientId: string | null; title: string; person: string; at: string | null }

/** A row that a search found by its text. `seq` is the number of a message in its conversation; `sessionId` is the session of a note. */
export type FoundText = FoundName & { seq: number | null; sessionId?: string }

/** A document of billing that a search found. `day` is the day of its issue. */
export type FoundBill = FoundName & { day: string | null; minor: string; currency: string }

/** The accents and other marks that `foldForSearch` removes, as the characters of a class in a regular expression of Postgres. */
const marks = classOf(/\p{Mn}/u, 0x1_ffff)

function classOf(pattern: RegExp, last: number): string {
  const escaped = (code: number) => `\\U${code.toString(16).padStart(8, '0')}`
  const ranges: string[] = []
  for (let code = 0, from = -1; code <= last + 1; code++) {
    const isIn = code <= last && pattern.test(String.fromCodePoint(code))
    if (isIn && from < 0) from = code
    if (isIn || from < 0) continue
    ranges.push(from === code - 1 ? escaped(from) : `${escaped(from)}-${escaped(code - 1)}`)
    from = -1
  }
  return ranges.join('')
}

/** SQL for a text without case and accents, as `foldForSearch` returns it, but with its white space. A text of ASCII characters has no accents. */
export const foldedSql = (text: RawBuilder<unknown>) => sql<string>`
  case when octet_length(${text}) = length(${text}) then lower(${text})
    else replace(regexp_replace(normalize(lower(${text}), NFD), ${`[${marks}]`}, '', 'g'), 'ß', 'ss') end`

const likeSql = (text: RawBuilder<unknown>, pattern: string) => sql<boolean>`${text} like ${pattern}`
const anySql = (conditions: RawBuilder<unknown>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`
const allSql = (conditions: RawBuilder<unknown>[]) => sql<boolean>`(${sql.join(conditions, sql` and `)})`
/** Escapes the wildcards in a text. The words of a search contain none, but the whole query can. */
const escaped = (text: string) => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)

/**
 * SQL for the rank of a search result: 4 if the title begins with the query, 3 if each word begins a word of the title, 2 if each is a part of the
 * title, 1 if some of them are only in `others`, such as the name of a person. Null if a word is nowhere, or if none is in the title.
 * @param title, others folded texts, from columns
 */
export function nameRankSql({ query, words }: NameSearch, title: RawBuilder<unknown>, others?: RawBuilder<unknown>) {
  const inTitle = words.map((word) => likeSql(title, `%${word}%`))
  const beginning = words.map((word) => anySql([likeSql(title, `${word}%`), sql`${title} ~ ${`[^[:alnum:]]${word}`}`]))
  const anywhere = words.map((word, at) =>
    anySql([inTitle[at] ?? sql`false`, ...(others ? [likeSql(others, `%${word}%`)] : [])]),
  )
  return sql<number | null>`case when not ${allSql(anywhere)} or not ${anySql(inTitle)} then null
    when ${likeSql(title, `${escaped(query)}%`)} then 4 when ${allSql(beginning)} then 3 when ${allSql(inTitle)} then 2 else 1 end`
}

/** The maximum number of names of a kind that are read in order to compare them with a search. */
const mostCompared = 2_000

/** SQL for whether a row is among the searched ids. */
export const amongSql = ({ among }: NameSearch, id: RawBuilder<unknown>) =>
  among ? sql<boolean>`${id} = any (${among}::uuid[])` : sql<boolean>`true`

/**
 * Reads the best results of a kind, one more than wanted, so that the caller knows whether there are more. The selected rows have the columns of
 * `FoundName`, and `rank` from `nameRankSql`.
 */
export async function readFoundNames<Row extends FoundName>(
  tx: Tx,
  { limit, similar }: NameSearch,
  selected: RawBuilder<unknown>,
): Promise<(Row & { rank: number })[]> {
  const { rows } = await sql<Row & { rank: number }>`
    select * from (${selected}) found where rank is ${similar ? sql`null` : sql`not null`}
    order by rank desc, at desc nulls last, lower(title), id limit ${similar ? mostCompared : limit + 1}`.execute(
    tx.kysely,
  )
  return rows
}
