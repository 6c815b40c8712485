import { expect, test } from 'vitest'
import { createRecentChanges } from './recent-changes.ts'

const change = (row_id: string, account: string, op: 'INSERT' | 'UPDATE' = 'INSERT') => ({
  table_name: 'session',
  row_id,
  op,
  audience: [account],
  keys: {},
})

test('recent changes are returned to their audience, each row once, for 30 s', () => {
  let at = 0
  const recent = createRecentChanges(() => at)
  recent.add([change('a', 'nora'), change('b', 'leo')])
  at = 20_000
  recent.add([change('a', 'nora', 'UPDATE'), change('c', 'nora')])
  expect(recent.within({ seconds: 30 }, 'nora')).toEqual([change('a', 'nora', 'UPDATE'), change('c', 'nora')])
  expect(recent.within({ seconds: 30 }, 'leo')).toEqual([change('b', 'leo')])
  at = 31_000
  expect(recent.within({ seconds: 30 }, 'leo')).toEqual([])
  expect(recent.within({ seconds: 5 }, 'nora')).toEqual([])
  expect(recent.within({ seconds: 30 }, 'nora')).toHaveLength(2)
})

test('changes before the moment at which a page was opened are not replayed', () => {
  let at = 0
  const recent = createRecentChanges(() => at)
  recent.add([change('before', 'nora')])
  at = 1_000
  recent.add([change('after', 'nora')])
  expect(recent.within({ seconds: 30, since: 1_000 }, 'nora')).toEqual([change('after', 'nora')])
  at = 31_500
  expect(recent.within({ seconds: 30, since: -5 }, 'nora')).toEqual([])
})

test('changes of one row with different keys are kept apart', () => {
  const recent = createRecentChanges(() => 0)
  const answer = (client: string) => ({ ...change('session', 'nora', 'UPDATE'), keys: { client_id: client } })
  recent.add([answer('leo'), answer('ana')])
  expect(recent.within({ seconds: 30 }, 'nora', ({ keys }) => keys['client_id'] === 'leo')).toEqual([answer('leo')])
  expect(recent.within({ seconds: 30 }, 'nora')).toHaveLength(2)
})

test('beyond the maximum, the oldest changes are dropped', () => {
  const recent = createRecentChanges(() => 0)
  recent.add([change('first', 'nora')])
  for (let n = 0; n < 2_000; n++) recent.add([change(`${n}`, 'leo')])
  expect(recent.within({ seconds: 30 }, 'nora')).toEqual([])
  expect(recent.within({ seconds: 30 }, 'leo')).toHaveLength(2_000)
})
