import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hidePassword, readSettingSources } from './setting-sources.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'attune-sources-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

test('each setting has its source, and secrets are not shown', () => {
  writeFileSync(join(dir, '.env'), 'PORT=4000\nHOST=::1\nOIDC_CLIENT_SECRET=canary\n')
  const env = { PORT: '5000', HOST: '', SMTP_URL: 'smtps://nora:canary@mail.example:465' }
  const found = readSettingSources(env, dir).filter(({ name }) => /PORT|HOST$|SECRET$|SMTP/.test(name))
  expect(found).toEqual(
    expect.arrayContaining([
      { name: 'PORT', source: 'environment', shown: "'5000'" },
      { name: 'HOST', source: 'default', shown: null },
      { name: 'SMTP_URL', source: 'environment', shown: 'smtps://…@mail.example:465' },
      { name: 'OIDC_CLIENT_SECRET', source: '.env', shown: '(set, not shown)' },
    ]),
  )
  expect(JSON.stringify(found)).not.toContain('canary')
})

test.for([
  ['postgres://attune:canary@db.example:5432/attune', 'postgres://…@db.example:5432/attune'],
  ['smtp://127.0.0.1:25', 'smtp://127.0.0.1:25'],
  ['postgres://attune:can#ary@db/attune', 'postgres://…@db/attune'],
  ['postgres://attune:canary/1@db/attune', 'postgres://…@db/attune'],
  ['postgres://attune:canary@2@db/attune', '(set, not shown)'],
  ['smtps://mail.example?auth=canary', '(set, not shown)'],
  ['canary', '(set, not shown)'],
])('of the address %s only %s is shown', ([address, shown]) => {
  expect(hidePassword(address as string)).toBe(shown)
})
