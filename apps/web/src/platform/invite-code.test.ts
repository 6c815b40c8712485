// @vitest-environment node
import { afterEach, expect, test } from 'vitest'
import { dropInviteCode, keepInviteCode, keptInviteCode } from './invite-code.ts'

afterEach(dropInviteCode)

test('the code of an invite link is kept until it is used', () => {
  keepInviteCode('#code=k7rm-qx4d')
  expect(keptInviteCode()).toBe('K7RMQX4D')
  dropInviteCode()
  expect(keptInviteCode()).toBe('')
})

test('an invalid code is not kept', () => {
  for (const hash of ['', '#code=', '#code=<script>', '#other=K7RMQX4D']) keepInviteCode(hash)
  expect(keptInviteCode()).toBe('')
})
