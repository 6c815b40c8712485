import type { NamedKind } from '@attune/contract/features/home/search/search.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'

/** The kinds in the index of names, which only therapists have. */
const indexedKinds: ReadonlySet<NamedKind> = new Set(['client', 'task', 'sent-form', 'document', 'invoice'])
/** The kinds that are searched among the clients that the index finds. */
const kindsOfClients: ReadonlySet<NamedKind> = new Set(['estimate', 'superbill'])
/**
 * The maximum number of ids of a kind. It is higher than the number of results shown, because the actor may not be allowed to read some of them, and
 * others rank higher when they are compared.
 */
const most = 40

type Ids = ReadonlyMap<NamedKind, string[]>

/** Returns the ids among which a kind is searched; undefined if it is not in the index. */
export function amongOf(ids: Ids, kind: NamedKind): string[] | undefined {
  const indexed = kindsOfClients.has(kind) ? 'client' : kind
  return indexedKinds.has(indexed) ? (ids.get(indexed) ?? []) : undefined
}

/**
 * Finds the ids of names in the index; null if the actor is not a therapist, or if the index is incomplete, as after a crash of the database. Does
 * not check whether the actor may still read them.
 */
export async function findNameIds(tx: Tx, words: readonly string[], amounts: readonly number[]): Promise<Ids | null> {
  if (tx.actor.role !== 'therapist') return null
  const { rows } = await sql<{ isBuilt: boolean }>`select def.are_names_built() as "isBuilt"`.execute(tx.kysely)
  if (!rows[0]?.isBuilt) return null
  return idsByKind(tx, sql`def.find_names(${words}::text[], ${amounts}::bigint[], ${most})`)
}

/** Finds the ids of names in the index that are similar to the words. The caller compares them. */
export const findSimilarNameIds = (tx: Tx, words: readonly string[]): Promise<Ids> =>
  idsByKind(tx, sql`def.find_similar_names(${words}::text[], ${most})`)

async function idsByKind(tx: Tx, found: ReturnType<typeof sql>): Promise<Ids> {
  const { rows } = await sql<{ kind: NamedKind; ids: string[] }>`
    select kind, array_agg(id::text) as ids from ${found} group by kind`.execute(tx.kysely)
  return new Map(rows.map(({ kind, ids }) => [kind, ids]))
}
