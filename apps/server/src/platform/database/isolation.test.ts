import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newId, openTestDatabase, testSecrets, type TestDatabase } from '../../testing/database.ts'
import { mixedFaults } from '../../testing/mixed-faults.ts'
import { type SeededTherapist, seedEverything, writeAsOwner } from '../../testing/practice.ts'
import { type Actor, build, type Db, openDb, type Tx } from './actor.ts'
import { openPool } from './pools.ts'

let house: TestDatabase
let one: SeededTherapist & { sessionId: string }
let two: SeededTherapist
let tables: string[]
beforeAll(async () => {
  house = await openTestDatabase(inject('adminUrl'))
  one = await seedEverything(house.installer, 'canaryone')
  two = await seedEverything(house.installer, 'canarytwo')
  const { rows } = await house.installer.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'app'::regnamespace and relkind = 'r' order by 1`,
  )
  tables = rows.map(({ name }) => name)
})
afterAll(() => house.close())

const refused = { code: '42501' }
const roles = { therapist: 'app_therapist', client: 'app_client', admin: 'app_admin', worker: 'worker' } as const
type Role = keyof typeof roles

const codeOf = (error: unknown) => (error as { code?: string }).code

/** Tables in which a role sees rows of everybody: the same list, with its reasons, as in the catalog's rules. */
const openTo: Record<Role, string[]> = {
  therapist: [],
  client: [],
  admin: ['profile', 'therapist_profile', 'role_request', 'product_setting', 'mail', 'feedback'],
  worker: ['product_setting', 'mail', 'change'],
}

/** What no row that a stranger reads may hold. */
const secretsOf = (practice: typeof one) => [
  'canaryone',
  practice.id,
  practice.sessionId,
  ...practice.clients.flatMap((client) => [client.id, client.accountId]),
]

/** Columns of a table that a role may read. */
async function readable(role: Role, table: string): Promise<string[]> {
  const { rows } = await house.installer.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute join pg_class c on c.oid = attrelid
     where relnamespace = 'app'::regnamespace and relname = $2 and attnum > 0 and not attisdropped
       and has_column_privilege('attune_' || $1, attrelid, attnum, 'SELECT')`,
    [roles[role], table],
  )
  return rows.map(({ name }) => name)
}

/** Everything that an actor can read of a table, as text. */
async function everything(actor: Actor, table: string): Promise<string[]> {
  const columns = await readable(actor.role, table)
  if (!columns.length) return []
  const { rows } = await house.db.asActor(actor, (tx) =>
    tx.run<{ row: string }>(`select concat_ws(' ', ${columns.join(', ')}) as row from app.${table}`),
  )
  return rows.map(({ row }) => row)
}

