import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { bankFileProblem } from './use-bank-file.ts'

test('a file that is uploaded too soon is not called too large; one of too many entries is', () => {
  const refusal = (status: number) => new ORPCError('TOO_MANY', { status, defined: false })
  expect(bankFileProblem(refusal(429))).toBeNull()
  expect(bankFileProblem(refusal(422))).toBe('TOO_MANY')
})
