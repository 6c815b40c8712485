import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { certificates } from '../../../testing/doubles/certificates.ts'
import { findMistakes } from './mistakes.testing.ts'

const [first, second] = certificates
const google = '1234.apps.googleusercontent.com'
const openid = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'attune', OIDC_CLIENT_SECRET: 'secret' }
const apple = { APNS_KEY: 'none.p8', APNS_KEY_ID: 'ABCDE12345', APNS_TEAM_ID: 'ABCDE12345', APNS_BUNDLE_ID: 'org.app' }

const bucket = {
  FILES_S3_ENDPOINT: 'https://s3.example',
  FILES_S3_REGION: 'eu-central-1',
  FILES_S3_BUCKET: 'practice-files',
  FILES_S3_ACCESS_KEY_ID: 'key',
  FILES_S3_SECRET_ACCESS_KEY: 'secret',
}

/** A wrong value of a setting, and the words about what is expected. */
type Wrong = {
  value: string
  expected: string
  /** Valid values of the settings that must be set together with this setting. */
  with?: Record<string, string>
  /** Whether the message must not show the value. */
  isSecret?: true
}

/** A wrong value of each setting in .env.example. */
const wrong: Record<string, Wrong> = {
  PORT: { value: 'three thousand', expected: 'a number from 0 to 65535' },
  HOST: { value: 'not a host', expected: 'an address or a host name' },
  PUBLIC_URL: { value: 'practice.example', expected: 'such as https://practice.example' },
  ATTUNE_DATA: { value: 'a-file', expected: 'must be a folder' },
  ATTUNE_SECRETS: { value: 'a-file/secrets', expected: 'must be a folder' },
  DATABASE_URL: { value: 'mysql://me:canary@db/attune', expected: 'postgres://user:password@host', isSecret: true },
  TLS_CERT: { value: 'a-file', with: { TLS_KEY: 'key.pem' }, expected: 'a PEM file with a certificate' },
  TLS_KEY: { value: 'other.pem', with: { TLS_CERT: 'cert.pem' }, expected: 'the key of TLS_CERT' },
  TRUST_PROXY: { value: 'the proxy', expected: 'addresses or networks such as 10.0.0.2' },
  SMTP_URL: { value: 'canary', with: { MAIL_FROM: 'a@b.example' }, expected: 'smtps://user:password', isSecret: true },
  MAIL_FROM: { value: 'Practice', expected: 'such as Practice <post@practice.example>' },
  CLAMD_URL: { value: '127.0.0.1', expected: 'tcp://127.0.0.1:3310' },
  FILES_S3_ENDPOINT: { value: 's3.example', with: bucket, expected: 'such as https://s3.eu-central-1' },
  FILES_S3_REGION: { value: 'the middle', with: bucket, expected: 'such as eu-central-1' },
  FILES_S3_BUCKET: { value: 'My Bucket', with: bucket, expected: 'the name of a bucket' },
  FILES_S3_PREFIX: { value: 'no-slash', with: bucket, expected: 'must end with a slash' },
  FILES_S3_ACCESS_KEY_ID: { value: 'two words', with: bucket, expected: 'one word' },
  FILES_S3_SECRET_ACCESS_KEY: { value: 'canary with spaces', with: bucket, expected: 'one word', isSecret: true },
  FILES_S3_ENCRYPTION_KEY: { value: 'canary', with: bucket, expected: '32 random bytes in base64', isSecret: true },
  FILES_LOCAL_HOSTS: { value: 'nas', expected: 'hosts with ports' },
  ASSISTANT_LOCAL_HOSTS: { value: 'my model', expected: 'hosts with ports such as 127.0.0.1:11434' },
  CALENDAR_LOCAL_HOSTS: { value: 'nas', expected: 'hosts with ports' },
  GOOGLE_CALENDAR_CLIENT_ID: {
    value: 'me@gmail.com',
    with: { GOOGLE_CALENDAR_CLIENT_SECRET: 'secret' },
    expected: 'ends with .apps.googleusercontent.com',
  },
  GOOGLE_CALENDAR_CLIENT_SECRET: {
    value: 'canary with spaces',
    with: { GOOGLE_CALENDAR_CLIENT_ID: google },
    expected: 'one word',
    isSecret: true,
  },
  GOOGLE_CLIENT_ID: { value: 'attune', with: { GOOGLE_CLIENT_SECRET: 'secret' }, expected: 'googleusercontent.com' },
  GOOGLE_CLIENT_SECRET: {
    value: 'canary with spaces',
    with: { GOOGLE_CLIENT_ID: google },
    expected: 'one word',
    isSecret: true,
  },
  OIDC_ID: { value: 'Open ID', with: openid, expected: 'a short word in small letters' },
  OIDC_NAME: { value: 'n'.repeat(61), with: openid, expected: 'up to 60 characters' },
  OIDC_ISSUER: { value: 'id.example', with: openid, expected: 'begins with https://' },
  OIDC_CLIENT_ID: { value: 'at tune', with: openid, expected: 'one word' },
  OIDC_CLIENT_SECRET: { value: 'canary with spaces', with: openid, expected: 'one word', isSecret: true },
  FCM_SERVICE_ACCOUNT: { value: 'a-file', expected: 'the JSON file of a service account' },
  APNS_KEY: { value: 'a-file', with: apple, expected: 'a key file (.p8)' },
  APNS_KEY_ID: { value: 'short', with: { ...apple, APNS_KEY: 'key.pem' }, expected: '10 letters and digits' },
  APNS_TEAM_ID: { value: 'my team', with: { ...apple, APNS_KEY: 'key.pem' }, expected: '10 letters and digits' },
  APNS_BUNDLE_ID: { value: 'my app', with: { ...apple, APNS_KEY: 'key.pem' }, expected: 'such as org.practice.app' },
  APNS_SANDBOX: { value: 'maybe', expected: 'on or off' },
  INVITATIONS_PER_HOUR: { value: '-1', expected: 'a number from 1 to 999999' },
  INVITATIONS_PER_DAY: { value: 'all', expected: 'a number from 1 to 999999' },
  WRITE_LIMITS: { value: 'some', expected: 'on or off' },
  BACKUP_FOLDERS: { value: 'a-file', expected: 'must be a folder' },
  BACKUP_LOCAL_HOSTS: { value: 'http://nas:9000', expected: 'hosts with ports' },
  MAX_RATE: { value: '10 MB', expected: 'a number of kilobytes' },
  RELAY: { value: 'always', expected: 'on or off' },
  RELAY_PORT: { value: '70000', expected: 'a number from 1 to 65535' },
  RELAY_HOST: { value: 'relay.example:3478', expected: 'without a port' },
  TURN_URLS: {
    value: 'stun:relay.example',
    with: { TURN_SECRET: 'secret' },
    expected: 'such as turn:relay.example:3478?transport=udp',
  },
  TURN_SECRET: {
    value: 'canary with spaces',
    with: { TURN_URLS: 'turn:relay.example' },
    expected: 'one word',
    isSecret: true,
  },
  ATTUNE_ALLOW_TEST_PAYMENTS: { value: 'yes', expected: 'on or off' },
  METRICS_LISTEN: { value: '9464', expected: 'an address and a port such as 127.0.0.1:9464' },
  LOG_LEVEL: { value: 'loud', expected: 'one of fatal, error' },
  CHROMIUM_PATH: { value: 'no-browser', expected: 'the path of a program' },
}

