// @vitest-environment node
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { newQueryClient } from './query-client.ts'

const queryKey = ['x']

/** A server that answers a read with the state at the time of its arrival, when the test releases it. */
function slowServer() {
  const waiting: (() => void)[] = []
  const server = {
    state: 'old',
    reads: 0,
    read: () => {
      const { state } = server
      server.reads += 1
      return new Promise<string>((resolve) => waiting.push(() => resolve(state)))
    },
    /** Answers all reads that have arrived. */
    answer: () => waiting.splice(0).forEach((send) => send()),
  }
  return server
}

/** Opens a page that shows a query, and delays its first read at the server. */
function openPage() {
  const [client, server] = [newQueryClient(), slowServer()]
  const shown = new QueryObserver(client, { queryKey, queryFn: server.read })
  const close = shown.subscribe(() => {})
  expect(server.reads).toBe(1)
  return { client, server, shown, close }
}

/** Answers the reads at the server until the page sends no more. */
async function answerAll({ client, server }: Pick<ReturnType<typeof openPage>, 'client' | 'server'>) {
  await expect
    .poll(() => {
      server.answer()
      return client.isFetching()
    })
    .toBe(0)
}

test('a query that is invalidated during its first read is read once more, and then shows the change', async () => {
  const { client, server, shown, close } = openPage()
  server.state = 'new'
  void client.invalidateQueries({ queryKey })
  void client.invalidateQueries({ queryKey })
  await answerAll({ client, server })
  await expect.poll(() => shown.getCurrentResult().data).toBe('new')
  expect([server.reads, client.getQueryState(queryKey)?.isInvalidated]).toEqual([2, false])
  close()
})

test('a query that is refetched during its first read is read once more, and then shows the change', async () => {
  const { client, server, shown, close } = openPage()
  server.state = 'new'
  void shown.refetch()
  await answerAll({ client, server })
  await expect.poll(() => shown.getCurrentResult().data).toBe('new')
  expect(server.reads).toBe(2)
  close()
})

test('a second page that shows the query during its first read causes no further read', async () => {
  const { client, server, shown, close } = openPage()
  const closeSecond = new QueryObserver(client, { queryKey, queryFn: server.read }).subscribe(() => {})
  await answerAll({ client, server })
  expect([server.reads, shown.getCurrentResult().data]).toEqual([1, 'old'])
  closeSecond()
  close()
})

test('a query that is invalidated while it is read again starts that read again, and then is read no more', async () => {
  const { client, server, shown, close } = openPage()
  await answerAll({ client, server })
  void client.invalidateQueries({ queryKey })
  server.state = 'new'
  void client.invalidateQueries({ queryKey })
  await answerAll({ client, server })
  expect([server.reads, shown.getCurrentResult().data]).toEqual([3, 'new'])
  close()
})

test('a query that nothing shows and that is invalidated during a read is read again when it is shown', async () => {
  const [client, server] = [newQueryClient(), slowServer()]
  const options = { queryKey, queryFn: server.read }
  const loaded = client.fetchQuery(options)
  server.state = 'new'
  void client.invalidateQueries({ queryKey })
  server.answer()
  expect([await loaded, server.reads]).toEqual(['old', 1])
  const shown = new QueryObserver(client, options)
  const close = shown.subscribe(() => {})
  await answerAll({ client, server })
  expect([server.reads, shown.getCurrentResult().data]).toEqual([2, 'new'])
  close()
})

test('a list that is invalidated just before its next page is read shows the change in its first page too', async () => {
  const [client, server] = [newQueryClient(), slowServer()]
  const shown = new InfiniteQueryObserver(client, {
    queryKey,
    queryFn: server.read,
    initialPageParam: 0,
    getNextPageParam: (_, pages) => pages.length,
  })
  const close = shown.subscribe(() => {})
  await answerAll({ client, server })
  server.state = 'new'
  void client.invalidateQueries({ queryKey })
  void shown.fetchNextPage()
  await answerAll({ client, server })
  await expect.poll(() => shown.getCurrentResult().data?.pages).toEqual(['new', 'new'])
  close()
})
