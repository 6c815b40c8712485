import type { ClientId } from '@attune/contract/common/ids'
import { guardianRights } from '@attune/contract/features/people/guardian/guardian.rules'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { randomId, openTestDatabase, testSecrets, type TestDatabase } from '../../testing/database/database.ts'
import { runMixedFaults } from '../../testing/faults/mixed-faults.ts'
import { type SeededTherapist, writeAsOwner } from '../../testing/practice.ts'
import { seedEverything } from '../../testing/samples/sample-practice.ts'
import { type Actor, type AnyActor, type Db, openDb, type Tx } from './actor.ts'
import { queryBuilder } from './query-builder.ts'
import { openPool } from './pools.ts'

let database: TestDatabase
let one: SeededTherapist & { sessionId: string }
let two: SeededTherapist
let tables: string[]
beforeAll(async () => {
  database = await openTestDatabase(inject('adminUrl'))
  one = await seedEverything(database.installer, 'canaryone')
  two = await seedEverything(database.installer, 'canarytwo')
  const { rows } = await database.installer.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'app'::regnamespace and relkind = 'r' order by 1`,
  )
  tables = rows.map(({ name }) => name)
})
afterAll(() => database.close())

const refused = { code: '42501' }
const roles = {
  therapist: 'app_therapist',
  client: 'app_client',
  admin: 'app_admin',
  worker: 'worker',
  guardian: 'app_guardian',
} as const
type Role = keyof typeof roles

const codeOf = (error: unknown) => (error as { code?: string }).code

const setupTables = ['provider_key', 'channel_setting', 'assistant_setting']
/**
 * Tables of which a role sees all rows. The catalog rule on open policies lists these with reasons; this list is a second one, because the test reads
 * the rows and must not rely on what the rule permits.
 */
const openTo: Record<Role, string[]> = {
  // The published legal texts, which anyone can read, and the official codes of diagnoses.
  therapist: ['legal_version', 'diagnosis_code'],
  client: ['legal_version'],
  guardian: [],
  admin: ['legal_version', 'profile', 'product_setting', 'mail', 'health', 'request_count', ...setupTables],
  worker: [
    'legal_version',
    'diagnosis_code',
    'product_setting',
    'mail',
    'change',
    'health',
    'notification_address',
    'request_count',
    'text_sender',
    'text_template',
    ...setupTables,
  ],
}

/** The tables and views that an admin may read, grouped by the reason. An admin reads nothing of any other, so a new table needs no entry. */
const readByAdmins = {
  'an admin administers all accounts': ['profile', 'person', 'therapist_profile', 'role_request'],
  'an admin sets up the practice': [
    'product_setting',
    'legal_version',
    'notification_address',
    'text_sender',
    'text_template',
    ...setupTables,
  ],
  'the state of the server, without content': ['health', 'request_count', 'mail'],
  'people write it to the admins': ['feedback'],
  'the rows of the own account': [
    'draft_key',
    'notification',
    'notification_setting',
    'personal_export',
    'push_subscription',
    'subject_view',
    'user_device',
  ],
}

/** Values that no row visible to a stranger may contain. */
const secretsOf = (practice: typeof one) => [
  'canaryone',
  practice.id,
  practice.sessionId,
  ...practice.clients.flatMap((client) => [client.id, client.accountId]),
]

const asClientId = (id: string) => id as ClientId

/** Returns the names of the columns of a table that a role may read. */
async function readable(role: Role, table: string): Promise<string[]> {
  const { rows } = await database.installer.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute join pg_class c on c.oid = attrelid
     where relnamespace = 'app'::regnamespace and relname = $2 and attnum > 0 and not attisdropped
       and has_column_privilege('attune_' || $1, attrelid, attnum, 'SELECT')`,
    [roles[role], table],
  )
  return rows.map(({ name }) => name)
}

/** Returns all that an actor can read in a table, as one text per row. */
async function readAll(actor: Actor, table: string): Promise<string[]> {
  const columns = await readable(actor.role, table)
  if (!columns.length) return []
  const { rows } = await database.db.asActor(actor, (tx) =>
    tx.run<{ row: string }>(`select concat_ws(' ', ${columns.join(', ')}) as row from app.${table}`),
  )
  return rows.map(({ row }) => row)
}

