import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { findMistakes } from './mistakes/mistakes.testing.ts'
import { configNames, toolNames } from './setting-names.ts'
import { PublicAddress } from '@attune/contract/common/text/text.schemas'
import { isLoopback } from '@attune/contract/common/text/public-address'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'attune-config-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const mistakesOf = (env: Record<string, string>) => findMistakes(env, dir)

test('without any setting the defaults apply', () => {
  expect(readConfig({}, dir)).toEqual({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: null,
    dataDir: join(dir, 'data'),
    secretsDir: join(dir, 'data', 'secrets'),
    databaseUrl: null,
    tls: null,
    trustProxy: [],
    smtpUrl: null,
    mailFrom: null,
    clamd: null,
    filesBucket: null,
    filesLocalHosts: [],
    assistantLocalHosts: [],
    calendarLocalHosts: [],
    googleCalendar: null,
    providers: [],
    nativePush: { fcm: null, apns: null },
    invitations: { perHour: 30, perDay: 100 },
    limitsWrites: true,
    backupFolders: [join(dir, 'data', 'backups')],
    backupLocalHosts: [],
    backupKilobytesPerSecond: 15_000,
    ownRelay: null,
    otherRelay: null,
    relayAddress: null,
    isRelayOff: false,
    allowsTestPayments: false,
    metricsListen: null,
    logLevel: 'info',
  })
})

test('the environment overrides .env, also with an empty value, which means not set', () => {
  writeFileSync(join(dir, '.env'), 'PORT=4000\nLOG_LEVEL=warn\nATTUNE_DATA=elsewhere\n')
  const config = readConfig({ PORT: '5000', LOG_LEVEL: '' }, dir)
  expect(config).toMatchObject({ port: 5000, logLevel: 'info', dataDir: join(dir, 'elsewhere') })
  expect(config.secretsDir).toBe(join(dir, 'elsewhere', 'secrets'))
})

test('all mistakes are reported at once, each in one line that names the setting, without passwords', () => {
  const mistakes = mistakesOf({
    PORT: '70000',
    HOST: 'not a host',
    PUBLIC_URL: 'practice.example',
    DATABASE_URL: 'mysql://root:hunter2@db/attune',
    TLS_CERT: 'missing.pem',
    TRUST_PROXY: '10.0.0.2, the proxy',
    SMTP_URL: 'mail.example:hunter2',
    INVITATIONS_PER_DAY: 'all',
    WRITE_LIMITS: 'none',
    MAX_RATE: '20',
    ATTUNE_ALLOW_TEST_PAYMENTS: 'yes',
    LOG_LEVEL: 'loud',
  })
  const names = [
    'PORT',
    'HOST',
    'PUBLIC_URL',
    'DATABASE_URL',
    'TLS_CERT',
    'TRUST_PROXY',
    'SMTP_URL',
    'SMTP_URL',
    'INVITATIONS_PER_DAY',
    'WRITE_LIMITS',
    'MAX_RATE',
    'ATTUNE_ALLOW_TEST_PAYMENTS',
    'LOG_LEVEL',
  ]
  expect(mistakes.map((line) => /\b[A-Z][A-Z_]+\b/.exec(line)?.[0]).sort()).toEqual(names.sort())
  for (const line of mistakes) {
    expect(line).toMatch(/^[^\n]+\.$/)
    expect(line).not.toContain('hunter2')
  }
})

