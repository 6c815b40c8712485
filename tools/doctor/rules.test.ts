import { expect, test } from 'vitest'
import type { MailProbe } from '../../apps/server/src/platform/channels/mail-probe.ts'
import { rightsLine } from './folder-rules.ts'
import { healthSentence } from './health-sentences.ts'
import { type DoctorLine, isHealthy, reportJson, reportText } from './report.ts'
import { backupLines, certificateLines, clockLine, mailLines, settingLines } from './rules.ts'
import { schemaLine } from './versions.ts'

const texts = (lines: DoctorLine[]) => lines.map(({ state, text }) => `${state}: ${text}`)
const now = new Date(1_000_000_000_000)
const inDays = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60 * 1000)

test.for([
  [0.4, 'ok'],
  [-2, 'ok'],
  [9, 'warning'],
  [-31, 'failing'],
  [180, 'failing'],
] as const)('a clock that differs by %s seconds is %s', ([seconds, state]) => {
  const line = clockLine(seconds, "the database's clock")
  expect(line.state).toBe(state)
  if (state !== 'ok') expect(line.text).toContain(seconds > 0 ? 'ahead of' : 'behind')
})

test.for([
  ['ended', -100, -1, 'failing', 'Ended 1 day ago'],
  ['not yet valid', 1, 90, 'failing', 'valid only from'],
  ['about to end', -80, 10, 'warning', 'Ends in 10 days'],
  ['valid', -1, 89, 'ok', 'Valid for 89 more days'],
] as const)('a certificate that is %s is described', ([, from, to, state, words]) => {
  const facts = { subject: 'The certificate', names: 'DNS:localhost', host: null }
  const [dates, names] = certificateLines({ ...facts, validFrom: inDays(from), validTo: inDays(to) }, now)
  expect(dates).toMatchObject({ state, text: expect.stringContaining(words) as string })
  expect(names).toMatchObject({ state: 'not-checked', text: expect.stringContaining("PUBLIC_URL isn't set") as string })
})

test('a certificate for another name fails', () => {
  const host = { name: 'practice.example', isCovered: false }
  const facts = { subject: 'The certificate', names: 'DNS:localhost', validFrom: inDays(-1), validTo: inDays(89), host }
  expect(certificateLines(facts, now)[1]).toMatchObject({
    state: 'failing',
    text: "The certificate isn't for practice.example, but for DNS:localhost. Browsers refuse it.",
  })
})

const answered: MailProbe = {
  greeting: '220 mail.example ready',
  isEncrypted: true,
  login: 'accepted',
  loginAnswer: '235 2.7.0 Welcome',
  problem: null,
}

test('a mail server that accepts the login is right, and what was not tried is named', () => {
  expect(texts(mailLines(answered, 'mail.example'))).toEqual([
    'ok: The mail server mail.example answers: "220 mail.example ready"',
    'ok: The connection to the mail server is encrypted.',
    'ok: The mail server accepts the user and the password. It says: "235 2.7.0 Welcome"',
    'not-checked: whether the mail server accepts the sender in MAIL_FROM, because no email was sent.',
  ])
})

test('a mail server that breaks off before the login leaves the login unchecked', () => {
  const lines = mailLines({ ...answered, login: 'untried', loginAnswer: null, problem: '421 busy' }, 'mail.example')
  expect(texts(lines)).toContain('failing: The connection failed. The mail server says: "421 busy"')
  expect(texts(lines)).toContain('not-checked: the sign-in to the mail server, because the connection failed before.')
})

test('a mail server that says nothing fails, and nothing is called right', () => {
  const silent = {
    greeting: null,
    isEncrypted: false,
    login: 'untried',
    loginAnswer: null,
    problem: 'ECONNREFUSED',
  } as const
  expect(texts(mailLines(silent, 'mail.example'))).toEqual([
    "failing: The mail server mail.example can't be reached: ECONNREFUSED",
  ])
})

test.for([
  ['closed to others', 0o40700, 'private', 'ok'],
  ['open to its group', 0o40750, 'private', 'failing'],
  ['open to its group, which Postgres needs', 0o40710, 'closed', 'ok'],
  ['open to everyone', 0o40711, 'closed', 'failing'],
] as const)('a folder that is %s is judged', ([, mode, privacy, state]) => {
  const checked = { path: '/data', content: 'the data', privacy, isWritten: true }
  const rights = { mode, owner: 1_000, isReadable: true, isWritable: true }
  expect(rightsLine(checked, rights, 1_000).state).toBe(state)
})

test('a folder of another user fails, and a missing one is not checked', () => {
  const checked = { path: '/data', content: 'the data', privacy: 'closed', isWritten: true } as const
  const rights = { mode: 0o40700, owner: 33, isReadable: true, isWritable: true }
  expect(rightsLine(checked, rights, 1_000)).toMatchObject({
    state: 'failing',
    text: expect.stringContaining('belongs to the user 33') as string,
  })
  expect(rightsLine(checked, null, 1_000).state).toBe('not-checked')
})

test('each setting is named with its source', () => {
  const lines = settingLines([
    { name: 'PORT', source: '.env', shown: "'3000'" },
    { name: 'HOST', source: 'default', shown: null },
  ])
  expect(texts(lines)).toEqual(["note: PORT is '3000' (from .env).", 'note: Not set, so the defaults apply: HOST.'])
})

test.for([
  [['1', '2'], 'ok'],
  [['1'], 'warning'],
  [['1', '2', '3'], 'failing'],
] as const)('a database with the changes %s of the known 1 and 2 is %s', ([applied, state]) => {
  expect(schemaLine(applied, ['1', '2']).state).toBe(state)
})

test('without a verified backup, a restore is not checked, and a destination that failed fails', () => {
  const destinations = { '/mnt/disk': { at: null, failedAt: now, reason: 'no space' } }
  const record = { at: null, onSameDisk: false, problem: null, proved: null, unproved: [], zone: 'UTC', destinations }
  expect(texts(backupLines(record, now))).toEqual([
    'not-checked: whether a backup can be restored, because Attune has verified none yet.',
    "failing: /mnt/disk didn't get the latest backup: no space",
  ])
})

test('a finding of the dashboard has its sentence and the advice of the dashboard', () => {
  expect(healthSentence({ reason: 'disk-low', figures: { bytes: 2_500_000_000, percent: 15 } })).toEqual({
    state: 'warning',
    text: '2.5 GB free (15%). Below 10%, Attune refuses uploads. Free up space, or get a larger disk.',
  })
  expect(healthSentence({ reason: 'backup-recent', figures: { days: 0 } }).text).toBe('Less than a day old.')
})

test('the report says what was not checked, and only a failure makes it unhealthy', () => {
  const lines: DoctorLine[] = [
    { group: 'Email', state: 'not-checked', text: 'the sign-in.' },
    { group: 'Ports', state: 'warning', text: 'A port.' },
  ]
  const report = { version: '1.0.0', product: 'stopped', lines } as const
  expect(isHealthy(report)).toBe(true)
  expect(reportText(report)).toBe(
    'Attune 1.0.0. Attune is stopped, so some parts could not be checked.\n\nPorts\n  Warning: A port.\n\n' +
      'Email\n  Not checked: the sign-in.\n\n0 failing, 1 with a warning, 0 OK, 1 not checked.',
  )
  const failing = { ...report, lines: [...lines, { group: 'Disk', state: 'failing', text: 'Full.' } as const] }
  expect(JSON.parse(reportJson(failing))).toMatchObject({ healthy: false, product: 'stopped', lines: failing.lines })
})
