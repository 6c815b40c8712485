import { ClientFrame } from '@attune/contract/common/realtime.schemas'
import { expect, test } from 'vitest'
import type { FeedChange } from './change-feed.ts'
import { matchesSubscription, parseSubscription } from './subscription.ts'

const change = (status: string, op: FeedChange['op'] = 'UPDATE', table_name = 'session'): FeedChange => ({
  table_name,
  row_id: 'a',
  op,
  audience: [],
  keys: { status },
})
const subscriptionOf = (request: object) => {
  const frame = ClientFrame.parse({ type: 'subscribe', ref: 'r1', table: 'sessions', ...request })
  const subscription = frame.type === 'subscribe' ? parseSubscription(frame) : null
  if (!subscription) throw new Error('refused')
  return subscription
}

test('a subscription can follow all changes of the schema public but of no other schema [7.10]', () => {
  expect(ClientFrame.parse({ type: 'subscribe', ref: 'r1', table: 'sessions' })).toMatchObject({
    schema: 'public',
    event: '*',
  })
  expect(ClientFrame.safeParse({ type: 'subscribe', ref: 'r1', table: 'sessions', schema: 'auth' }).success).toBe(false)
  for (const op of ['INSERT', 'UPDATE', 'DELETE'] as const)
    expect(matchesSubscription(subscriptionOf({}), change('pending', op))).toBe(true)
  expect(matchesSubscription(subscriptionOf({ event: 'INSERT' }), change('pending'))).toBe(false)
  expect(matchesSubscription(subscriptionOf({}), change('pending', 'INSERT', 'client'))).toBe(false)
})

test.each([
  ['eq', 'pending', [true, false, false]],
  ['neq', 'pending', [false, true, true]],
  ['in', ['pending', 'confirmed'], [true, true, false]],
] as const)('the filter %s with %o passes only the changes that match it [7.10]', (op, value, passed) => {
  const subscription = subscriptionOf({ filter: { column: 'status', op, value } })
  const statuses = ['pending', 'confirmed', 'cancelled']
  expect(statuses.map((status) => matchesSubscription(subscription, change(status)))).toEqual(passed)
})