test('every table of somebody’s holds a row, so that none is left out of what follows [2.29]', async () => {
  const { rows } = await house.installer.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'app'::regnamespace and obj_description(oid) ~ '^owner: (therapist|account)'`,
  )
  expect(rows.length).toBeGreaterThan(50)
  const empty: string[] = []
  await writeAsOwner(house.installer, async () => {
    for (const { name } of rows) {
      const found = await house.installer.query(`select from app.${name} limit 1`)
      if (found.rowCount === 0) empty.push(name)
    }
  })
  expect(empty).toEqual([])
})

test('without a role every table is closed [2.29]', async () => {
  const { rows } = await house.installer.query<{ name: string }>(
    `select n.nspname || '.' || quote_ident(relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
     where nspname in ('app', 'auth', 'jobs', 'meta') and relkind in ('r', 'p')`,
  )
  expect(rows.length).toBeGreaterThan(tables.length)
  for (const { name } of rows) {
    await expect(house.pool.query(`select from ${name}`), name).rejects.toMatchObject(refused)
  }
})

test('a role without an actor sees no row, in tables that hold some [2.29]', async () => {
  const filled = await house.db.asActor({ role: 'worker', id: null }, (tx) => tx.run('select id from app.mail'))
  expect(filled.rowCount).toBeGreaterThan(0)
  for (const role of Object.keys(roles) as Role[]) {
    for (const table of tables.filter((name) => !openTo[role].includes(name))) {
      const nobody = { role, id: null } as Actor
      const look = house.db.asActor(nobody, (tx) => tx.run<{ n: number }>(`select count(*) as n from app.${table}`))
      const seen = await look.then(({ rows }) => rows[0]?.n, codeOf)
      const columns = await readable(role, table)
      expect(seen, `${role} ${table}`).toBe(columns.length ? 0 : refused.code)
    }
  }
})

test('an actor that is no id is an error, not everybody [2.29]', async () => {
  const garbage: Actor = { role: 'therapist', id: `' or true --` }
  await expect(house.db.asActor(garbage, (tx) => tx.run('select id from app.client'))).rejects.toMatchObject({
    code: '22P02',
  })
})

test('nobody reads a word of another therapist or of their clients, in any column of any table [2.29]', async () => {
  const strangers: Actor[] = [
    { role: 'therapist', id: two.id },
    { role: 'client', id: two.clients[0]?.accountId ?? '' },
    { role: 'worker', id: two.id },
    { role: 'admin', id: newId() },
    { role: 'therapist', id: newId() },
    { role: 'client', id: newId() },
  ]
  const own = await everything({ role: 'therapist', id: one.id }, 'client_note')
  expect(own.join(), 'the therapist reads their own words').toContain('canaryone')
  for (const actor of strangers) {
    for (const table of tables.filter((name) => !openTo[actor.role].includes(name))) {
      const seen = (await everything(actor, table)).join()
      for (const secret of secretsOf(one)) expect(seen, `${actor.role} ${table}`).not.toContain(secret)
    }
  }
})

test('siblings see nothing of one another: clients of one therapist [2.29]', async () => {
  const [first, second] = one.clients
  const sibling: Actor = { role: 'client', id: second?.accountId ?? '' }
  for (const table of tables) {
    const seen = (await everything(sibling, table)).join()
    for (const secret of [first?.id, first?.accountId, one.sessionId]) expect(seen, table).not.toContain(secret)
  }
})

test('the admin has no right to read what is clinical [2.29]', async () => {
  const clinical = [
    'client',
    'client_note',
    'client_contact',
    'session',
    'session_client',
    'session_history',
    'invitation',
    'task',
    'task_client',
    'task_history',
    'task_draft',
    'task_answer',
    'task_comment',
    'task_file',
    'task_template',
    'journal_entry',
    'journal_share',
    'journal_file',
    'journal_reply',
    'journal_comment',
    'journal_act',
    'safety_plan',
    'safety_plan_share',
    'safety_plan_turn',
    'file',
    'file_reader',
    'access',
  ]
  for (const table of clinical) {
    expect(await readable('admin', table), table).toEqual([])
    const admin: Actor = { role: 'admin', id: one.id }
    await expect(house.db.asActor(admin, (tx) => tx.run(`select from app.${table}`))).rejects.toMatchObject(refused)
  }
})

test('a therapist reads of a journal what was shared with them, and nothing that their client keeps [2.29, 3.10]', async () => {
  const therapist: Actor = { role: 'therapist', id: one.id }
  expect((await everything(therapist, 'journal_entry')).join()).toContain('canaryone')
  for (const table of tables) {
    expect((await everything(therapist, table)).join(), table).not.toContain('for nobody')
  }
  for (const [table, column] of [
    ['journal_entry', 'folded'],
    ['journal_entry', 'binned_at'],
    ['journal_act', 'command'],
    ['journal_setting', 'prompts'],
    ['task_draft', 'answer'],
    ['safety_plan', 'offline'],
    ['access', 'thing'],
  ]) {
    const text = `select ${column} from app.${table}`
    await expect(
      house.db.asActor(therapist, (tx) => tx.run(text)),
      text,
    ).rejects.toMatchObject(refused)
  }
})

test('a client reads neither what the therapist keeps for themselves nor how the record stands [2.29]', async () => {
  const client: Actor = { role: 'client', id: one.clients[0]?.accountId ?? '' }
  for (const [table, column] of [
    ['client', 'status'],
    ['client', 'language'],
    ['client', 'joined_at'],
    ['client_note', 'text'],
    ['client_contact', 'name'],
    ['invitation', 'email'],
    ['session', 'booked_anyway'],
    ['session', 'deleted_at'],
    ['session_note', 'text'],
    ['session_note_version', 'text'],
    ['session_note_addendum', 'text'],
    ['session_terms', 'video_link'],
    ['session_terms', 'remind_before'],
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
        house.db.asActor(client, (tx) => tx.run(text)),
        text,
      ).rejects.toMatchObject(refused)
    }
  }
})

