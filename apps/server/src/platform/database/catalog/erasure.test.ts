import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openTestDatabase, randomId, type TestDatabase, testSecrets } from '../../../testing/database/database.ts'
import { type SeededTherapist, writeAsOwner } from '../../../testing/practice.ts'
import { seedEverything } from '../../../testing/samples/sample-practice.ts'
import { erasureRules } from './erasure.ts'
import { connectionOptions } from '../pools.ts'

let database: TestDatabase
/** A connection of the backup role, which may read every row. */
let backup: pg.Client
beforeAll(async () => {
  database = await openTestDatabase(inject('adminUrl'), 1)
  backup = new pg.Client(connectionOptions(database.url, 'attune_app_backup', testSecrets))
  await backup.connect()
})
afterAll(async () => {
  await backup.end()
  await database.close()
})

const read = async <Row extends Record<string, unknown>>(text: string) => (await backup.query<Row>(text)).rows
const erase = (accountId: string) =>
  database.db.asActor({ role: 'worker', id: null }, (tx) => tx.run('select def.erase_account($1)', [accountId]))
const disconnect = (practice: SeededTherapist, at: string) =>
  database.db.asActor({ role: 'therapist', id: practice.id }, (tx) =>
    tx.run('select fresh from def.disconnect($1, $2, $3)', [clientOf(practice).id, at, randomId()]),
  )

function clientOf(practice: SeededTherapist) {
  const [client] = practice.clients
  if (!client) throw new Error('a practice without clients')
  return client
}

/** Runs statements with the same role and settings as a migration. */
async function migrateBy(statements: string) {
  await database.installer.query(`begin; set local role attune_owner; ${statements}; commit`)
}

type Rule = { table: string; owner: 'therapist' | 'account' | 'product'; action: string; functions: string[] }

async function rulesAt(event: 'erasure' | 'disconnect'): Promise<Rule[]> {
  await database.installer.query('begin; set local role attune_owner')
  const { rows } = await database.installer.query<Rule>(
    `select relation::text as table, owner, action, functions from def.table_rules()
     where event = $1 and relation::text like 'app.%' order by 1`,
    [event],
  )
  await database.installer.query('rollback')
  return rows
}

/** Returns the rows of a table as text: all rows, or those that match `where`. */
async function rowsOf(table: string, where = 'true'): Promise<string[]> {
  const rows = await read<{ row: string }>(`select t::text as row from ${table} t where ${where} order by 1`)
  return rows.map(({ row }) => row)
}

/**
 * Runs `work` and compares each table with its comment: rows to delete must be gone, rows to keep must be unchanged. `owns` returns an SQL
 * condition for the rows to delete, or '' if the table has none.
 */
async function compareWithComments(event: 'erasure' | 'disconnect', owns: (rule: Rule) => string, work: () => unknown) {
  const rules = await rulesAt(event)
  const before = new Map<string, string[]>()
  for (const { table } of rules) before.set(table, await rowsOf(table))
  await work()
  const wrong: string[] = []
  for (const rule of rules) {
    const mine = owns(rule)
    const after = await rowsOf(rule.table)
    if (rule.functions.length > 0) continue
    if (rule.action === 'keep') {
      const lost = before.get(rule.table)?.filter((row) => !after.includes(row)) ?? []
      if (lost.length > 0) wrong.push(`${rule.table} lost ${lost.join()}`)
    } else if (mine && (await rowsOf(rule.table, mine)).length > 0) wrong.push(`${rule.table} keeps rows`)
  }
  expect(wrong).toEqual([])
  return rules
}

test('erasing a client deletes what the comments of the tables say, and keeps the rest as it was @slow', async () => {
  const practice = await seedEverything(database.installer, 'canary')
  const { accountId } = clientOf(practice)
  const rules = await compareWithComments(
    'erasure',
    ({ owner }) => (owner === 'account' ? `account_id = '${accountId}'` : ''),
    () => erase(accountId),
  )
  const emptied = rules.filter(({ owner, action }) => owner === 'account' && action !== 'keep')
  expect(emptied.length).toBeGreaterThan(15)
  expect(await rowsOf('app.profile', `account_id = '${accountId}'`)).toEqual([])
})

test('erasing a therapist deletes the calendar and templates, and keeps records and the name @slow', async () => {
  const practice = await seedEverything(database.installer, 'canary')
  await writeAsOwner(database.installer, async () => {
    await database.installer.query(
      'insert into app.notification_setting (account_id) values ($1) on conflict do nothing',
      [practice.id],
    )
  })
  await compareWithComments(
    'erasure',
    ({ owner, action }) => (owner !== 'product' && action === 'delete' ? `${owner}_id = '${practice.id}'` : ''),
    () => erase(practice.id),
  )
  expect(await rowsOf('app.notification_setting', `account_id = '${practice.id}'`)).toEqual([])
  expect(await rowsOf('app.event', `therapist_id = '${practice.id}'`)).toEqual([])
  expect(await rowsOf('app.client', `therapist_id = '${practice.id}'`)).toHaveLength(2)
  expect(await rowsOf('app.profile', `account_id = '${practice.id}' and email = ''`)).toHaveLength(1)
})

