// @vitest-environment node
import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { ErrorLog } from './error-log.ts'
import { attachRequestId } from './errors.ts'

test('the log keeps 1,000 errors and drops the oldest first [9.10]', () => {
  const log = new ErrorLog()
  for (let number = 1; number <= 1001; number++) log.add(new Error('x'), `call ${number}`)
  expect(log.latest()).toHaveLength(1000)
  expect(log.latest()[0]?.where).toBe('call 2')
  expect(log.latest(1)[0]?.where).toBe('call 1001')
})

test('an entry contains codes and ids, never entered text', () => {
  const log = new ErrorLog()
  const error = new ORPCError('CONFLICT', { status: 409, message: 'Ana Moreau', data: { notes: 'private' } })
  log.add(attachRequestId(error, 'r-7'), 'client/edit')
  expect(log.latest()).toEqual([
    { at: expect.any(String), where: 'client/edit', class: 'CLIENT_ERROR', code: 'CONFLICT', requestId: 'r-7' },
  ])
})
