import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { trustNotes } from '../addresses.ts'
import { findMistakes } from './mistakes.testing.ts'
import { passwordNotes, readSmtpUrl } from '../urls.ts'

const dir = mkdtempSync(join(tmpdir(), 'attune-start-notes-'))
afterAll(() => rmSync(dir, { recursive: true }))

test.each(['/proc/attune', '/proc/self/attune/data', '/sys/attune'])(
  'the data folder %s of the operating system is refused in one sentence',
  (folder) => {
    const mistakes = findMistakes({ ATTUNE_DATA: folder }, dir)
    expect(mistakes).toEqual([
      `ATTUNE_DATA must be a folder on a disk, but '${folder}' is in a folder of the operating system.`,
    ])
  },
)

test.each(['0.0.0.0/0', '::/0'])('a proxy setting of %s, which trusts every address, is warned about', (network) => {
  expect(trustNotes(['127.0.0.1', network])).toEqual([expect.stringContaining(`trusts every address (${network})`)])
})

test.each(['128.0.0.0/1', '0.0.0.0/2', '::ffff:0:0/96', '2000::/3'])(
  'a proxy setting of %s, which trusts a large part of all addresses, is warned about',
  (network) => {
    expect(trustNotes(['127.0.0.1', network])).toEqual([
      expect.stringContaining(`trusts a large part of all addresses (${network})`),
    ])
  },
)

test('a proxy setting that lists networks is not warned about', () => {
  const networks = ['127.0.0.1', '10.0.0.0/8', '::1', 'fc00::/7', '::ffff:10.0.0.0/104', '::ffff:127.0.0.1']
  expect(trustNotes(networks)).toEqual([])
})

test.each(['sm@tp', 'pass word', 'ü', 'a%zz'])(
  'the password %s in SMTP_URL is warned about but not shown',
  (password) => {
    const [note] = passwordNotes(`smtps://me:${password}@mail.example:465`)
    expect(note).toContain("isn't encoded")
    expect(note).not.toContain(password)
  },
)

test('an encoded password in SMTP_URL is not warned about', () => {
  expect(passwordNotes('smtps://me%40mail.example:p%23ss-w0rd!@mail.example:465')).toEqual([])
  expect(passwordNotes('smtp://mail.example:25')).toEqual([])
})

test.each(['12#34', 'a#b', 'a/b', '1?2'])(
  'the password %s, which cuts SMTP_URL, is refused with the hint',
  (password) => {
    const mistakes: string[] = []
    readSmtpUrl(`smtps://me:${password}@mail.example:465`, mistakes)
    expect(mistakes).toEqual([expect.stringContaining('# as %23')])
    expect(mistakes[0]).not.toContain(password)
  },
)
