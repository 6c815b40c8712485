import type { TextResult } from '@attune/contract/features/home/search/search'
import {
  isLongEnoughForTexts,
  searchedWords,
  searchLimits,
  type TextKind,
} from '@attune/contract/features/home/search/search.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import type { FoundText } from '../../../platform/database/name-search.ts'
import { findEntriesByComment, readFoundEntries } from '../../care/journal/journal.ts'
import { readFoundClientNotes, readFoundNotes } from '../../care/note/note.ts'
import { readFoundTasks } from '../../care/task/task.ts'
import { readFoundMessages } from '../../messages/message/message.ts'
import { groupOf } from './search.group.ts'

type IndexedKind = Exclude<TextKind, 'entry-comment'> | 'shared-entry'
type Place = { kind: IndexedKind; id: string; at: string; isWhole: boolean }
type Group = { kind: TextKind; items: TextResult[]; more: boolean }
type Read = (tx: Tx, ids: string[]) => Promise<FoundText[]>

/** The functions that read texts under the row security of the actor. They omit texts that the actor may not read, and deleted ones. */
const readers: Record<IndexedKind, Read> = {
  note: readFoundNotes,
  'client-note': readFoundClientNotes,
  message: readFoundMessages,
  'journal-entry': readFoundEntries,
  'shared-entry': readFoundEntries,
  task: readFoundTasks,
}

/** Finds texts of the actor by their words. Returns them in groups, the most relevant first; the groups of whole words come first. */
export async function searchTexts(tx: Tx, query: string): Promise<{ isBuilding: boolean; groups: Group[] }> {
  const { role } = tx.actor
  if (!isLongEnoughForTexts(query) || (role !== 'therapist' && role !== 'client'))
    return { isBuilding: false, groups: [] }
  const [isBuilt, places] = [await isSearchBuilt(tx), await findTextPlaces(tx, query)]
  const groups = await readFoundTexts(tx, places)
  const commented = await findEntriesByComment(tx, searchedWords(query), searchLimits.perKind + 1)
  return {
    isBuilding: !isBuilt,
    groups: commented.length > 0 ? [...groups, groupOf('entry-comment', commented)] : groups,
  }
}

/** Returns whether the index contains all texts. After a crash of the database it is empty until `buildSearchIndex` has run. */
export async function isSearchBuilt(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isBuilt: boolean }>`select def.is_search_built() as "isBuilt"`.execute(tx.kysely)
  return rows[0]?.isBuilt ?? false
}

/** Finds the ids of the best texts of the actor in the index, the best first. Does not check whether the actor may still read them. */
export async function findTextPlaces(tx: Tx, query: string): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select f.kind, f.id, f.at, f.is_whole as "isWhole" from def.find_texts(${searchedWords(query)}::text[], ${searchLimits.perKind + 1}) f
    order by f.is_whole desc, f.at desc, f.id`.execute(tx.kysely)
  return rows
}

/** Reads the texts at these places that the actor may read, in groups. */
export async function readFoundTexts(tx: Tx, places: readonly Place[]): Promise<Group[]> {
  const groups: Group[] = []
  for (const kind of new Set(places.map((place) => place.kind))) {
    const ids = places.filter((place) => place.kind === kind).map(({ id }) => id)
    const rows = new Map((await readers[kind](tx, ids)).map((row) => [row.id, row]))
    const found = ids.flatMap((id) => rows.get(id) ?? [])
    if (found.length === 0) continue
    groups.push(groupOf(kind === 'shared-entry' ? 'journal-entry' : kind, found))
  }
  return groups
}