test('every table with an owner contains a row, so that the following tests cover it', async () => {
  const { rows } = await database.installer.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'app'::regnamespace and obj_description(oid) ~ '^owner: (therapist|account)'`,
  )
  expect(rows.length).toBeGreaterThan(50)
  const empty: string[] = []
  await writeAsOwner(database.installer, async () => {
    for (const { name } of rows) {
      const found = await database.installer.query(`select from app.${name} limit 1`)
      if (found.rowCount === 0) empty.push(name)
    }
  })
  expect(empty).toEqual([])
})

test('without a role no table can be read @slow', async () => {
  const { rows } = await database.installer.query<{ name: string }>(
    `select n.nspname || '.' || quote_ident(relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
     where nspname in ('app', 'auth', 'jobs', 'meta') and relkind in ('r', 'p')`,
  )
  expect(rows.length).toBeGreaterThan(tables.length)
  for (const { name } of rows) {
    await expect(database.pool.query(`select from ${name}`), name).rejects.toMatchObject(refused)
  }
})

test('a role without an actor sees no row of any table that has rows @slow', async () => {
  const filled = await database.db.asActor({ role: 'worker', id: null }, (tx) => tx.run('select id from app.mail'))
  expect(filled.rowCount).toBeGreaterThan(0)
  for (const role of Object.keys(roles) as Role[]) {
    for (const table of tables.filter((name) => !openTo[role].includes(name))) {
      const nobody = { role, id: null } as AnyActor
      const look = database.db.asActor(nobody, (tx) => tx.run<{ n: number }>(`select count(*) as n from app.${table}`))
      const seen = await look.then(({ rows }) => rows[0]?.n, codeOf)
      const columns = await readable(role, table)
      expect(seen, `${role} ${table}`).toBe(columns.length ? 0 : refused.code)
    }
  }
})

test('an actor id that is not a uuid is an error', async () => {
  const garbage: Actor = { role: 'therapist', id: `' or true --` }
  await expect(database.db.asActor(garbage, (tx) => tx.run('select id from app.client'))).rejects.toMatchObject({
    code: '22P02',
  })
})

test('nobody can read data of another therapist or their clients, in any column of any table @slow', async () => {
  const strangers: Actor[] = [
    { role: 'therapist', id: two.id },
    { role: 'client', id: two.clients[0]?.accountId ?? '' },
    { role: 'worker', id: two.id },
    { role: 'admin', id: randomId() },
    { role: 'therapist', id: randomId() },
    { role: 'client', id: randomId() },
    { role: 'guardian', id: two.clients[0]?.accountId ?? '', actingFor: null },
    { role: 'guardian', id: two.clients[1]?.accountId ?? '', actingFor: asClientId(one.clients[0]?.id ?? '') },
  ]
  const own = await readAll({ role: 'therapist', id: one.id }, 'client_note')
  expect(own.join(), 'the therapist can read their own notes').toContain('canaryone')
  for (const actor of strangers) {
    for (const table of tables.filter((name) => !openTo[actor.role].includes(name))) {
      const seen = (await readAll(actor, table)).join()
      for (const secret of secretsOf(one)) expect(seen, `${actor.role} ${table}`).not.toContain(secret)
    }
  }
})

test('clients of the same therapist see nothing of each other @slow', async () => {
  const [first, second] = one.clients
  const sibling: Actor = { role: 'client', id: second?.accountId ?? '' }
  for (const table of tables) {
    const seen = (await readAll(sibling, table)).join()
    for (const secret of [first?.id, first?.accountId, one.sessionId]) expect(seen, table).not.toContain(secret)
  }
})

test('a guardian of two siblings who acts for one of them sees nothing of the other, in any column of any table @slow', async () => {
  const [first, second] = two.clients
  const account = one.clients[0]?.accountId ?? ''
  const rights = Object.fromEntries(guardianRights.map((right) => [right, '-infinity']))
  await writeAsOwner(database.installer, async () => {
    for (const client of [first, second])
      await database.installer.query(
        `with made as (insert into app.guardian (id, therapist_id, client_id, contact_id, name, email, account_id, accepted_at)
           values ($1, $2, $3, $1, 'Anna', 'anna@attune.test', $4, now()) returning id)
         select from made`,
        [randomId(), two.id, client?.id, account],
      )
    await database.installer.query('update app.guardian set rights = $2 where account_id = $1', [
      account,
      JSON.stringify(rights),
    ])
  })
  const guardian: Actor = { role: 'guardian', id: account, actingFor: asClientId(first?.id ?? '') }
  expect((await readAll(guardian, 'client')).join()).toContain(first?.id)
  for (const table of tables) {
    const seen = (await readAll(guardian, table)).join()
    // The guardian's own rows name all clients for whom they act.
    const foreign = table === 'guardian' ? [second?.accountId] : [second?.id, second?.accountId]
    for (const secret of foreign) expect(seen, table).not.toContain(secret)
  }
})

test('an admin can read no table or view except the listed ones @slow', async () => {
  const { rows } = await database.installer.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'app'::regnamespace and relkind in ('r', 'p', 'v', 'm')`,
  )
  const listed = Object.values(readByAdmins).flat()
  const all = rows.map(({ name }) => name)
  expect(listed.filter((name) => !all.includes(name))).toEqual([])
  const admin: Actor = { role: 'admin', id: one.id }
  for (const name of all) {
    const columns = await readable('admin', name)
    if (listed.includes(name)) expect(columns, name).not.toEqual([])
    else {
      expect(columns, name).toEqual([])
      await expect(
        database.db.asActor(admin, (tx) => tx.run(`select from app.${name}`)),
        name,
      ).rejects.toMatchObject(refused)
    }
  }
})

test('a therapist can read shared journal entries, and nothing that the client keeps private [3.10] @slow', async () => {
  const therapist: Actor = { role: 'therapist', id: one.id }
  expect((await readAll(therapist, 'journal_publication')).join()).toContain('canaryone')
  for (const table of ['journal_entry', 'journal_file']) expect(await readable('therapist', table), table).toEqual([])
  for (const table of tables) {
    expect((await readAll(therapist, table)).join(), table).not.toContain('for nobody')
  }
  for (const [table, column] of [
    ['journal_entry', 'folded'],
    ['journal_entry', 'trashed_at'],
    ['journal_act', 'command'],
    ['journal_setting', 'prompts'],
    ['task_draft', 'answer'],
    ['safety_plan', 'offline'],
    ['access', 'thing'],
  ]) {
    const text = `select ${column} from app.${table}`
    await expect(
      database.db.asActor(therapist, (tx) => tx.run(text)),
      text,
    ).rejects.toMatchObject(refused)
  }
})

test('a client can read neither the therapist’s private data nor the status of their record @slow', async () => {
  const client: Actor = { role: 'client', id: one.clients[0]?.accountId ?? '' }
  for (const [table, column] of [
    ['client', 'status'],
    ['client', 'language'],
    ['client', 'joined_at'],
    ['client_note', 'text'],
    ['client_contact', 'name'],
    ['client_tag', 'name'],
    ['client_tag_client', 'tag_id'],
    ['invitation', 'email'],
    ['session', 'booked_anyway'],
    ['session', 'deleted_at'],
    ['session_note', 'text'],
    ['session_note_version', 'text'],
    ['session_note_addendum', 'text'],
    ['session_terms', 'video_link'],
    ['session_terms', 'remind_before'],
    ['message_settings', 'absence_text'],
    ['message_settings', 'quick_replies'],
    ['client', 'code'],
    ['event', 'title'],
    ['event', 'starts_at'],
    ['absence', 'title'],
    ['absence', 'starts_at'],
    ['series', 'template'],
    ['series_gap', 'day'],
    ['imported_calendar', 'address'],
    ['imported_event', 'title'],
    ['imported_event', 'starts_at'],
    ['journal_comment', 'text'],
    ['task_template', 'title'],
  ]) {
    const inAnyPlace = [
      `select ${column} from app.${table}`,
      `select count(*) from app.${table} where ${column} is not null`,
      `select 1 from app.${table} order by ${column}`,
    ]
    for (const text of inAnyPlace) {
      await expect(
        database.db.asActor(client, (tx) => tx.run(text)),
        text,
      ).rejects.toMatchObject(refused)
    }
  }
})

test('a stranger can neither change rows of others nor insert rows in their name', async () => {
  const stranger: Actor = { role: 'therapist', id: two.id }
  const [client] = one.clients
  const touched = await database.db.asActor(stranger, async ({ kysely }) => [
    await kysely
      .updateTable('client')
      .set({ first_name: 'x' })
      .where('id', '=', client?.id ?? '')
      .executeTakeFirst(),
    await kysely.updateTable('session').set({ status: 'cancelled' }).where('id', '=', one.sessionId).executeTakeFirst(),
    await kysely
      .updateTable('client_note')
      .set({ text: 'x' })
      .where('client_id', '=', client?.id ?? '')
      .executeTakeFirst(),
  ])
  expect(touched.map(({ numUpdatedRows }) => numUpdatedRows)).toEqual([0n, 0n, 0n])

  const foreign = { id: randomId(), therapist_id: one.id, first_name: 'x', last_name: 'x' }
  const insert = database.db.asActor(stranger, ({ kysely }) => kysely.insertInto('client').values(foreign).execute())
  await expect(insert).rejects.toMatchObject(refused)
  const moved = database.db.asActor(stranger, ({ kysely }) =>
    kysely.updateTable('client').set({ therapist_id: one.id }).execute(),
  )
  await expect(moved).rejects.toMatchObject(refused)
  const bound = database.db.asActor(stranger, ({ kysely }) =>
    kysely
      .updateTable('client')
      .set({ account_id: client?.accountId ?? null })
      .execute(),
  )
  await expect(bound).rejects.toMatchObject(refused)
  const guest = database.db.asActor(stranger, ({ kysely }) =>
    kysely
      .insertInto('session_client')
      .values({
        therapist_id: two.id,
        session_id: one.sessionId,
        client_id: two.clients[0]?.id ?? '',
        starts_at: new Date(),
      })
      .execute(),
  )
  await expect(guest).rejects.toMatchObject({ code: '23503' })
})

test('truncating, creating tables and setting another role are refused', async () => {
  const therapist: Actor = { role: 'therapist', id: one.id }
  for (const text of [
    'truncate app.client',
    'create table app.mine (id int)',
    'create temporary table mine (id int)',
    'set local role attune_owner',
    'set local role attune_app_definer',
    'set local role attune_app_backup',
    'alter table app.client disable row level security',
    'select from auth.login',
  ]) {
    await expect(
      database.db.asActor(therapist, (tx) => tx.run(text)),
      text,
    ).rejects.toMatchObject(refused)
  }
})

test('the audit log cannot be deleted even by the owner of the tables', async () => {
  await expect(
    writeAsOwner(database.installer, async () => void (await database.installer.query('delete from app.audit'))),
  ).rejects.toMatchObject({ code: '23001' })
})

test('control: the test notices every policy of a therapist or client that is opened to all rows @slow', async () => {
  const { rows } = await database.installer.query<{
    role: 'therapist' | 'client'
    name: string
    table: string
    using: string
  }>(
    `select role, policyname as name, tablename as table, qual as using
     from pg_policies, unnest(array['therapist', 'client']) as role
     where schemaname = 'app' and cmd in ('SELECT', 'ALL') and roles = array[('attune_app_' || role)::name]`,
  )
  expect(rows.length).toBeGreaterThan(60)
  const strangers = { therapist: two.id, client: two.clients[0]?.accountId ?? '' }
  const unnoticed: string[] = []
  for (const { role, name, table, using } of rows.filter(({ role, table }) => !openTo[role].includes(table))) {
    const policy = `set local role attune_owner; alter policy ${name} on app.${table} using`
    await database.installer.query(`begin; ${policy} (true); commit`)
    const seen = (await readAll({ role, id: strangers[role] }, table)).join()
    await database.installer.query(`begin; ${policy} (${using}); commit`)
    if (!secretsOf(one).some((secret) => seen.includes(secret))) unnoticed.push(`${role} ${table} ${name}`)
  }
  expect(unnoticed).toEqual([])
})

const faults = (db: Pick<Db, 'asActor' | 'readAs'>) =>
  runMixedFaults({ url: database.url, db, therapists: [one, two], requests: 300, lanes: 12 })

test('with aborts, timeouts, cancels and lost connections, nobody gets a foreign row and no request hangs @slow', async () => {
  const pool = openPool(database.url, testSecrets, 2)
  const sum = await faults(openDb(pool))
  await pool.end()
  expect(sum).toMatchObject({ asked: 300, foreignRows: 0, hanging: 0, lost: 0, phantoms: 0 })
  expect(sum.failed).toBeGreaterThan(20)
  expect(sum.answered).toBeGreaterThan(100)
  expect(sum.terminated).toBeGreaterThan(0)
})

test('control: an actor set for the connection instead of the transaction gives foreign rows @slow', async () => {
  const pool = openPool(database.url, testSecrets, 2)
  const sum = await faults(connectionLevelActor(pool))
  await pool.end()
  expect(sum.foreignRows).toBeGreaterThan(0)
})

/** An incorrect `asActor`: sets role and actor for the connection instead of for the transaction, and does not reset them. */
function connectionLevelActor(pool: TestDatabase['pool']): Pick<Db, 'asActor' | 'readAs'> {
  const setActor = (actor: AnyActor) =>
    pool.query(`select set_config('role', $1, ${false}), set_config('app.actor', $2, ${false})`, [
      `attune_${roles[actor.role]}`,
      actor.id,
    ])
  return {
    async readAs(actor, query) {
      await setActor(actor)
      return (await pool.query(query.sql, query.parameters as unknown[])).rows
    },
    async asActor(actor, work) {
      await setActor(actor)
      const run = (text: string, values?: unknown[]) => pool.query(text, values)
      return work({ actor, run, kysely: queryBuilder } as unknown as Tx<typeof actor>)
    },
  }
}
