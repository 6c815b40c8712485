import { expect, test } from 'vitest'
import { namesIn, platformNames } from './platform.mjs'

const names = {
  table: new Set(['session', 'client']),
  notification: new Set(['session-planned']),
  page: new Set(['/join', '/dashboard/therapist/clients']),
}
const findings = (text: string): string[] => namesIn('platform/file.ts', text, names)

test('tables, notification types and pages of features are found with their lines', () => {
  const text = [
    "tx.kysely.selectFrom('session').innerJoin('client as c', 'c.id', 'x')",
    "tx.run('select id from app.client')",
    "notify('session-planned')",
    '`${origin()}/join#code=${code}`',
    "navigate('/dashboard/therapist/clients?tab=1')",
    'navigate(`/dashboard/${login.role}/clients`)',
    "tx.kysely.selectFrom(['session as s', 'client'])",
    "sql.table('session')",
  ]
  expect(findings(text.join('\n'))).toEqual([
    "platform/file.ts:1 names the table 'session'",
    "platform/file.ts:1 names the table 'client'",
    "platform/file.ts:2 names the table 'client'",
    "platform/file.ts:3 names the notification 'session-planned'",
    "platform/file.ts:4 names the page '/join'",
    "platform/file.ts:5 names the page '/dashboard/*/clients'",
    "platform/file.ts:6 names the page '/dashboard/*/clients'",
    "platform/file.ts:7 names the table 'session'",
    "platform/file.ts:7 names the table 'client'",
    "platform/file.ts:8 names the table 'session'",
  ])
})

test('comments and words that only resemble a name are no findings', () => {
  const text = [
    '// from app.session',
    '/** `session-planned` */',
    "const session = 'session'",
    'app.sessions',
    "'/joined'",
  ]
  expect(findings(text.join('\n'))).toEqual([])
})

test('the platform of the repository names no feature @slow', () => {
  expect(platformNames().findings).toEqual([])
})
