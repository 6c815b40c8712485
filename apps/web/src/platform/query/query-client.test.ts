// @vitest-environment node
import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { newQueryClient } from './query-client.ts'

test('queries are not retried, stale after 10 minutes, kept for 30, and not read again on focus or mount [9.09]', async () => {
  const client = newQueryClient()
  const { queries } = client.getDefaultOptions()
  expect(queries).toMatchObject({ retry: false, staleTime: 600_000, gcTime: 1_800_000, refetchOnWindowFocus: false })
  let reads = 0
  const options = { queryKey: ['x'], queryFn: () => Promise.resolve(++reads) }
  await client.fetchQuery(options)
  const observe = () => new QueryObserver(client, { ...options, staleTime: 0 }).subscribe(() => {})
  observe()()
  expect(reads).toBe(1)
})

test('a query that was invalidated while unused is read again when it is shown', async () => {
  const client = newQueryClient()
  let reads = 0
  const options = { queryKey: ['x'], queryFn: () => Promise.resolve(++reads) }
  await client.fetchQuery(options)
  await client.invalidateQueries({ queryKey: ['x'] })
  expect(reads).toBe(1)
  const stop = new QueryObserver(client, options).subscribe(() => {})
  await expect.poll(() => reads).toBe(2)
  stop()
})
