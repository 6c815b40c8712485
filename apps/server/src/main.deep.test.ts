import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listBackups } from './platform/backup/destination/layout.ts'
import { configNames } from './platform/config/setting-names.ts'
import { clusterPath } from './platform/database/embedded/paths.ts'
import { startEmbedded } from './platform/database/embedded.ts'
import { migrate, readMigrations } from './platform/database/migrate/migrate.ts'
import { FolderStore } from './platform/object-store/folder-store.ts'
import { readBackupRecord } from './platform/data-folder/last-backup.ts'
import { findPostmaster, stopPostmaster } from './platform/database/embedded/postmaster.ts'
import { processIdentity } from './platform/process/identity.ts'
import { restoreMarkerFile } from './platform/data-folder/restore-marker.ts'
import { loadSecrets, markPractice } from './platform/secrets/secrets.ts'

let dataDir: string
let started: ChildProcess[]
beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'attune-main-')), 'data')
  started = []
})
afterEach(async () => {
  for (const child of started) {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  const orphan = findPostmaster(clusterPath(dataDir))
  if (orphan) await stopPostmaster(orphan.pid, clusterPath(dataDir))
  rmSync(join(dataDir, '..'), { recursive: true })
})

/** Starts the server as `npm start` does, with only the given settings. */
function start(more: Record<string, string> = {}, args: string[] = []) {
  const unset = Object.fromEntries(configNames.map((name) => [name, '']))
  const env = { ...process.env, ...unset, PORT: '0', ATTUNE_DATA: dataDir, LOG_LEVEL: 'silent', ...more }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.err += text))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    child,
    output,
    ended,
    /** Resolves to the server's address once the server has printed it. */
    async address(): Promise<string> {
      return vi.waitFor(
        () => {
          const address = /^Attune is running at (\S+)$/m.exec(output.out)?.[1]
          if (!address) throw new Error(`not yet: ${output.out}${output.err}`)
          return address
        },
        { timeout: 120_000, interval: 20 },
      )
    },
  }
}

test('all mistakes in the configuration are printed, and nothing is started', async () => {
  const { ended, output } = start({ PORT: 'none', PUBLIC_URL: 'practice', DATABASE_URL: 'mysql://x' })
  expect(await ended).toBe(1)
  expect(output.err.trim().split('\n')).toEqual([
    expect.stringMatching(/^PORT must/),
    expect.stringMatching(/^PUBLIC_URL must/),
    expect.stringMatching(/^DATABASE_URL must/),
  ])
  expect(existsSync(dataDir)).toBe(false)
})

test('a wrong DATABASE_URL prints one sentence and exits with code 1', async () => {
  const { ended, output } = start({ DATABASE_URL: 'postgres://attune:secret@127.0.0.1:1/attune' })
  expect(await ended).toBe(1)
  expect(output).toEqual({
    out: '',
    err: "Attune can't reach Postgres at 127.0.0.1:1. Check DATABASE_URL and that Postgres is running.\n",
  })
})

test('a used port is reported with an alternative, and no database is started', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { ended, output } = start({ PORT: String(port) })
  expect(await ended).toBe(1)
  expect(output).toEqual({
    out: '',
    err: `Another program is using port ${port}. Choose a different port, for example: PORT=${port + 1} npm start\n`,
  })
  expect(existsSync(dataDir)).toBe(false)
  other.close()
})

test('a start that changes the tables of an existing database backs it up first, and says what it upgraded', async () => {
  const password = loadSecrets(join(dataDir, 'secrets')).secrets.dbPasswords.install
  const earlier = await startEmbedded({ dataDir, password, throwaway: true })
  await migrate(earlier.url, readMigrations().slice(0, -1))
  await earlier.stop()
  const { address, output } = start({ MAX_RATE: '1048576' })
  await address()
  expect(output.out).toMatch(/^This version changes the database, so Attune backs it up first\.$/m)
  const backups = await listBackups(new FolderStore(join(dataDir, 'backups')))
  expect(backups).toHaveLength(1)
  expect(readBackupRecord(dataDir)).toMatchObject({ at: null, unproved: [expect.any(Date)] })
  const [from, to] = readMigrations()
    .slice(-2)
    .map(({ name }) => name.slice(0, 4))
  await expect.poll(() => output.out).toContain(`Note: The database was upgraded from ${from} to ${to} (1 migration).`)
})

