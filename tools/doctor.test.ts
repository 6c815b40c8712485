// Runs `npm run doctor` against a real server with its own Postgres, while it runs and after it was stopped.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configNames } from '../apps/server/src/platform/config/setting-names.ts'
import { createTestApp, type TestApp } from '../apps/server/src/testing/app.ts'
import { endedCertificate } from '../apps/server/src/testing/doubles/certificates.ts'
import { repositoryRoot } from './backup/command.ts'
import type { DoctorGroup, DoctorLine, DoctorReport } from './doctor/report.ts'
import { examine } from './doctor/run.ts'

const password = 'canary-password'
let dir: string
let app: TestApp
let mail: SMTPServer
let settings: Record<string, string>
let isStopped = false

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'attune-doctor-'))
  const tls = { cert: join(dir, 'cert.pem'), key: join(dir, 'key.pem') }
  writeFileSync(tls.cert, endedCertificate.cert)
  writeFileSync(tls.key, endedCertificate.key, { mode: 0o600 })
  mail = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: (_, __, done) => done(Object.assign(new Error('Ask the practice'), { responseCode: 535 })),
  })
  mail.on('error', () => {})
  mail.listen(0, '127.0.0.1')
  await once(mail.server, 'listening')
  app = await createTestApp({ worker: false, config: { tls, metricsListen: { host: '127.0.0.1', port: 0 } } })
  const { dataDir, secretsDir } = app.config
  writeFileSync(join(secretsDir, 'secrets.json'), JSON.stringify(app.secrets), { mode: 0o600 })
  chmodSync(secretsDir, 0o700)
  settings = {
    PORT: String(app.port),
    METRICS_LISTEN: `127.0.0.1:${app.metricsPort}`,
    ATTUNE_DATA: dataDir,
    ATTUNE_SECRETS: secretsDir,
    DATABASE_URL: app.databaseUrl,
    TLS_CERT: tls.cert,
    TLS_KEY: tls.key,
    PUBLIC_URL: `https://localhost:${app.port}`,
    SMTP_URL: `smtp://nora:${password}@127.0.0.1:${(mail.server.address() as AddressInfo).port}`,
    MAIL_FROM: 'Practice <post@practice.example>',
  }
}, 60_000)
afterAll(async () => {
  mail.close()
  if (!isStopped) await app.close()
  rmSync(dir, { recursive: true })
})

/** Runs the command with only the given settings. */
async function doctor(given: Record<string, string>, ...args: string[]) {
  const unset = Object.fromEntries(configNames.map((name) => [name, '']))
  const env = { PATH: process.env.PATH, ...unset, ...given }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'doctor.ts'), ...args], { env, stdio: 'pipe' })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (child.exitCode === null) await once(child, 'exit')
  return { status: child.exitCode, stdout, stderr }
}

async function report(
  given: Record<string, string>,
): Promise<DoctorReport & { healthy: boolean; status: number | null }> {
  const { status, stdout, stderr } = await doctor(given, '--json')
  expect(stderr).toBe('')
  expect(stdout).not.toContain(password)
  return { ...(JSON.parse(stdout) as DoctorReport & { healthy: boolean }), status }
}

const states = (lines: readonly DoctorLine[], group: DoctorGroup) =>
  lines.filter((line) => line.group === group).map(({ state, text: sentence }) => `${state}: ${sentence}`)

test('a running server is recognized, and its ended certificate and wrong password for emails fail @slow', async () => {
  const { product, lines, healthy, status } = await report(settings)
  expect({ product, healthy, status }).toEqual({ product: 'running', healthy: false, status: 1 })
  const metrics = `METRICS_LISTEN (127.0.0.1, port ${app.metricsPort})`
  expect(states(lines, 'Ports')).toEqual([
    `ok: Attune holds port ${app.port}.`,
    `ok: Attune serves metrics at ${metrics}.`,
  ])
  expect(states(lines, 'Certificate')).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^failing: The certificate in TLS_CERT: Ended \d+ days ago/),
      expect.stringMatching(/^failing: The certificate at PUBLIC_URL: Ended \d+ days ago/),
      'ok: The certificate in TLS_CERT is for localhost.',
      'ok: The key in TLS_KEY belongs to the certificate.',
    ]),
  )
  expect(states(lines, 'Email')).toContain(
    'failing: The mail server refuses the user or the password in SMTP_URL. It says: "535 Ask the practice"',
  )
  expect(states(lines, 'Address')).toContain(`ok: This Attune answers at PUBLIC_URL (https://localhost:${app.port}).`)
  expect(states(lines, 'Clock')).toHaveLength(2)
  expect(states(lines, 'Versions')).toContainEqual(expect.stringMatching(/^ok: The database has all changes/))
  expect(states(lines, 'Database')).toContainEqual('ok: Database: The database answers.')
  expect(states(lines, 'Folders').filter((line) => line.startsWith('failing'))).toEqual([])
})

test('secrets that others can read fail @slow', async () => {
  chmodSync(app.config.secretsDir, 0o755)
  const { lines } = await examine(settings, repositoryRoot)
  chmodSync(app.config.secretsDir, 0o700)
  expect(states(lines, 'Folders')).toContainEqual(expect.stringMatching(/^failing: .* is open to everyone/))
})

test('another password of the role than in the secrets fails with a sentence @slow', async () => {
  const other = mkdtempSync(join(dir, 'secrets-'))
  const dbPasswords = { ...app.secrets.dbPasswords, login: 'another' }
  writeFileSync(join(other, 'secrets.json'), JSON.stringify({ ...app.secrets, dbPasswords }), { mode: 0o600 })
  const { lines } = await examine({ ...settings, ATTUNE_SECRETS: other }, repositoryRoot)
  expect(states(lines, 'Database')).toEqual([expect.stringMatching(/^failing: Postgres refuses Attune's own role/)])
  expect(states(lines, 'Services')).toContainEqual(expect.stringMatching(/^not-checked: Background jobs/))
})

test('a data folder that was never used is examined without creating anything @slow', async () => {
  const dataDir = join(dir, 'never')
  const { status, stdout } = await doctor({ ATTUNE_DATA: dataDir })
  expect(stdout).toMatch(/^Attune \S+ Attune is stopped, so some parts could not be checked\.\n/)
  expect(stdout).toContain('  Not checked: the database, because')
  expect(status).toBe(0)
  expect(existsSync(dataDir)).toBe(false)
})

test('wrong settings fail, and the rest is not checked', async () => {
  const { product, lines } = await examine({ ...settings, LOG_LEVEL: 'loud' }, repositoryRoot)
  expect(product).toBe('unknown')
  expect(states(lines, 'Settings')).toContainEqual(expect.stringMatching(/^failing: LOG_LEVEL must be/))
  expect(states(lines, 'Email')).toEqual([expect.stringMatching(/^not-checked: /)])
})

test('a stopped server is recognized by its free port, and a missing database fails @slow', async () => {
  isStopped = true
  await app.close()
  const { product, lines } = await report({ ...settings, PUBLIC_URL: '' })
  expect(product).toBe('stopped')
  expect(states(lines, 'Ports')).toContain(`ok: Port ${app.port} is free.`)
  expect(states(lines, 'Clock')).toEqual([expect.stringMatching(/^not-checked: /)])
  expect(states(lines, 'Database')).toEqual([expect.stringMatching(/^failing: Postgres at .* has no database/)])
})