test('a stranger changes nothing: neither rows of others, nor by rows in their name [2.29]', async () => {
  const stranger: Actor = { role: 'therapist', id: two.id }
  const [client] = one.clients
  const touched = await house.db.asActor(stranger, async ({ kysely }) => [
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

  const foreign = { id: newId(), therapist_id: one.id, first_name: 'x', last_name: 'x' }
  const insert = house.db.asActor(stranger, ({ kysely }) => kysely.insertInto('client').values(foreign).execute())
  await expect(insert).rejects.toMatchObject(refused)
  const moved = house.db.asActor(stranger, ({ kysely }) =>
    kysely.updateTable('client').set({ therapist_id: one.id }).execute(),
  )
  await expect(moved).rejects.toMatchObject(refused)
  const bound = house.db.asActor(stranger, ({ kysely }) =>
    kysely
      .updateTable('client')
      .set({ account_id: client?.accountId ?? null })
      .execute(),
  )
  await expect(bound).rejects.toMatchObject(refused)
  const guest = house.db.asActor(stranger, ({ kysely }) =>
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

test('truncating, making tables and becoming another role are refused [2.29]', async () => {
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
      house.db.asActor(therapist, (tx) => tx.run(text)),
      text,
    ).rejects.toMatchObject(refused)
  }
})

test('a record that others may not change is append-only even for its owner [2.29]', async () => {
  await expect(
    writeAsOwner(house.installer, async () => void (await house.installer.query('delete from app.audit'))),
  ).rejects.toMatchObject({ code: '23001' })
})

test('any policy that lets a therapist or a client read all rows would be noticed: the control [2.29]', async () => {
  const { rows } = await house.installer.query<{
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
  for (const { role, name, table, using } of rows) {
    const policy = `set local role attune_owner; alter policy ${name} on app.${table} using`
    await house.installer.query(`begin; ${policy} (true); commit`)
    const seen = (await everything({ role, id: strangers[role] }, table)).join()
    await house.installer.query(`begin; ${policy} (${using}); commit`)
    if (!secretsOf(one).some((secret) => seen.includes(secret))) unnoticed.push(`${role} ${table} ${name}`)
  }
  expect(unnoticed).toEqual([])
})

const faults = (db: Pick<Db, 'asActor' | 'readAs'>) =>
  mixedFaults({ url: house.url, db, therapists: [one, two], requests: 300, lanes: 12 })

test('amid aborts, timeouts, cancels and lost connections nobody gets a row of another, and nobody waits for ever [2.29]', async () => {
  const pool = openPool(house.url, testSecrets, 2)
  const sum = await faults(openDb(pool))
  await pool.end()
  expect(sum).toMatchObject({ asked: 300, foreignRows: 0, hanging: 0, lost: 0, phantoms: 0 })
  expect(sum.failed).toBeGreaterThan(20)
  expect(sum.answered).toBeGreaterThan(100)
  expect(sum.terminated).toBeGreaterThan(0)
})

test('the same with the actor set for the connection instead of the transaction gives rows of others: the control [2.29]', async () => {
  const pool = openPool(house.url, testSecrets, 2)
  const sum = await faults(careless(pool))
  await pool.end()
  expect(sum.foreignRows).toBeGreaterThan(0)
})

/** What asActor must not be: role and actor set for the connection, in statements of their own, and left there. */
function careless(pool: TestDatabase['pool']): Pick<Db, 'asActor' | 'readAs'> {
  const become = (actor: Actor) =>
    pool.query(`select set_config('role', $1, ${false}), set_config('app.actor', $2, ${false})`, [
      `attune_${roles[actor.role]}`,
      actor.id,
    ])
  return {
    async readAs(actor, question) {
      await become(actor)
      return (await pool.query(question.sql, question.parameters as unknown[])).rows
    },
    async asActor(actor, work) {
      await become(actor)
      const run = (text: string, values?: unknown[]) => pool.query(text, values)
      return work({ actor, run, kysely: build } as unknown as Tx)
    },
  }
}
