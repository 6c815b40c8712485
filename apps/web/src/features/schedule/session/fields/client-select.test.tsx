import { waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { orpc } from '../../../../platform/api/api.ts'
import { clientFilterKey } from '../../../../platform/query/query-cache-limits.ts'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { ClientSelect } from './ClientSelect.tsx'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['a filter', true, 'filterPersons'],
  ['the schedule dialog', false, 'list'],
] as const)('the clients of %s have their own cache key [3.16]', async (_, optional, name) => {
  const { calls } = mockServer({ 'client/list': () => ({ items: [], next: null }) })
  const { client } = await renderPage(<ClientSelect value={null} onChange={() => {}} optional={optional} />)
  await waitFor(() => expect(calls.map(({ path }) => path)).toEqual(['client/list']))
  const keys = () =>
    client
      .getQueryCache()
      .findAll({ queryKey: orpc.client.key() })
      .map(({ queryKey }) => queryKey[0])
  expect(keys()).toEqual([['client', name]])
})

test('a change to a client reloads the clients of a filter', async () => {
  mockServer({ 'client/list': () => ({ items: [], next: null }) })
  const { client } = await renderPage(<ClientSelect value={null} onChange={() => {}} optional />)
  const found = () => client.getQueryCache().findAll({ queryKey: clientFilterKey() })
  await waitFor(() => expect(found().map(({ state }) => state.status)).toEqual(['success']))
  const before = found()[0]?.state.dataUpdateCount ?? 0
  await client.invalidateQueries({ queryKey: orpc.client.key() })
  expect(found()[0]?.state.dataUpdateCount).toBe(before + 1)
})
