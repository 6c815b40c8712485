import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { uploadChunkBytes } from '@attune/contract/features/care/file/file.rules'
import { realtimeLimits } from '@attune/contract/common/constants'
import { expect, test } from 'vitest'
import { configNames } from '../../apps/server/src/platform/config/setting-names.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
/** The seconds of a stop: 30 for running requests, then Postgres. */
const stopSeconds = 45
const secondsIn = (text: string, pattern: RegExp) => {
  const [, number, unit] = pattern.exec(text) ?? []
  return Number(number) * (unit === 'm' ? 60 : 1)
}

/** Returns the settings of the unit by name. A name that occurs twice has both values. */
function readUnit() {
  const lines = read('hosting/attune.service').matchAll(/^(\w+)=(.*)$/gm)
  return Map.groupBy(
    Array.from(lines, ([, name = '', value = '']) => ({ name, value })),
    ({ name }) => name,
  )
}
const settingOf = (name: string) => readUnit().get(name)?.[0]?.value ?? ''

test('the unit runs programs that the clone has, with the Node of the clone', () => {
  for (const name of ['ExecStart', 'ExecStartPost']) {
    const [program = '', file = ''] = settingOf(name).split(' ')
    expect(settingOf('WorkingDirectory')).toBe('/opt/attune')
    expect(program).toBe('/opt/attune/node_modules/node/bin/node')
    expect(existsSync(join(root, program.slice('/opt/attune/'.length)))).toBe(true)
    expect(existsSync(join(root, file)), file).toBe(true)
  }
})

test('the unit runs as its own user without rights, and may write only to its data', () => {
  expect(settingOf('User')).toBe('attune')
  expect(settingOf('NoNewPrivileges')).toBe('yes')
  expect(settingOf('ProtectSystem')).toBe('strict')
  expect(readUnit().get('CapabilityBoundingSet')?.[0]?.value).toBe('')
  expect(readUnit().has('ReadWritePaths')).toBe(false)
  expect(settingOf('Environment')).toContain(`ATTUNE_DATA=/var/lib/${settingOf('StateDirectory')}/`)
})

test('the unit lets Node compile code, and gives the server the time that a stop takes', () => {
  expect(readUnit().has('MemoryDenyWriteExecute')).toBe(false)
  expect(settingOf('KillMode')).toBe('mixed')
  expect(Number(settingOf('TimeoutStopSec'))).toBeGreaterThanOrEqual(stopSeconds)
  const wait = Number(/--wait (\d+)/.exec(settingOf('ExecStartPost'))?.[1])
  expect(Number(settingOf('TimeoutStartSec'))).toBeGreaterThan(wait)
})

test('compose stops the server without killing it, and keeps its root read-only', () => {
  const compose = read('compose.yaml')
  expect(secondsIn(compose, /stop_grace_period: (\d+)(s)/)).toBeGreaterThanOrEqual(stopSeconds)
  expect(compose).toMatch(/^ {4}read_only: true$/m)
  expect(compose).toMatch(/^ {4}init: true$/m)
  expect(compose).toMatch(/cap_drop:\n {6}- ALL\n/)
})

test('compose sets only settings that the server knows', () => {
  const environments = ['compose.yaml', 'compose.postgres.yaml'].map(
    (file) => /\n {2}attune:[^]*?\n {4}environment:\n((?: {6}.*\n)+)/.exec(read(file))?.[1] ?? '',
  )
  const names = environments.flatMap((text) => Array.from(text.matchAll(/^ {6}([A-Z_]+):/gm), ([, name = '']) => name))
  expect(names.toSorted()).toEqual(['ATTUNE_DATA', 'ATTUNE_SECRETS', 'DATABASE_URL', 'HOST', 'PORT', 'TRUST_PROXY'])
  expect(names.filter((name) => !(configNames as readonly string[]).includes(name))).toEqual([])
})

test('compose trusts the address from which the machine reaches the container', () => {
  const compose = read('compose.yaml')
  expect(/TRUST_PROXY: (\S+)/.exec(compose)?.[1]).toBe(/gateway: (\S+)/.exec(compose)?.[1])
})

test('nginx passes on a whole piece of an upload', () => {
  const megabytes = Number(/client_max_body_size (\d+)m;/.exec(read('hosting/nginx.conf'))?.[1])
  expect(megabytes * 1024 * 1024).toBeGreaterThan(uploadChunkBytes)
})

test('nginx and haproxy keep a live connection for longer than a heartbeat takes', () => {
  const enough = realtimeLimits.heartbeatSeconds * 4
  expect(secondsIn(read('hosting/nginx.conf'), /proxy_read_timeout (\d+)(s)/)).toBeGreaterThanOrEqual(enough)
  expect(secondsIn(read('hosting/haproxy.cfg'), /timeout tunnel {2}(\d+)(m)/)).toBeGreaterThanOrEqual(enough)
  expect(secondsIn(read('hosting/haproxy.cfg'), /timeout client {2}(\d+)(s)/)).toBeGreaterThanOrEqual(enough)
})

test('nginx and haproxy replace the address that a browser claims to have', () => {
  expect(read('hosting/nginx.conf')).toContain('proxy_set_header X-Forwarded-For $remote_addr;')
  expect(read('hosting/haproxy.cfg')).toContain('http-request set-header X-Forwarded-For %[src]')
})

test('the guide names every file for hosts', () => {
  const guide = read('docs/guide/host.md')
  const files = [
    ...readdirSync(join(root, 'hosting')).map((name) => `hosting/${name}`),
    'compose.yaml',
    'compose.postgres.yaml',
  ]
  expect(files.filter((file) => !guide.includes(file))).toEqual([])
})
