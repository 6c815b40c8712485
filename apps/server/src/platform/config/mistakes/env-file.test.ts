import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { findMistakes } from './mistakes.testing.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'attune-env-file-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

function mistakesOf(content: string | Buffer): readonly string[] {
  writeFileSync(join(dir, '.env'), content)
  return findMistakes({}, dir)
}

test('a .env that begins with a byte order mark, as editors on Windows write it, is read', () => {
  writeFileSync(join(dir, '.env'), '\uFEFFPORT=4000\r\nLOG_LEVEL=warn\r\n')
  expect(readConfig({}, dir)).toMatchObject({ port: 4000, logLevel: 'warn' })
})

test.each([
  ['UTF-16', Buffer.from('\uFEFFPORT=4000\n', 'utf16le')],
  ['Latin-1', Buffer.from('MAIL_FROM=Präxis <a@b.example>\n', 'latin1')],
])('a .env in %s is refused in one sentence', (_, content) => {
  expect(mistakesOf(content)).toEqual(['.env must be text in UTF-8. Save it again in this encoding.'])
})

test('a folder in place of .env is refused in one sentence', () => {
  mkdirSync(join(dir, '.env'))
  expect(findMistakes({}, dir)).toEqual([expect.stringMatching(/^\.env must be a file, but it is a folder/)])
})

test.each([
  ['SMTP_URL=smtp://me:12#34@mail.example', 'MAIL_FROM=a@b.example'],
  ['  export SMTP_URL = smtp://me:12#34@mail.example', 'MAIL_FROM=a@b.example'],
])('a password that .env cuts at a # is refused, but not shown: %s', (...lines) => {
  const [mistake = '', ...more] = mistakesOf(lines.join('\n'))
  expect(mistake).toContain('.env cuts the value of SMTP_URL at its #.')
  expect(mistake).not.toContain('12')
  expect(more).toEqual([])
})

test('a comment after a value, and a # in quotation marks, are fine', () => {
  expect(mistakesOf('PORT=4000 # of the practice\nMAIL_FROM="Practice #1 <a@b.example>"\n# HOST=a#b\n')).toEqual([])
})
