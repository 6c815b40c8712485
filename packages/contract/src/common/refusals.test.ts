import { expect, test } from 'vitest'
import { contract } from '../contract.ts'
import { limitRefusal, refusals } from './refusals.ts'

test('in every procedure TOO_MANY is a rate limit with the seconds to wait, and LIMIT_REACHED contains the limit', () => {
  const declared = Object.values(contract).flatMap((feature) =>
    Object.values(feature).map((one) => (one as { '~orpc': { errorMap: Record<string, unknown> } })['~orpc'].errorMap),
  )
  expect(declared.length).toBeGreaterThan(150)
  for (const errors of declared) {
    expect(errors.TOO_MANY).toBe(refusals.TOO_MANY)
    expect([undefined, limitRefusal.LIMIT_REACHED]).toContain(errors.LIMIT_REACHED)
  }
})
