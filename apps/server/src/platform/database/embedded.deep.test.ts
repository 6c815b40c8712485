import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { baseBackup } from './embedded/base-backup.ts'
import { memoryNote, memorySettings, type MemorySettings } from './embedded/memory.rules.ts'
import { clusterPath } from './embedded/paths.ts'
import { findPostmaster, isProcessAlive, usableMemory } from './embedded/postmaster.ts'
import { startEmbedded, type EmbeddedPostgres } from './embedded.ts'

let dataDir: string
let running: EmbeddedPostgres[]
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'attune-embedded-'))
  running = []
})
afterEach(async () => {
  for (const embedded of running) await embedded.stop()
  rmSync(dataDir, { recursive: true })
})

async function start(
  more: { password?: string; throwaway?: boolean; onChange?: (state: 'lost' | 'back') => void } = {},
): Promise<EmbeddedPostgres> {
  const embedded = await startEmbedded({ dataDir, password: 'first', throwaway: true, ...more })
  running.push(embedded)
  return embedded
}

async function ask<Row extends pg.QueryResultRow>(url: string, query: string): Promise<Row[]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(query)).rows
  } finally {
    await client.end()
  }
}

const postmaster = () => findPostmaster(clusterPath(dataDir))

test('a new database belongs to a user who is not a superuser but may create roles', async () => {
  const { url } = await start()
  const rows = await ask(
    url,
    `select rolsuper, rolcreaterole, rolbypassrls, d.datdba = r.oid as owns, current_setting('TimeZone') as zone
    from pg_roles r, pg_database d where rolname = current_user and datname = current_database()`,
  )
  expect(rows).toEqual([{ rolsuper: false, rolcreaterole: true, rolbypassrls: false, owns: true, zone: 'UTC' }])
  expect(statSync(clusterPath(dataDir)).mode & 0o077).toBe(0)
  expect(statSync(dataDir).mode & 0o067).toBe(0)
})

test('the settings follow the memory of the machine and stand in the notes', async () => {
  const { url, notes } = await start({ throwaway: false })
  const expected = memorySettings(usableMemory())
  const rows = await ask<{ name: keyof MemorySettings; megabytes: number }>(
    url,
    `select name, (pg_size_bytes(current_setting(name)) / 1048576)::int as megabytes from pg_settings where name = any ('{${Object.keys(expected).join()}}')`,
  )
  expect(Object.fromEntries(rows.map(({ name, megabytes }) => [name, megabytes]))).toEqual(expected)
  expect(notes).toContain(memoryNote(expected))
})

test('neither the superuser nor a client with a wrong password can connect', async () => {
  const url = new URL((await start()).url)
  url.password = 'wrong'
  await expect(ask(url.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  url.username = 'postgres'
  await expect(ask(url.href, 'select 1')).rejects.toMatchObject({ code: '28000' })
})

test('a database of a version without the role that copies it gets the role before it starts', async () => {
  const { url, stop } = await start()
  await ask(url, 'create table kept (n int)')
  await stop()
  rmSync(join(clusterPath(dataDir), 'attune-prepared'))
  const again = await start()
  expect(await ask(again.url, 'select * from kept')).toEqual([])
  const names: string[] = []
  for await (const { name, stream } of baseBackup({ port: postmaster()?.port ?? 0, password: 'first' })) {
    names.push(name)
    for await (const part of stream) expect(part).toBeInstanceOf(Buffer)
  }
  expect(names).toEqual(['base.tar', 'backup_manifest'])
})

test.runIf(process.getuid?.() === 0)('a database whose folder root has copied starts and keeps its rows', async () => {
  const { url, stop } = await start()
  await ask(url, 'create table kept (n int)')
  await stop()
  const copied = mkdtempSync(join(tmpdir(), 'attune-embedded-copied-'))
  cpSync(dataDir, copied, { recursive: true })
  rmSync(dataDir, { recursive: true })
  dataDir = copied
  const again = await start()
  expect(again.notes).toContainEqual(expect.stringContaining('belonged to the system user root'))
  expect(await ask(again.url, 'select * from kept')).toEqual([])
})

test('a Postgres that a killed server left running is reused, and stopped at the end', async () => {
  const killed = await startElsewhere()
  const orphan = postmaster()
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  expect(isProcessAlive(orphan?.pid ?? 0)).toBe(true)
  const embedded = await start()
  expect(postmaster()?.pid).toBe(orphan?.pid)
  expect(await ask(embedded.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await embedded.stop()
  expect(postmaster()).toBeNull()
})

test('a Postgres left running with another password gets the new password', async () => {
  const killed = await startElsewhere()
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const { url } = await start({ password: 'second' })
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a postmaster.pid with the process id of another program does not prevent the start', async () => {
  await (await start()).stop()
  writeFileSync(
    join(clusterPath(dataDir), 'postmaster.pid'),
    `${process.pid}\n${clusterPath(dataDir)}\n0\n5432\n\n127.0.0.1\n\nready\n`,
  )
  expect(await ask((await start()).url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a killed Postgres is restarted at the same address', async () => {
  const onChange = vi.fn()
  const { url } = await start({ onChange })
  const before = postmaster()?.pid ?? 0
  process.kill(before, 'SIGKILL')
  await vi.waitFor(() => expect(onChange.mock.calls).toEqual([['lost'], ['back']]), { timeout: 120_000, interval: 50 })
  expect(postmaster()?.pid).not.toBe(before)
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('two servers that start at the same time share one database', async () => {
  const [one, two] = await Promise.all([start(), startElsewhere()])
  await ask(one.url, 'create table shared_by_both (id int)')
  expect(readdirSync(dataDir).filter((name) => name.includes('draft'))).toEqual([])
  two.kill('SIGKILL')
  await once(two, 'exit')
  expect(await ask(one.url, 'select * from shared_by_both')).toEqual([])
})

/** Starts the embedded database from a separate process, so that the test can kill the process. Resolves once the database is ready. */
async function startElsewhere(): Promise<ChildProcess> {
  const module = JSON.stringify(fileURLToPath(new URL('./embedded.ts', import.meta.url)))
  const script = `const { startEmbedded } = await import(${module})
    await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, password: 'first', throwaway: true })
    console.log('up')
    setInterval(() => {}, 60_000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'up') return child
  }
  throw new Error('the other server ended before its database was up')
}