/** Further wrong values that look right, or that were once accepted and failed later. */
const further: ({ name: string } & Wrong)[] = [
  { name: 'CLAMD_URL', value: 'unix://run/clamav/clamd.ctl', expected: 'unix:///run/clamav/clamd.ctl' },
  { name: 'FILES_S3_ENDPOINT', value: 'http://nas:9000', with: bucket, expected: 'unless FILES_LOCAL_HOSTS names' },
  {
    name: 'FILES_S3_ENDPOINT',
    value: 'http://nas:9000',
    with: { ...bucket, FILES_LOCAL_HOSTS: 'nas:9001' },
    expected: 'unless FILES_LOCAL_HOSTS names its host and port',
  },
  { name: 'MAIL_FROM', value: 'One <a@b.example>, Two <c@d.example>', expected: 'such as Practice <post@' },
  { name: 'MAIL_FROM', value: 'mailto:post@practice.example', expected: 'such as Practice <post@' },
  { name: 'MAIL_FROM', value: 'post@practice..example', expected: 'such as Practice <post@' },
  {
    name: 'OIDC_ISSUER',
    value: 'https://id.example/realms/x/.well-known/openid-configuration',
    with: openid,
    expected: "without /.well-known. Use 'https://id.example/realms/x'.",
  },
  { name: 'OIDC_ISSUER', value: 'https://id.example?x=1', with: openid, expected: 'without a user, a password' },
  {
    name: 'RELAY',
    value: 'on',
    with: { TURN_URLS: 'turn:relay.example', TURN_SECRET: 'secret' },
    expected: "can't be on together with TURN_URLS",
  },
  {
    name: 'RELAY_HOST',
    value: 'relay.example',
    with: { TURN_URLS: 'turn:relay.example', TURN_SECRET: 'secret' },
    expected: "can't be set together with TURN_URLS",
  },
  { name: 'TURN_URLS', value: 'turn:relay.example', expected: 'both TURN_URLS and TURN_SECRET' },
  { name: 'TURN_SECRET', value: 'secret', expected: 'both TURN_URLS and TURN_SECRET' },
  { name: 'CHROMIUM_PATH', value: '.', expected: 'the path of a program' },
]

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'attune-wrong-settings-'))
  writeFileSync(join(dir, 'a-file'), 'canary')
  writeFileSync(join(dir, 'cert.pem'), first.cert)
  writeFileSync(join(dir, 'key.pem'), first.key)
  writeFileSync(join(dir, 'other.pem'), second.key)
})
afterAll(() => rmSync(dir, { recursive: true }))

