import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import type { ExportingPerson } from '../../../platform/personal-export/exported-part.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { writeAsOwner } from '../../../testing/practice.ts'
import { seedEverything } from '../../../testing/samples/sample-practice.ts'
import { partsFor } from './exported-parts.ts'

/** Tables that the part of the export does not need, each with the reason. */
const shownOtherwise: Record<string, string> = {
  'app.invoice_line': 'the frozen content of the invoice has the lines',
  'app.superbill_line': 'the frozen content of the superbill has the lines',
  'auth."user"': 'the profile has the same name and email address',
  'auth.login': 'has no sample rows; the second test inserts some',
  'auth.passkey': 'has no sample rows; the second test inserts some',
}

const app = await startSharedApp({ worker: false })
const installer = new pg.Client(app.databaseUrl)
await installer.connect()
afterAll(() => installer.end())

type Own = ExportingPerson['actor']

/** Returns the items of a part of a person's export, as JSON. */
async function readPart(name: string, actor: Own): Promise<string[]> {
  const person: ExportingPerson = { actor, language: 'en', zone: 'UTC', now: app.clock.now(), actsFor: [] }
  const items: string[] = []
  for (const part of partsFor(app, actor.role).filter((each) => each.name === name))
    for await (const page of part.pages(app, person)) items.push(...page.map((item) => JSON.stringify(item)))
  return items
}

/** Inserts the sample rows of every table, and returns their people. Connects both clients, and makes the second one a guardian of the first one. */
async function seedPeople(): Promise<Own[]> {
  const { id, clients } = await seedEverything(installer, 'sample')
  const [first, second] = clients
  const guardian = [first?.id, second?.accountId]
  await writeAsOwner(installer, async () => {
    await installer.query('update app.client set connected_at = now() where therapist_id = $1', [id])
    await installer.query('update app.guardian_conversation set account_id = $2 where client_id = $1', guardian)
    await installer.query(
      `update app.guardian set account_id = $2, accepted_at = now(), rights = '{"messages": "-infinity"}' where client_id = $1`,
      guardian,
    )
  })
  const ofClients = clients.map(({ accountId }) => ({ role: 'client', id: accountId }))
  return [{ role: 'therapist', id }, ...ofClients] as Own[]
}

/** Runs `read` while nobody can read the rows of a table. */
async function withHiddenRows<Result>(table: string, read: () => Promise<Result>): Promise<Result> {
  const asOwner = (statement: string) => installer.query(`begin; set local role attune_owner; ${statement}; commit`)
  await asOwner(`create policy hidden on ${table} as restrictive for select using (false)`)
  try {
    return await read()
  } finally {
    await asOwner(`drop policy hidden on ${table}`)
  }
}

test('the part of the export that the comment of a table names changes if the rows of the table are hidden @slow', async () => {
  const people = await seedPeople()
  const { rows: tables } = await installer.query<{ table: string; part: string }>(
    `select oid::regclass::text as table, substring(obj_description(oid) from '; export: ([a-z-]+);') as part from pg_class
     where relnamespace in ('app'::regnamespace, 'auth'::regnamespace) and relkind = 'r'
       and obj_description(oid) !~ '; export: (record|none)' order by 1`,
  )
  expect(tables.length).toBeGreaterThan(80)
  const whole = new Map<string, string>()
  const changes = async (table: string, part: string, actor: Own) => {
    const key = `${part} ${actor.id}`
    const all = whole.get(key) ?? JSON.stringify(await readPart(part, actor))
    whole.set(key, all)
    // A part that cannot be made without the rows of a table reads the table.
    return all !== JSON.stringify(await withHiddenRows(table, () => readPart(part, actor).catch(String)))
  }
  const unread: string[] = []
  for (const { table, part } of tables) {
    let isRead = false
    for (const actor of people) isRead ||= await changes(table, part, actor)
    if (!isRead) unread.push(table)
  }
  expect(unread.toSorted()).toEqual(Object.keys(shownOtherwise).toSorted())
})

test('the part `account` has the sign-ins and passkeys of a person', async () => {
  const { accountId } = await app.person('client')
  await app.privileged.auth.query(
    `insert into auth.passkey (user_id, name, public_key, credential_id) values ($1, 'of the phone', 'key', 'id')`,
    [accountId],
  )
  const items = await readPart('account', { role: 'client', id: accountId } as Own)
  const kinds = items.map((item) => (JSON.parse(item) as { data: { kind: string } }).data.kind)
  expect(kinds).toEqual(expect.arrayContaining(['sign-in', 'passkey']))
})
