// @vitest-environment node
import { expect, test } from 'vitest'
import { isTemporary, stopReason } from './transfer.ts'

test('too many uploads, at once or in an hour, are named and not retried', () => {
  const atOnce = { status: 409, body: '{"code":"LIMIT_REACHED"}' }
  const inAnHour = { status: 429, body: '{"code":"TOO_MANY"}' }
  expect([atOnce, inAnHour].map(stopReason)).toEqual(['too-many-at-once', 'too-many-an-hour'])
  expect([atOnce, inAnHour].map(isTemporary)).toEqual([false, false])
})

test('an upload that another request has locked is retried', () => {
  expect(isTemporary({ status: 409, body: '' })).toBe(true)
  expect(isTemporary({ status: 423, body: '' })).toBe(true)
})
