// Runs `npm run doctor` against a product with the built-in Postgres, as `npm start` starts it: running, then stopped.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { configNames } from '../apps/server/src/platform/config/setting-names.ts'
import { freePort } from '../apps/server/src/platform/database/embedded/free-port.ts'
import { repositoryRoot } from './backup/command.ts'
import type { DoctorGroup, DoctorLine } from './doctor/report.ts'
import { examine } from './doctor/run.ts'

let dir: string
let server: ChildProcess
let settings: Record<string, string>

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'attune-doctor-deep-'))
  const unset = Object.fromEntries(configNames.map((name) => [name, '']))
  settings = { ...unset, PORT: String(await freePort()), ATTUNE_DATA: join(dir, 'data') }
  const main = join(repositoryRoot, 'apps/server/src/main.ts')
  server = spawn(process.execPath, [main], { env: { ...process.env, ...settings }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (part: Buffer) => (output += String(part)))
  const isUp = () => {
    if (!output.includes('Attune is running at')) throw new Error(`not yet: ${output}`)
  }
  await vi.waitFor(isUp, { timeout: 120_000, interval: 50 })
}, 150_000)
afterAll(async () => {
  if (server.exitCode === null) {
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
  rmSync(dir, { recursive: true })
})

const sentences = (lines: readonly DoctorLine[], group: DoctorGroup) =>
  lines.filter((line) => line.group === group).map(({ state, text }) => `${state}: ${text}`)

test('the built-in Postgres of a running server is examined with the sizes that it uses', async () => {
  const { product, lines } = await examine(settings, repositoryRoot)
  expect(product).toBe('running')
  expect(sentences(lines, 'Database')).toEqual([
    expect.stringMatching(/^note: The built-in Postgres uses up to \d+ MB for its cache/),
    'ok: Database: The database answers.',
  ])
  expect(sentences(lines, 'Versions')).toContainEqual(expect.stringMatching(/^note: The built-in database is one of/))
  expect(sentences(lines, 'Folders').filter((line) => !line.startsWith('ok'))).toEqual([])
  expect(sentences(lines, 'Services')).toContain('ok: Background jobs: No background job is more than 5 minutes late.')
})

test('the built-in Postgres of a stopped server is not started, and is called not checked', async () => {
  server.kill('SIGTERM')
  await once(server, 'exit')
  const { product, lines } = await examine(settings, repositoryRoot)
  expect(product).toBe('stopped')
  expect(sentences(lines, 'Database')).toEqual([
    "not-checked: the database, because the built-in Postgres doesn't run. Start Attune.",
    expect.stringMatching(/^note: At its next start: The built-in Postgres uses up to/),
  ])
  expect(sentences(lines, 'Services')).toContainEqual(expect.stringMatching(/^not-checked: Background jobs/))
})