test('ending a connection deletes what the comments of the tables say, and keeps the rest as it was @slow', async () => {
  const practice = await seedEverything(database.installer, 'canary')
  const { id, accountId } = clientOf(practice)
  await compareWithComments(
    'disconnect',
    ({ owner }) =>
      `therapist_id = '${practice.id}' and ${owner === 'account' ? `account_id = '${accountId}'` : `client_id = '${id}'`}`,
    () => disconnect(practice, '2031-01-01T00:00:00Z'),
  )
  const [session] = await read(`select status from app.session where id = '${practice.sessionId}'`)
  expect(session).toEqual({ status: 'cancelled' })
})

/** Returns SQL that creates a table as a later migration would: with a comment, columns and rights, but without a function for erasure. */
const newTable = (name: string, comment: string, column: string) => `
  create table app.${name} (therapist_id uuid not null, ${column});
  comment on table app.${name} is '${comment}';
  grant select, delete on app.${name} to attune_app_definer;
  create policy definer_erases on app.${name} for all to attune_app_definer using (true);
  grant select on app.${name} to attune_app_backup;
  create policy backup_reads on app.${name} for select to attune_app_backup using (true);
  alter table app.${name} enable row level security, force row level security`

test('erasure and disconnect follow the comment of a new table, without a new version of a function @slow', async () => {
  await migrateBy(newTable('pin', 'owner: therapist; erasure: delete; disconnect: delete', 'client_id uuid not null'))
  await migrateBy(newTable('wish', 'owner: account; erasure: delete; disconnect: delete', 'account_id uuid not null'))
  await migrateBy(`${newTable(
    'badge',
    'owner: account; erasure: with app.profile; disconnect: keep by def.dim_badges',
    'account_id uuid not null references app.profile (account_id) on delete cascade, dim boolean default false',
  )};
    grant update (dim) on app.badge to attune_app_definer;
    create index badge_account on app.badge (account_id);
    set local role attune_app_definer;
    create function def.dim_badges(therapist uuid, record uuid, moment timestamptz) returns void
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin update app.badge b set dim = true where b.therapist_id = therapist; end $$`)
  for (const { rule, finds } of erasureRules) {
    await database.installer.query('begin; set local role attune_owner')
    expect((await database.installer.query(finds)).rows, rule).toEqual([])
    await database.installer.query('rollback')
  }

  const [one, two] = [await withScratchRows(), await withScratchRows()]
  await disconnect(one, '2031-01-01T00:00:00Z')
  expect(await left(one)).toEqual({ pin: 0, wish: 0, badge: 1, dim: 1 })
  expect(await left(two)).toEqual({ pin: 1, wish: 1, badge: 1, dim: 0 })
  await erase(clientOf(one).accountId)
  expect(await left(one)).toEqual({ pin: 0, wish: 0, badge: 0, dim: 0 })
  await erase(two.id)
  expect(await left(two)).toEqual({ pin: 0, wish: 1, badge: 1, dim: 0 })
  await erase(clientOf(two).accountId)
  expect(await left(two)).toEqual({ pin: 0, wish: 0, badge: 0, dim: 0 })
})

async function withScratchRows() {
  const practice = await seedEverything(database.installer, 'canary')
  const { id, accountId } = clientOf(practice)
  await writeAsOwner(database.installer, async () => {
    await database.installer.query('insert into app.pin (therapist_id, client_id) values ($1, $2)', [practice.id, id])
    for (const table of ['wish', 'badge'])
      await database.installer.query(`insert into app.${table} (therapist_id, account_id) values ($1, $2)`, [
        practice.id,
        accountId,
      ])
  })
  return practice
}

async function left({ id }: SeededTherapist) {
  const count = (table: string, where = 'true') =>
    `(select count(*)::int from app.${table} where therapist_id = '${id}' and ${where})`
  const [rows] = await read(
    `select ${count('pin')} as pin, ${count('wish')} as wish, ${count('badge')} as badge, ${count('badge', 'dim')} as dim`,
  )
  return rows
}

test('an erasure fails if a comment names a function that does not exist', async () => {
  const practice = await seedEverything(database.installer, 'canary')
  await migrateBy(
    newTable('stray', 'owner: account; erasure: delete by def.nothing; disconnect: keep', 'account_id uuid'),
  )
  await expect(erase(clientOf(practice).accountId)).rejects.toMatchObject({ code: '42883' })
  await migrateBy('drop table app.stray')
  await expect(erase(clientOf(practice).accountId)).resolves.toBeDefined()
})