function mistakesOf(env: Record<string, string>, file = ''): readonly string[] {
  writeFileSync(join(dir, '.env'), file)
  return findMistakes(env, dir)
}

const example = readFileSync(new URL('../../../../../../.env.example', import.meta.url), 'utf8')
const names = [...example.matchAll(/^# ([A-Z0-9_]+)=/gm)].map(([, name]) => name ?? '')

test.for(names)('a wrong value of %s is refused with one sentence, in the environment and in .env', (name) => {
  const {
    value,
    expected,
    with: others,
    isSecret,
  } = wrong[name] ?? { value: '', expected: 'a wrong value in this test' }
  const settings = { ...others, [name]: value }
  const [mistake = '', ...more] = mistakesOf(settings)
  expect(more).toEqual([])
  expect(mistake).toMatch(/^[^\n]+\.$/)
  expect(mistake).toContain(name)
  expect(mistake).toContain(expected)
  expect(mistake).not.toContain('canary')
  if (!isSecret) expect(mistake).toContain(value)
  const lines = Object.entries(settings).map(([each, text]) => `${each}=${text}`)
  expect(mistakesOf({}, lines.join('\n'))).toEqual([mistake])
})

test.for(further)('$value in $name is refused with one sentence', ({ name, value, expected, with: others }) => {
  const [mistake = '', ...more] = mistakesOf({ ...others, [name]: value })
  expect(more).toEqual([])
  expect(mistake).toMatch(/^[^\n]+\.$/)
  expect(mistake).toContain(name)
  expect(mistake).toContain(expected)
})

test('the message about a wrong value is one line without the password of an address', () => {
  const [mistake = ''] = mistakesOf({ PUBLIC_URL: 'ftp://nora:canary@practice.example\n\u001B[31mred' })
  expect(mistake).toBe(
    "PUBLIC_URL must be an address such as https://practice.example, not 'ftp://…@practice.example??[31mred'.",
  )
  expect(mistakesOf({ PUBLIC_URL: 'https://nora:canary@practice.example' })).toEqual([
    "PUBLIC_URL can't contain a user or a password. Use https://practice.example.",
  ])
})

test('a long wrong value is shortened in the message', () => {
  const [mistake = ''] = mistakesOf({ LOG_LEVEL: 'x'.repeat(5_000) })
  expect(mistake.length).toBeLessThan(250)
})

test.for([
  ['ATTUNE_SECERTS', 'ATTUNE_SECRETS'],
  ['ATTUNE_DTAA', 'ATTUNE_DATA'],
  ['ATTUNE_LOG_LEVEL', 'LOG_LEVEL'],
  ['ATTUNE_PUBLIC_ULR', 'PUBLIC_URL'],
] as const)(
  'the unknown variable %s of the environment is refused and the nearest setting is named',
  ([name, nearest]) => {
    expect(mistakesOf({ [name]: 'canary' })).toEqual([
      `The environment contains the unknown setting ${name}. The nearest setting is ${nearest}. See .env.example for all settings.`,
    ])
  },
)

test('an unknown name in .env is refused and the nearest setting is named', () => {
  expect(mistakesOf({}, 'SMPT_URL=canary')).toEqual([
    '.env contains the unknown setting SMPT_URL. The nearest setting is SMTP_URL. See .env.example for all settings.',
  ])
})

test('a port in the form of a setting is refused although Kubernetes sets a variable of that name', () => {
  expect(mistakesOf({ ATTUNE_PORT: '3000' })).toEqual([expect.stringContaining('The nearest setting is PORT.')])
})

test('variables of other programs, of tests and of Kubernetes are ignored in the environment', () => {
  const kubernetes = {
    ATTUNE_PORT: 'tcp://10.0.0.1:3000',
    ATTUNE_SERVICE_HOST: '10.0.0.1',
    ATTUNE_SERVICE_PORT: '3000',
    ATTUNE_PORT_3000_TCP_ADDR: '10.0.0.1',
  }
  expect(mistakesOf({ ...kubernetes, ATTUNE_TESTS: 'deep', PORTS: 'x', ATTUNE_UNKNOWN: '' })).toEqual([])
})
