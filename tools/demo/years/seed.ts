import type pg from 'pg'
import type { CopiedKey, CopiedTable } from './catalog.ts'
import { accountColumns, eventTables, settingTables } from './levels.ts'

/**
 * Copies the rows of one therapist and of the clients into tables of the schema `demo_seed`, without planned sessions, open requests and drafts. Ids
 * become text that begins with the level of their row, or with 0 for ids that every copy shares. Tables without rows are left out of the result.
 */
export async function takeSeed(
  db: pg.Client,
  therapistId: string,
  tables: CopiedTable[],
  keys: CopiedKey[],
): Promise<CopiedTable[]> {
  await db.query(
    `create table demo_seed._account_id as select $1::uuid as id
     union select account_id from app.client where therapist_id = $1 and account_id is not null`,
    [therapistId],
  )
  for (const table of tables)
    await db.query(`create table ${table.seed} as select s.* from ${table.name} s where ${scopeOf(table)}`, [
      therapistId,
    ])
  await dropOpenRows(db)
  await closeUnderKeys(db, tables, keys)
  const filled: CopiedTable[] = []
  for (const table of tables) if ((await db.query(`select from ${table.seed} limit 1`)).rowCount) filled.push(table)
  await markIds(db, therapistId, filled)
  return filled
}

function scopeOf({ name, columns }: CopiedTable): string {
  const has = (column: string) => columns.some((one) => one.name === column)
  const isOfSeed = (column: string) => `s.${column} in (select id from demo_seed._account_id) and $1::uuid is not null`
  if (has('therapist_id')) return 's.therapist_id = $1'
  const account = accountColumns[name] ?? ['account_id', 'actor_id', 'user_id'].find(has)
  return account ? isOfSeed(account) : 'false and $1::uuid is null'
}

async function dropOpenRows(db: pg.Client): Promise<void> {
  await db.query(`
    delete from demo_seed.session where status not in ('completed', 'no-show', 'cancelled') or starts_at > now();
    update demo_seed.session set series_id = null, series_day = null;
    delete from demo_seed.change_request where state in ('open', 'countered');
    delete from demo_seed.record_request where state = 'open';
    delete from demo_seed.invoice where status <> 'issued';
    delete from demo_seed.absence where ends_at > now()`)
}

/** Deletes rows of the seed that refer to rows outside it, until none is left. An optional reference to a table that is not copied becomes empty. */
async function closeUnderKeys(db: pg.Client, tables: CopiedTable[], keys: CopiedKey[]): Promise<void> {
  const seedOf = new Map(tables.map((table) => [table.name, table]))
  for (let changed = 1; changed > 0;) {
    changed = 0
    for (const { from, to, columns, targets } of keys) {
      const table = seedOf.get(from)
      if (!table) continue
      const target = seedOf.get(to)
      const own = columns.filter((column) => !['therapist_id', 'account_id'].includes(column))
      const optional = own.filter((column) => table.columns.some((one) => one.name === column && one.isNullable))
      const isSet = columns.map((column) => `s.${column} is not null`).join(' and ')
      const pairs = columns.map((column, place) => `t.${targets[place]} = s.${column}`).join(' and ')
      const isLost = target ? `${isSet} and not exists (select from ${target.seed} t where ${pairs})` : isSet
      const { rowCount } =
        !target && optional.length > 0
          ? await db.query(
              `update ${table.seed} s set ${optional.map((column) => `${column} = null`).join(', ')} where ${isLost}`,
            )
          : await db.query(`delete from ${table.seed} s where ${isLost}`)
      changed += rowCount ?? 0
    }
  }
}

/** Finds the level of each id of the seed, and writes it before the id. Ids inside of documents, such as fields of forms, are shared. */
async function markIds(db: pg.Client, therapistId: string, tables: CopiedTable[]): Promise<void> {
  await db.query('create table demo_seed._level (id uuid primary key, level text not null)')
  const add = (level: string, select: string) =>
    db.query(
      `insert into demo_seed._level select distinct id, '${level}' from (${select}) s (id) on conflict do nothing`,
    )
  await db.query(`insert into demo_seed._level values ($1, '1')`, [therapistId])
  await add('2', 'select id from demo_seed._account_id')
  for (const { name, seed, columns } of tables) {
    const level = settingTables.has(name) ? '1' : eventTables.has(name) ? '3' : '2'
    if (columns.some((column) => column.name === 'id' && column.type === 'uuid'))
      await add(level, `select id from ${seed}`)
  }
  const uuid = `'[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'`
  for (const { name, seed, columns } of tables)
    for (const column of columns.filter(({ type }) => type === 'jsonb'))
      if (name !== 'app.audit')
        await add('0', `select m[1]::uuid from ${seed}, regexp_matches(${column.name}::text, ${uuid}, 'g') m`)
  await add('0', 'select account_id from app.profile')
  for (const { seed, columns } of tables)
    for (const { name, type } of columns.filter((column) => column.type === 'uuid')) {
      const marked = `(select coalesce(min(l.level), '3') from demo_seed._level l where l.id = s.marked) || s.marked`
      await db.query(`
        alter table ${seed} add column marked ${type}; update ${seed} set marked = ${name};
        alter table ${seed} alter column ${name} type text using ${name}::text;
        update ${seed} s set ${name} = ${marked} where s.marked is not null; alter table ${seed} drop column marked`)
    }
}