test('the first start prints address, setup link and notes, of which the second start omits the note about secrets', async () => {
  const first = start()
  expect((await fetch(`${await first.address()}/health`)).status).toBe(200)
  await expect.poll(() => first.output.out).toMatch(/^Note: Email isn't set up/m)
  expect(first.output.out).toMatch(/^Create the first admin account: http:\/\/localhost:\d+\/setup\S+$/m)
  expect(first.output.out).toContain(`Note: Attune created new secrets in ${join(dataDir, 'secrets')}. Keep a copy`)
  first.child.kill('SIGINT')
  expect(await first.ended).toBe(0)
  expect(findPostmaster(clusterPath(dataDir))).toBeNull()

  const second = start()
  await second.address()
  await expect.poll(() => second.output.out).toMatch(/^Note: Email isn't set up/m)
  expect(second.output.out).not.toContain('new secrets')
  expect(first.output.out + second.output.out).not.toContain('upgraded')
  expect(second.output.err).toBe('')
})

test('without the database of its practice the server does not start, unless --new-practice is given', async () => {
  const secretsDir = join(dataDir, 'secrets')
  loadSecrets(secretsDir)
  markPractice(secretsDir)
  const refused = start()
  expect(await refused.ended).toBe(1)
  expect(refused.output).toEqual({
    out: '',
    err: expect.stringMatching(/^The secrets in .* belong to a practice, but there is no database in [^\n]*\n$/),
  })
  expect(readdirSync(dataDir)).toEqual(['secrets'])
  await start({}, ['--new-practice']).address()
})

test('during a restore the server does not start', async () => {
  mkdirSync(dataDir)
  const marker = { source: 'b.tar.gz', cluster: join(dataDir, 'postgres'), folder: '.attune-restore', previous: null }
  writeFileSync(join(dataDir, restoreMarkerFile), JSON.stringify({ ...marker, owner: processIdentity(), moves: null }))
  const refused = start()
  expect(await refused.ended).toBe(1)
  expect(refused.output).toEqual({
    out: '',
    err: `A restore of b.tar.gz into ${dataDir} is running. Wait until it's done.\n`,
  })
})

test('the server starts after being killed, and survives a killed Postgres', async () => {
  const killed = start()
  await killed.address()
  killed.child.kill('SIGKILL')
  await killed.ended
  expect(findPostmaster(clusterPath(dataDir))).not.toBeNull()

  const { address, child, output } = start()
  const ready = async () => (await fetch(`${await address()}/ready`)).status
  expect(await ready()).toBe(200)
  const before = findPostmaster(clusterPath(dataDir))?.pid ?? 0
  process.kill(before, 'SIGKILL')
  await vi.waitFor(
    () => expect(findPostmaster(clusterPath(dataDir))).toMatchObject({ ready: true, pid: expect.not.closeTo(before) }),
    {
      timeout: 120_000,
      interval: 50,
    },
  )
  await vi.waitFor(async () => expect(await ready()).toBe(200), { timeout: 120_000, interval: 50 })
  expect(child.exitCode).toBeNull()
  expect(output.err).toBe('')
})

test('two servers can start at the same time on an empty folder', async () => {
  const [one, two] = [start(), start()]
  for (const { address } of [one, two]) {
    expect((await fetch(`${await address()}/ready`)).status).toBe(200)
  }
})

test('a second server on the same data folder says that it joins, and the first one says nothing about it', async () => {
  const first = start()
  await first.address()
  const second = start()
  expect((await fetch(`${await second.address()}/ready`)).status).toBe(200)
  const note =
    'Note: Another server of Attune already uses this data folder. This one joins it; stopping either restarts the database of both.'
  await expect.poll(() => second.output.out).toContain(note)
  expect(first.output.out).not.toContain('already uses')
})
