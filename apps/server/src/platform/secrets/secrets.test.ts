import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadSecrets, markPractice } from './secrets.ts'
import { StartError } from '../process/start-error.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'attune-secrets-'))
})
afterEach(() => rmSync(home, { recursive: true }))

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

test('secrets are created once, readable by their owner only', () => {
  const dir = join(home, 'data', 'secrets')
  const first = loadSecrets(dir)
  const second = loadSecrets(dir)
  expect([first.isNew, second.isNew]).toEqual([true, false])
  expect(second.secrets).toEqual(first.secrets)
  expect(modeOf(dir)).toBe('700')
  expect(readdirSync(dir)).toEqual(['secrets.json'])
  expect(modeOf(join(dir, 'secrets.json'))).toBe('600')
  const { dbPasswords, ...keys } = first.secrets
  const all = [...Object.values(keys), ...Object.values(dbPasswords)]
  expect(new Set(all).size).toBe(all.length)
  for (const secret of all) expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
})

test('widened file permissions are restricted again', () => {
  loadSecrets(home)
  chmodSync(join(home, 'secrets.json'), 0o644)
  chmodSync(home, 0o755)
  loadSecrets(home)
  expect([modeOf(home), modeOf(join(home, 'secrets.json'))]).toEqual(['700', '600'])
})

test('a missing key is added, the others are kept', () => {
  const { cookieKey, ...older } = loadSecrets(home).secrets
  writeFileSync(join(home, 'secrets.json'), JSON.stringify(older))
  const { secrets, isNew } = loadSecrets(home)
  expect(isNew).toBe(false)
  expect(secrets).toMatchObject(older)
  expect(secrets.cookieKey).not.toBe(cookieKey)
  expect(loadSecrets(home).secrets).toEqual(secrets)
})

test('a practice is recorded once, and the secrets stay', () => {
  const first = loadSecrets(home)
  expect(first.hasPractice).toBe(false)
  markPractice(home)
  const file = readFileSync(join(home, 'secrets.json'), 'utf8')
  markPractice(home)
  expect(readFileSync(join(home, 'secrets.json'), 'utf8')).toBe(file)
  expect(loadSecrets(home)).toEqual({ secrets: first.secrets, isNew: false, hasPractice: true })
  expect(modeOf(join(home, 'secrets.json'))).toBe('600')
})

test('the record of a practice stays when a missing key is added', () => {
  const { cookieKey: _, ...older } = loadSecrets(home).secrets
  writeFileSync(join(home, 'secrets.json'), JSON.stringify({ ...older, practice: true }))
  loadSecrets(home)
  expect(loadSecrets(home).hasPractice).toBe(true)
})

test('a damaged file is not replaced', () => {
  writeFileSync(join(home, 'secrets.json'), '{"authSecret": "cut')
  expect(() => loadSecrets(home)).toThrow(StartError)
  expect(readFileSync(join(home, 'secrets.json'), 'utf8')).toBe('{"authSecret": "cut')
})
