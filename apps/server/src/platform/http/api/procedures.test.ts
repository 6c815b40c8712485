import { contract } from '@attune/contract'
import { type AnyRouter, implement, ORPCError } from '@orpc/server'
import { expect, test } from 'vitest'
import type { RequestContext } from '../../policy/context.ts'
import { proceduresOf } from './procedures.ts'

const hours = { days: [1], from: '09:00', to: '17:00', zone: 'Europe/Berlin' }
const valid = { text: '', email: null, hours, open: true }

/** Calls a procedure of the contract with a handler that returns `answer`. Resolves to the output or to the refusal. */
function ask(answer: unknown, input: unknown = {}): Promise<unknown> | undefined {
  const handler = implement(contract.product).support.handler(() => answer as typeof valid)
  const procedures = proceduresOf({ product: { support: handler } } as unknown as AnyRouter)
  const called = procedures.get('/api/product/support')?.call(input, { context: {} as RequestContext })
  return called?.catch((error: unknown) => error)
}

test('an output with fields beyond the contract, at any depth, is refused with 500', async () => {
  expect(await ask(valid)).toEqual(valid)
  const invalid = [
    { ...valid, secret: 'x' },
    { ...valid, hours: { ...hours, secret: 'x' } },
    { ...valid, open: 'yes' },
    { ...valid, hours: { ...hours, days: ['x'] } },
    { text: '', email: null, hours },
    null,
  ]
  for (const answer of invalid) {
    const refused = await ask(answer)
    expect(refused, JSON.stringify(answer)).toBeInstanceOf(ORPCError)
    expect(refused).toMatchObject({ status: 500, code: 'INTERNAL_SERVER_ERROR' })
  }
})

test('an input with unknown fields is refused with 400 and the issue', async () => {
  expect(await ask(valid, { more: 1 })).toMatchObject({
    status: 400,
    data: { issues: [{ code: 'unrecognized_keys' }] },
  })
})
