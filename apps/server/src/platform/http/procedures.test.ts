import { contract } from '@attune/contract'
import { implement, ORPCError } from '@orpc/server'
import { expect, test } from 'vitest'
import type { AppRouter } from '../../router.ts'
import type { RequestContext } from '../policy/context.ts'
import { proceduresOf } from './procedures.ts'

const hours = { days: [1], from: '09:00', to: '17:00', zone: 'Europe/Berlin' }
const right = { text: '', email: null, hours, open: true }

/** Asks a procedure of the contract that gives this answer; what it gives, or the refusal. */
function ask(answer: unknown, input: unknown = {}): Promise<unknown> | undefined {
  const handler = implement(contract.product).support.handler(() => answer as typeof right)
  const procedures = proceduresOf({ product: { support: handler } } as unknown as AppRouter)
  const called = procedures.get('/api/product/support')?.call(input, { context: {} as RequestContext })
  return called?.catch((error: unknown) => error)
}

test('what an answer has beyond the contract never leaves, however deep it lies [6.10]', async () => {
  expect(await ask(right)).toEqual(right)
  const wrong = [
    { ...right, secret: 'x' },
    { ...right, hours: { ...hours, secret: 'x' } },
    { ...right, open: 'yes' },
    { ...right, hours: { ...hours, days: ['x'] } },
    { text: '', email: null, hours },
    null,
  ]
  for (const answer of wrong) {
    const refused = await ask(answer)
    expect(refused, JSON.stringify(answer)).toBeInstanceOf(ORPCError)
    expect(refused).toMatchObject({ status: 500, code: 'INTERNAL_SERVER_ERROR' })
  }
})

test('an input beyond the contract is refused with what is wrong in it', async () => {
  expect(await ask(right, { more: 1 })).toMatchObject({
    status: 400,
    data: { issues: [{ code: 'unrecognized_keys' }] },
  })
})
