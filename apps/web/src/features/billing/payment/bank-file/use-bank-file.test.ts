import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { bankFileProblem } from './use-bank-file.ts'

test('only a file with too many entries is called too large', () => {
  const refusal = (status: number) => new ORPCError('TOO_MANY', { status, defined: false })
  expect(bankFileProblem(refusal(429))).toBeNull()
  expect(bankFileProblem(refusal(422))).toBe('TOO_MANY')
})
