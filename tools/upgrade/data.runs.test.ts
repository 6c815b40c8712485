import { isDeep } from '../../packages/contract/src/common/runs.testing.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { configNames } from '../../apps/server/src/platform/config/setting-names.ts'
import { databaseUrlFor } from '../../apps/server/src/platform/database/pools.ts'
import { cloneDatabase, runQuery, testSecrets } from '../../apps/server/src/testing/database/database.ts'
import { writeTestSecrets } from '../backup/own/own-database.testing.ts'

let dataDir: string
let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeEach(async () => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'attune-upgrade-data-')), 'data')
  writeTestSecrets(join(dataDir, 'secrets'))
  database = await cloneDatabase(inject('adminUrl'))
})
afterEach(async () => {
  await database.drop()
  rmSync(join(dataDir, '..'), { recursive: true })
})

/** Runs a step of an upgrade on the data of a practice with its own Postgres, or without a database. */
async function run(args: string[], settings = { DATABASE_URL: database.url }) {
  const unset = Object.fromEntries(configNames.map((name) => [name, '']))
  const child = spawn(process.execPath, [join(import.meta.dirname, 'data.ts'), ...args], {
    env: { ...process.env, ...unset, ATTUNE_DATA: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}

const backup = () => JSON.stringify({ folder: join(dataDir, 'backups'), time: 'T1', isRestored: false })

test('a practice without a database is told that there is nothing to upgrade @slow', async () => {
  const { code, said } = await run(['back-up'], { DATABASE_URL: '' })
  expect([code, said]).toEqual([1, expect.stringMatching(/^There's no data to upgrade yet\./)])
})

test('an own Postgres that a server uses is refused', async () => {
  const server = new pg.Client(databaseUrlFor(database.url, 'attune_login', testSecrets))
  await server.connect()
  const { code, said } = await run(['back-up'])
  await server.end()
  expect([code, said]).toEqual([1, 'Attune is using the database that DATABASE_URL names. Stop it, then try again.\n'])
})

test('an own Postgres that the new version has not changed needs no restore @slow', async () => {
  expect(await run(['restore', backup()])).toEqual({ code: 0, said: '' })
})

test.runIf(isDeep)(
  'an own Postgres that the new version has changed is left alone, with the steps by hand',
  async () => {
    await runQuery(
      database.url,
      `set role attune_owner; insert into meta.migration (name, hash) values ('9999-newer.sql', 'x')`,
    )
    const { code, said } = await run(['restore', backup()])
    expect([code, said]).toEqual([
      1,
      `The new version has changed the database in DATABASE_URL (to 9999), and a backup can only be loaded into an empty one. ` +
        `Create an empty database, name it in DATABASE_URL, and run: npm run restore -- ${join(dataDir, 'backups')} --backup T1 --replace\n`,
    ])
  },
)

test.runIf(isDeep)('data that a restore is replacing is not backed up', async () => {
  writeFileSync(join(dataDir, 'unfinished-restore.json'), JSON.stringify({ source: 'b', owner: 'x-1-1', moves: null }))
  const { code, said } = await run(['back-up'])
  expect([code, said]).toEqual([1, expect.stringMatching(/^A restore of b into .* was interrupted\. Finish it with/)])
})

test.runIf(process.getuid?.() === 0)('data of another user, such as a service, is refused', async () => {
  mkdirSync(dataDir, { recursive: true })
  chownSync(dataDir, 12_345, 12_345)
  const { code, said } = await run(['back-up'])
  expect([code, said]).toEqual([
    1,
    expect.stringContaining('belongs to the system user with the number 12345. Upgrade as'),
  ])
})
