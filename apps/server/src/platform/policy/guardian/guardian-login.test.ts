import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { queryAsRole } from '../../../testing/database/database.ts'
import { testedProcedures } from '../../../testing/samples/sample-input-registry.ts'
import { sampleInputsOf } from '../../../testing/samples/sample-input.ts'
import { createTestPractice } from '../../../testing/samples/viewers.ts'

const app = await startSharedApp({ worker: false })
const practice = await createTestPractice(app)
const viewer = (wanted: string) => {
  const found = practice.viewers.find(({ name }) => name === wanted)
  if (!found?.person) throw new Error(`no viewer ${wanted}`)
  return { ...found, person: found.person }
}
const [client, guardian] = [viewer('C1a'), viewer('G1a')]
/** Procedures for clients that this test does not call with the guardian's own login and the client's input, each with the reason. */
const leftOut: Record<string, string> = {
  'connection.join': 'joins by the code of a therapist, which anyone can use',
  'login.deleteAccount': 'deletes the account of the login itself, whatever the input names',
  'login.lock': 'locks the login of the caller itself',
}

const ofOwnLogin = testedProcedures.filter(
  ({ name, policy: { who } }) =>
    !who.includes('guardian') && (who.includes('client') || who.includes('signed-in')) && !(name in leftOut),
)

/** Tables to which the server adds rows even if a call is refused or only reads. */
const unrelated = ['app.audit', 'app.request_count', 'app.change']

/** Returns a hash of all rows that name the client or the account of the client, by table. */
async function readClientRows(ids: readonly string[]): Promise<Record<string, string>> {
  const rows = await queryAsRole<{ name: string }>(
    'backup',
    app.databaseUrl,
    `select oid::regclass::text as name from pg_class where relnamespace = 'app'::regnamespace and relkind = 'r'`,
  )
  const words = ids.map((id) => `t::text like '%${id}%'`).join(' or ')
  const hashes = rows
    .filter(({ name }) => !unrelated.includes(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, md5(string_agg(t::text, ' ' order by t::text)) as hash from ${name} t where ${words}`,
    )
  const found = await queryAsRole<{ name: string; hash: string | null }>(
    'backup',
    app.databaseUrl,
    hashes.join(' union all '),
  )
  return Object.fromEntries(found.map(({ name, hash }) => [name, hash ?? '']))
}

test('a guardian’s own login reads and changes nothing of the client through the procedures of clients @slow', async () => {
  const context = await practice.contextOf(client)
  const ids = [client.person.accountId, context.fixturesOf('own').clientId]
  const before = await readClientRows(ids)
  expect(ofOwnLogin.length).toBeGreaterThan(100)
  const shown: string[] = []
  const shared = await app.secondBrowser(guardian.person, 1)
  for (const { name, path, sample } of ofOwnLogin) {
    const caller = name.startsWith('login.') ? await app.secondBrowser(guardian.person, 1) : shared
    for (const { field, input } of sampleInputsOf(sample, context, 'own')) {
      const body = await (await caller.send(path, await input)).text()
      const canaries = body.match(/canary-1a-\w+/g) ?? []
      if (canaries.length > 0) shown.push(`${name} ${field ?? ''}: ${[...new Set(canaries)].join(', ')}`)
    }
  }
  expect(shown).toEqual([])
  const after = await readClientRows(ids)
  expect(Object.keys(before).filter((table) => before[table] !== after[table])).toEqual([])
})

test('control: a change of a row of the client is noticed @slow', async () => {
  const context = await practice.contextOf(client)
  const ids = [client.person.accountId, context.fixturesOf('own').clientId]
  const before = await readClientRows(ids)
  await app.privileged.definer.query(`update app.client set status = 'inactive' where id = $1`, [ids[1]])
  const after = await readClientRows(ids)
  expect(Object.keys(before).filter((table) => before[table] !== after[table])).toContain('app.client')
})
