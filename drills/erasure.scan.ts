import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { connectionOptions } from '../apps/server/src/platform/database/pools.ts'
import { testSecrets } from '../apps/server/src/testing/database/database.ts'

/**
 * A table in which a text was found. `owner` is the owner in the comment of the table. If `isOfOther` is true, the `account_id` of the row is not
 * that of the erased account.
 */
export type Place = { table: string; owner: 'account' | 'therapist' | 'product'; isOfOther: boolean }

/** The places in which each text was found. */
export type FoundTexts = Map<string, Place[]>

type Table = { table: string; schema: string; owner: Place['owner'] | null; hasAccount: boolean; bytes: string[] }

const tablesQuery = `
  select c.oid::regclass::text as table, n.nspname as schema, substring(obj_description(c.oid, 'pg_class') from '^owner: (\\w+)') as owner,
    exists (select from pg_attribute where attrelid = c.oid and attname = 'account_id' and not attisdropped) as "hasAccount",
    array(select quote_ident(attname) from pg_attribute
      where attrelid = c.oid and atttypid = 'bytea'::regtype and attnum > 0 and not attisdropped)::text[] as bytes
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') order by 1`

/**
 * Returns the texts of the pair `name` that tests insert, as `canary` writes them, with the places in the tables of every schema. `accountId` is the
 * account that is erased.
 */
export async function findInTables(databaseUrl: string, name: string, accountId: string): Promise<FoundTexts> {
  const db = new pg.Client(databaseUrl)
  await db.connect()
  await db.query('set role attune_owner')
  // Only the role of the backup reads the rows of everybody.
  const backup = new pg.Client(connectionOptions(databaseUrl, 'attune_app_backup', testSecrets))
  await backup.connect()
  const found: FoundTexts = new Map()
  try {
    const { rows: tables } = await db.query<Table>(tablesQuery)
    for (const { table, schema, owner, hasAccount, bytes } of tables) {
      const texts = ['t::text', ...bytes.map((column) => `coalesce(encode(t.${column}, 'escape'), '')`)]
      const isOfOther = hasAccount && schema === 'app' ? `t.account_id is distinct from '${accountId}'::uuid` : 'false'
      const { rows } = await (schema === 'app' ? backup : db).query<{ text: string; isOfOther: boolean }>(
        `select distinct m[1] as text, ${isOfOther} as "isOfOther" from ${table} t, regexp_matches(concat_ws(' ', ${texts.join(', ')}), $1, 'g') m`,
        [`canary-${name}-[\\w-]+`],
      )
      for (const row of rows)
        found.set(row.text, [
          ...(found.get(row.text) ?? []),
          { table, owner: owner ?? 'product', isOfOther: row.isOfOther },
        ])
    }
    return found
  } finally {
    await Promise.all([db.end(), backup.end()])
  }
}

/** Returns the texts of `wanted` that are in the bytes of the files below a folder. */
export function findInFiles(folder: string, wanted: readonly string[]): Set<string> {
  const found = new Set<string>()
  for (const name of readdirSync(folder, { recursive: true }) as string[]) {
    const path = join(folder, name)
    if (!statSync(path).isFile()) continue
    for (const text of findIn(readFileSync(path), wanted)) found.add(text)
  }
  return found
}

/** Returns the texts of `wanted` that occur in a text or in bytes. A text that is only the beginning of a longer name does not count. */
export function findIn(content: string | Buffer, wanted: readonly string[]): string[] {
  const text = typeof content === 'string' ? content : content.toString('latin1')
  const present = new Set(text.match(/canary-[\w-]+/g))
  return wanted.filter((each) => present.has(each))
}
