import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadSecrets } from './secrets.ts'
import { StartError } from './start-error.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'attune-secrets-'))
})
afterEach(() => rmSync(home, { recursive: true }))

const rights = (path: string) => (statSync(path).mode & 0o777).toString(8)

test('secrets are made once, for their owner alone', () => {
  const dir = join(home, 'data', 'secrets')
  const first = loadSecrets(dir)
  const second = loadSecrets(dir)
  expect([first.isNew, second.isNew]).toEqual([true, false])
  expect(second.secrets).toEqual(first.secrets)
  expect(rights(dir)).toBe('700')
  expect(readdirSync(dir)).toEqual(['secrets.json'])
  expect(rights(join(dir, 'secrets.json'))).toBe('600')
  const { dbPasswords, ...keys } = first.secrets
  const all = [...Object.values(keys), ...Object.values(dbPasswords)]
  expect(new Set(all).size).toBe(all.length)
  for (const secret of all) expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
})

test('rights that were widened are narrowed again', () => {
  loadSecrets(home)
  chmodSync(join(home, 'secrets.json'), 0o644)
  chmodSync(home, 0o755)
  loadSecrets(home)
  expect([rights(home), rights(join(home, 'secrets.json'))]).toEqual(['700', '600'])
})

test('a key that a newer version needs is added, the others stay', () => {
  const { cookieKey, ...older } = loadSecrets(home).secrets
  writeFileSync(join(home, 'secrets.json'), JSON.stringify(older))
  const { secrets, isNew } = loadSecrets(home)
  expect(isNew).toBe(false)
  expect(secrets).toMatchObject(older)
  expect(secrets.cookieKey).not.toBe(cookieKey)
  expect(loadSecrets(home).secrets).toEqual(secrets)
})

test('a damaged file is never replaced', () => {
  writeFileSync(join(home, 'secrets.json'), '{"authSecret": "cut')
  expect(() => loadSecrets(home)).toThrow(StartError)
  expect(readFileSync(join(home, 'secrets.json'), 'utf8')).toBe('{"authSecret": "cut')
})