test.for([
  ['practice.example', /such as https/],
  ['ftp://practice.example', /such as https/],
  ['http://practice.example', /must start with https/],
  ['http://127.practice.example', /must start with https/],
  ['https://practice.example/attune', /can't have a path/],
  ['https://practice.example?a=b', /can't have a path/],
  ['https://practice.example#a', /can't have a path/],
  ['https://nora@practice.example', /user or a password/],
])('the public address %s is refused, in the environment as in the settings', ([address, reason]) => {
  expect(mistakesOf({ PUBLIC_URL: address as string })).toEqual([expect.stringMatching(reason as RegExp)])
  expect(PublicAddress.safeParse(address).success).toBe(false)
})

test('the folders of backups are relative to the folder of .env', () => {
  const { backupFolders } = readConfig({ BACKUP_FOLDERS: 'copies, /mnt/disk' }, dir)
  expect(backupFolders).toEqual([join(dir, 'copies'), '/mnt/disk'])
})

test('a trailing slash of the public address is removed, and http is allowed for localhost', () => {
  expect(readConfig({ PUBLIC_URL: 'https://practice.example/' }, dir).publicUrl).toBe('https://practice.example')
  expect(readConfig({ PUBLIC_URL: 'http://localhost:3000' }, dir).publicUrl).toBe('http://localhost:3000')
  expect(PublicAddress.parse('https://practice.example/')).toBe('https://practice.example')
  expect(PublicAddress.parse('http://localhost:3000')).toBe('http://localhost:3000')
})

test.for([
  [{}, null],
  [{ HOST: '0.0.0.0' }, { host: null, port: 3478 }],
  [{ HOST: '::' }, { host: null, port: 3478 }],
  [{ HOST: '192.168.1.20' }, { host: '192.168.1.20', port: 3478 }],
  [{ HOST: '0.0.0.0', RELAY: 'off' }, null],
  [
    { RELAY: 'on', RELAY_PORT: '5000' },
    { host: null, port: 5000 },
  ],
  [{ HOST: '0.0.0.0', TURN_URLS: 'turn:relay.example', TURN_SECRET: 'secret' }, null],
] as const)('with %j, the relay of video calls listens on %j', ([env, ownRelay]) => {
  expect(readConfig(env, dir).ownRelay).toEqual(ownRelay)
})

test.for([
  [
    { RELAY_HOST: 'relay.example', RELAY: 'off' },
    { host: 'relay.example', port: 3478 },
  ],
  [
    { RELAY_HOST: '203.0.113.7', RELAY_PORT: '5000' },
    { host: '203.0.113.7', port: 5000 },
  ],
  [{ RELAY_HOST: '2001:db8::7' }, { host: '[2001:db8::7]', port: 3478 }],
] as const)('with %j, browsers reach the relay at %j', ([env, relayAddress]) => {
  expect(readConfig(env, dir).relayAddress).toEqual(relayAddress)
})

test('a relay that is switched off is told from one that others could not reach', () => {
  expect(readConfig({ RELAY: 'off' }, dir).isRelayOff).toBe(true)
  expect(readConfig({ RELAY: 'on' }, dir).isRelayOff).toBe(false)
})

test('another relay has the addresses and the secret of the settings', () => {
  const TURN_URLS = 'turn:relay.example:3478?transport=udp, turns:relay.example:5349'
  expect(readConfig({ TURN_URLS, TURN_SECRET: 'secret' }, dir).otherRelay).toEqual({
    urls: ['turn:relay.example:3478?transport=udp', 'turns:relay.example:5349'],
    secret: 'secret',
  })
})

test('unreadable certificate files are reported', () => {
  expect(mistakesOf({ TLS_CERT: 'a.pem', TLS_KEY: 'b.pem' })).toEqual([
    expect.stringContaining(join(dir, 'a.pem')),
    expect.stringContaining(join(dir, 'b.pem')),
  ])
})

test('an unknown name in .env is reported', () => {
  writeFileSync(join(dir, '.env'), 'PUBLIC_ULR=https://practice.example\n')
  expect(mistakesOf({})).toEqual([expect.stringContaining('PUBLIC_ULR')])
})

test('the client for Google calendars needs both of its settings, and is not the one for signing in', () => {
  const clientId = '5678.apps.googleusercontent.com'
  const [id, secret] = [{ GOOGLE_CALENDAR_CLIENT_ID: clientId }, { GOOGLE_CALENDAR_CLIENT_SECRET: 'hunter2' }]
  expect(readConfig({ ...id, ...secret }, dir)).toMatchObject({
    googleCalendar: { clientId, clientSecret: 'hunter2' },
    providers: [],
  })
  for (const half of [id, secret]) {
    expect(mistakesOf(half)).toEqual([expect.stringContaining('GOOGLE_CALENDAR_CLIENT_SECRET')])
    expect(mistakesOf(half).join()).not.toContain('hunter2')
  }
})

test('trusted proxies are given as addresses or CIDR ranges', () => {
  expect(readConfig({ TRUST_PROXY: '10.0.0.2,fd00::/8' }, dir).trustProxy).toEqual(['10.0.0.2', 'fd00::/8'])
  expect(mistakesOf({ TRUST_PROXY: '10.0.0.0/33' })).toHaveLength(1)
})

test('loopback names and addresses are recognized', () => {
  expect(['localhost', '127.0.0.1', '127.9.9.9', '[::1]', 'a.localhost'].every(isLoopback)).toBe(true)
  expect(['192.168.1.4', 'practice.example', '127.practice.example'].some(isLoopback)).toBe(false)
})

test('.env.example lists exactly the known names, each below a sentence', () => {
  const example = readFileSync(new URL('../../../../../.env.example', import.meta.url), 'utf8')
  const listed = [...example.matchAll(/^(.*)\n# ([A-Z0-9_]+)=/gm)].map(([, sentence, name]) => ({ sentence, name }))
  expect(listed.map(({ name }) => name)).toEqual([...configNames, ...toolNames])
  for (const { sentence, name } of listed) expect(sentence, name).toMatch(/^# [A-Z].+\.$/)
})

test('the virus scanner may be at an IPv6 address, which a connection needs without brackets', () => {
  expect(readConfig({ CLAMD_URL: 'tcp://[::1]:3310' }, dir).clamd).toEqual({ host: '::1', port: 3310 })
})

test('a sender may have a name with a comma, or an address of this machine', () => {
  for (const sender of ['"Practice, Nora" <post@practice.example>', 'post@localhost', '<post@practice.example>'])
    expect(readConfig({ MAIL_FROM: sender }, dir).mailFrom).toBe(sender)
})
