import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { testSecrets } from './database/database.ts'

export type StartedServer = { child: ChildProcess; address: string }
/**
 * A data folder with the secrets of the test run. `start` starts a server with this folder; a test may kill that
 * server.
 */
export type TestServerFolder = { dataDir: string; start(databaseUrl: string): Promise<StartedServer>; remove(): void }

export function createTestServerFolder(): TestServerFolder {
  const dataDir = mkdtempSync(join(tmpdir(), 'attune-killed-'))
  mkdirSync(join(dataDir, 'secrets'), { mode: 0o700 })
  writeFileSync(join(dataDir, 'secrets', 'secrets.json'), JSON.stringify(testSecrets), { mode: 0o600 })
  return {
    dataDir,
    start: (databaseUrl) => startServer(dataDir, databaseUrl),
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

/** Starts the server as `npm start` does and waits until it prints its address. */
async function startServer(dataDir: string, databaseUrl: string): Promise<StartedServer> {
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    PORT: '0',
    ATTUNE_DATA: dataDir,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'error',
    // As in `startSharedApp`: a test that writes until the server ends sends more than the limit on a fast machine.
    WRITE_LIMITS: 'off',
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'main.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /(http:\/\/localhost:\d+)/.exec(line)?.[1]
    if (address) return { child, address }
  }
  throw new Error('the server exited before it was ready')
}
