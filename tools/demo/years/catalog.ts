import type pg from 'pg'
import { notCopied } from './levels.ts'

export type CopiedColumn = { name: string; type: string; isNullable: boolean }
export type CopiedTable = { name: string; seed: string; columns: CopiedColumn[]; isForced: boolean }
export type CopiedKey = { from: string; to: string; columns: string[]; targets: string[] }

/** Returns the tables whose rows are copied, with the columns that an insert names: neither generated nor counted by the database. */
export async function readCopiedTables(db: pg.Client): Promise<CopiedTable[]> {
  const { rows } = await db.query<CopiedTable>(
    `select c.oid::regclass::text as name, 'demo_seed.' || quote_ident(c.relname) as seed, c.relforcerowsecurity as "isForced",
       json_agg(json_build_object('name', quote_ident(a.attname), 'type', a.atttypid::regtype::text, 'isNullable', not a.attnotnull) order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace in ('app'::regnamespace, 'auth'::regnamespace) and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = '' and a.attidentity = '' group by c.oid order by 1`,
  )
  return rows.filter(({ name }) => !(name in notCopied))
}

/** Returns the foreign keys of the schemas `app` and `auth`. */
export async function readCopiedKeys(db: pg.Client): Promise<CopiedKey[]> {
  const names = (table: string, places: string) =>
    `(select json_agg(quote_ident(a.attname) order by o.place) from unnest(k.${places}) with ordinality o (num, place)
      join pg_attribute a on a.attrelid = k.${table} and a.attnum = o.num)`
  const { rows } = await db.query<CopiedKey>(
    `select k.conrelid::regclass::text as from, k.confrelid::regclass::text as to,
       ${names('conrelid', 'conkey')} as columns, ${names('confrelid', 'confkey')} as targets
     from pg_constraint k where k.contype = 'f' and k.connamespace in ('app'::regnamespace, 'auth'::regnamespace)`,
  )
  return rows
}

/** Returns the tables so that each comes after those to which its foreign keys refer. */
export function inKeyOrder(tables: CopiedTable[], keys: CopiedKey[]): CopiedTable[] {
  const done = new Set<string>()
  const ordered: CopiedTable[] = []
  while (ordered.length < tables.length) {
    const next = tables.filter(
      ({ name }) =>
        !done.has(name) &&
        keys.every(
          ({ from, to }) => from !== name || to === name || done.has(to) || !tables.some((other) => other.name === to),
        ),
    )
    if (next.length === 0) throw new Error('the foreign keys of the copied tables form a circle')
    for (const table of next) {
      done.add(table.name)
      ordered.push(table)
    }
  }
  return ordered
}
