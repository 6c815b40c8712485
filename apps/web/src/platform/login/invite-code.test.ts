// @vitest-environment node
import { afterEach, expect, test } from 'vitest'
import { deleteInviteCode, saveInviteCode, savedInviteCode } from './invite-code.ts'

afterEach(deleteInviteCode)

test('the code of an invite link is kept until it is used', () => {
  saveInviteCode('#code=k7rm-qx4d')
  expect(savedInviteCode()).toBe('K7RMQX4D')
  deleteInviteCode()
  expect(savedInviteCode()).toBe('')
})

test('an invalid code is not kept', () => {
  for (const hash of ['', '#code=', '#code=<script>', '#other=K7RMQX4D']) saveInviteCode(hash)
  expect(savedInviteCode()).toBe('')
})
