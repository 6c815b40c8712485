import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createAgeKey } from '../../apps/server/src/platform/backup/encryption/age.ts'
import { loadBackupKeys, storeBackupKeys } from '../../apps/server/src/platform/backup/encryption/backup-keys.ts'
import { embeddedUrl } from '../../apps/server/src/platform/database/embedded/cluster.ts'
import { clusterPath } from '../../apps/server/src/platform/database/embedded/paths.ts'
import { findPostmaster } from '../../apps/server/src/platform/database/embedded/postmaster.ts'
import { loadSecrets } from '../../apps/server/src/platform/secrets/secrets.ts'
import { createRealClone, type RealClone } from './real-clone.testing.ts'

type Program = ReturnType<RealClone['upgrade']>

let clone: RealClone
let started: Program[] = []

/** SQL that reads the text that was written before all upgrades, and whether a newer version has migrated the database. */
const letters = `select text, exists (select from pg_class where relname = 'upgrade_probe') as "isUpgraded" from letter`

/** Runs a query on the database of the running server. */
async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const port = findPostmaster(clusterPath(clone.dataDir))?.port ?? 0
  const client = new pg.Client(embeddedUrl(port, loadSecrets(clone.secretsDir).secrets.dbPasswords.install))
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

function run(program: Program): Program {
  started.push(program)
  return program
}

/** Waits until a program has printed `words`. Fails at once if it ends before. */
async function printed({ output, child }: Program, words: string): Promise<void> {
  await vi.waitFor(
    () => {
      if (!output.said.includes(words)) throw new Error(`not yet: ${output.said}`, { cause: child.exitCode })
    },
    { timeout: 280_000, interval: 50 },
  )
}

const opened = (program: Program) => printed(program, 'Attune is running at')

async function stop(program: Program): Promise<number | null> {
  program.child.kill('SIGINT')
  return program.ended
}

/** Expects that the running server has the previous version, with its data, and that no sign-in has ended. */
async function expectOldVersion(program: Program): Promise<void> {
  await opened(program)
  expect((await fetch(`${clone.address}/ready`)).status).toBe(200)
  expect(await query(letters)).toEqual([{ text: 'written before', isUpgraded: false }])
  expect(program.output.said).not.toContain('A backup was restored')
  expect(clone.version()).toBe('v0.1.0')
  expect(await stop(program)).toBe(1)
}

beforeAll(async () => {
  clone = await createRealClone()
  const first = clone.start()
  await opened(first)
  await query(`create table letter as select 'written before' as text`)
  // Going back must not need the printed words of a backup key.
  const keys = await loadBackupKeys(clone.secretsDir)
  storeBackupKeys(clone.secretsDir, { ...keys, printed: [(await createAgeKey()).recipient] })
  await stop(first)
})
afterEach(async () => {
  for (const { child, ended } of started) {
    // The command passes the signal on to its server.
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended
  }
  started = []
})
afterAll(() => clone.remove())

test('a version whose migration fails is undone with its data', async () => {
  const program = run(clone.upgrade('v0.4.0'))
  await expectOldVersion(program)
  expect(program.output.said).toContain('The migration 9001-failing.sql failed.')
  expect(program.output.said).toContain(
    "v0.4.0 couldn't be started: it ended with the exit code 1 before it was ready.",
  )
})

test('a version that does not become ready answers no request, and is undone with its data', async () => {
  const program = run(clone.upgrade('v0.3.0', '--wait', '25'))
  const answers = new Set<number>()
  await vi.waitFor(
    async () => {
      const answer = await fetch(`${clone.address}/`)
      answers.add(answer.status)
      expect(answer.status).toBe(503)
    },
    { timeout: 280_000, interval: 50 },
  )
  await printed(program, 'Going back to v0.1.0.')
  expect(program.output.said).toContain(
    "v0.3.0 couldn't be started: it wasn't ready within 25 seconds; /ready names storage.",
  )
  await expectOldVersion(program)
  expect(answers).toEqual(new Set([503]))
})

test('after a kill while the new server starts, npm start refuses and --back returns to the old version', async () => {
  const killed = run(clone.upgrade('v0.3.0'))
  await vi.waitFor(async () => expect((await fetch(`${clone.address}/ready`)).status).toBe(503), { timeout: 280_000 })
  killed.child.kill('SIGKILL')
  const refused = run(clone.start())
  expect(await refused.ended).toBe(1)
  expect(refused.output.said).toContain('An upgrade from v0.1.0 to v0.3.0 is unfinished.')
  await expectOldVersion(run(clone.upgrade('--back')))
})

test('an upgrade keeps the data, opens the new version, and the next one is refused while it runs', async () => {
  const program = run(clone.upgrade('v0.2.0'))
  await opened(program)
  // The address is printed before the notes.
  await printed(program, 'The database was upgraded from')
  expect((await fetch(`${clone.address}/ready`)).status).toBe(200)
  expect(await query(letters)).toEqual([{ text: 'written before', isUpgraded: true }])
  const second = run(clone.upgrade('v0.3.0'))
  expect(await second.ended).toBe(1)
  expect(second.output.said).toContain('Attune is using this data.')
  expect((await fetch(`${clone.address}/ready`)).status).toBe(200)
  expect(await stop(program)).toBe(0)
})
