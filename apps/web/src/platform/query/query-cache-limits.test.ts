// @vitest-environment node
import { expect, test } from 'vitest'
import { orpc } from '../api/api.ts'
import { queryCacheLimits, limitQueryCache } from './query-cache-limits.ts'
import { newQueryClient } from './query-client.ts'

const profile = (id: string) => orpc.client.get.queryKey({ input: { id } })

test('unused answers of a type are kept for a few minutes and up to a limit [3.16, 9.08]', () => {
  const client = newQueryClient()
  limitQueryCache(client)
  const limits = Object.entries(queryCacheLimits).map(([name, { key, entries }]) => [
    name,
    Number(client.getQueryDefaults(key).gcTime) / 60_000,
    entries,
  ])
  expect(limits).toEqual([
    ['connectedTherapists', 10, 50],
    ['therapistClients', 5, 200],
    ['clientProfile', 10, 100],
    ['sessions', 3, 100],
    ['filterPersons', 5, 100],
    ['journalEntries', 5, 100],
    ['sharedJournalEntries', 5, 100],
    ['connectedTherapistsJournal', 10, 50],
    ['journalAttachments', 3, 100],
    ['tasks', 3, 100],
    ['messages', 5, 50],
    ['senders', 60, 1000],
    ['sessionStats', 2, 50],
  ])
  expect(client.getQueryDefaults(profile('a')).gcTime).toBe(600_000)
})

test('profile, unread count and tasks of the sidebar are stale after 5, 1 and 2 minutes [9.09]', () => {
  const client = newQueryClient()
  limitQueryCache(client)
  expect(client.getQueryDefaults(orpc.account.me.queryKey({ input: {} })).staleTime).toBe(300_000)
  expect(client.getQueryDefaults(orpc.notification.list.queryKey({ input: {} })).staleTime).toBe(60_000)
  expect(client.getQueryDefaults(orpc.task.counts.queryKey({ input: {} })).staleTime).toBe(120_000)
  expect(client.getQueryDefaults(orpc.task.list.queryKey({ input: {} }))).toMatchObject({
    staleTime: 120_000,
    gcTime: 180_000,
  })
})

test('above the limit of a type its oldest unused entry is removed [9.08]', () => {
  const client = newQueryClient()
  limitQueryCache(client)
  client.setQueryData(orpc.client.list.queryKey({ input: {} }), { items: [], next: null, counts: null })
  const ids = Array.from({ length: queryCacheLimits.clientProfile.entries + 2 }, (_, number) => `client-${number}`)
  for (const [number, id] of ids.entries()) client.setQueryData(profile(id), {} as never, { updatedAt: number + 1 })
  expect(client.getQueryCache().findAll({ queryKey: queryCacheLimits.clientProfile.key })).toHaveLength(
    queryCacheLimits.clientProfile.entries,
  )
  expect(client.getQueryData(profile('client-0'))).toBeUndefined()
  expect(client.getQueryData(profile(ids.at(-1) ?? ''))).toBeDefined()
  expect(client.getQueryData(orpc.client.list.queryKey({ input: {} }))).toBeDefined()
})

test('of the answers without a limit of their own, the newest 1000 are kept [9.08]', () => {
  const client = newQueryClient()
  limitQueryCache(client)
  client.setQueryData(profile('old'), {} as never, { updatedAt: 1 })
  const other = (number: number) => orpc.access.mine.queryKey({ input: { after: `${number}` } })
  for (let number = 0; number < 1002; number++)
    client.setQueryData(other(number), {} as never, { updatedAt: number + 1 })
  expect(client.getQueryCache().getAll()).toHaveLength(1001)
  expect([0, 1, 2, 1001].map((number) => client.getQueryData(other(number)) !== undefined)).toEqual([
    false,
    false,
    true,
    true,
  ])
  expect(client.getQueryData(profile('old'))).toBeDefined()
})
