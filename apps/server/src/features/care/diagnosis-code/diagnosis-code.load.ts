import { wordsForSearch } from '@attune/contract/common/text/text'
import type { Language } from '@attune/contract/common/text/text.schemas'
import {
  codeListNames,
  codeLists,
  type CodeList,
} from '@attune/contract/features/care/diagnosis-code/diagnosis-code.rules'
import { sql } from 'kysely'
import type { AnyActor, Tx } from '../../../platform/database/actor.ts'
import { findLoadedLists, type ListInLanguage, type LoadedList } from './diagnosis-code.ts'

/** The highest number of characters of a title, as in the table. */
export const codeTitleLength = 500

export type OfficialCode = { code: string; title: string }
export type CountedList = LoadedList & { count: number }

const everyList: ListInLanguage[] = codeListNames.flatMap((name: CodeList) =>
  codeLists[name].languages.map((language: Language) => ({ name, language })),
)

/** Returns the loaded lists, each with the number of its codes. Without `of`, returns all loaded lists. */
export async function countLoadedLists(tx: Tx<AnyActor>, of = everyList): Promise<CountedList[]> {
  const counted: CountedList[] = []
  for (const list of await findLoadedLists(tx, of)) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from app.diagnosis_code where list = ${list.name} and language = ${list.language}`.execute(
      tx.kysely,
    )
    counted.push({ ...list, count: rows[0]?.count ?? 0 })
  }
  return counted
}

/** Waits until no other command replaces a list. Holds the lock until the end of the transaction. */
export async function lockCodeLists(tx: Tx<AnyActor>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('attune diagnosis codes'))`.execute(tx.kysely)
}

const batch = 5_000

/** Replaces a list in a language by the codes of an edition. */
export async function replaceCodes(
  tx: Tx<AnyActor>,
  { name, language, edition }: LoadedList,
  codes: readonly OfficialCode[],
): Promise<void> {
  await sql`delete from app.diagnosis_code where list = ${name} and language = ${language}`.execute(tx.kysely)
  for (let at = 0; at < codes.length; at += batch) {
    const part = codes.slice(at, at + batch)
    const words = part.map(({ title }) => ` ${wordsForSearch(title).join(' ')}`)
    await sql`
      insert into app.diagnosis_code (list, language, edition, code, title, words)
      select ${name}, ${language}, ${edition}::int, c.code, c.title, c.words
      from unnest(${part.map(({ code }) => code)}::text[], ${part.map(({ title }) => title)}::text[], ${words}::text[])
        c (code, title, words)`.execute(tx.kysely)
  }
}
