import { homeSessionLimit } from '@attune/contract/features/home/client-home/client-home.rules'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type api, orpc } from '../../../platform/api/api.ts'
import { useState } from 'react'
import { isDocumentFrameShown, settleNextSession } from '../../../platform/document-frame.ts'
import { queryClient } from '../../../platform/query/query-client.ts'

export const homeSessionsInput = { which: 'upcoming', limit: homeSessionLimit } as const

export type ClientHomeData = Awaited<ReturnType<typeof api.clientHome.get>>

/**
 * Reads everything for the client's home page in one call, each time the page opens. Stores each part in the cache of the query that refreshes it,
 * so that a live change reads only one part.
 */
export function useClientHome() {
  const [isFirstPage] = useState(isDocumentFrameShown)
  return useQuery({ ...homeOptions(useQueryClient()), refetchOnMount: isFirstPage ? false : 'always' })
}

/**
 * The times in milliseconds for which the first rendering of the page waits for its content: up to `unknown`, and then up to `received` if the
 * document has already received the content.
 */
const preloadMilliseconds = { unknown: 150, received: 2000 }

/**
 * Reads the home page if it is the first page, so that the first rendering shows the next session. Resolves when the page has been read, but at the
 * latest after `preloadMilliseconds`. The document's script has usually received the response by then.
 */
export async function preloadClientHome(): Promise<void> {
  if (!isDocumentFrameShown()) return
  const read = queryClient.prefetchQuery(homeOptions(queryClient))
  const wait = (milliseconds: number) =>
    Promise.race([read, new Promise((resolve) => setTimeout(resolve, milliseconds))])
  await wait(preloadMilliseconds.unknown)
  if (settleNextSession()) await wait(preloadMilliseconds.received)
}

function homeOptions(cache: QueryClient) {
  // Called as a query, so that it fails at once without a connection instead of waiting for one.
  const read = orpc.clientHome.get.queryOptions({ input: {} })
  return queryOptions({
    ...read,
    queryFn: async (context) => {
      const home = await read.queryFn(context)
      storeParts(cache, home)
      return home
    },
  })
}

function storeParts(cache: QueryClient, { upcoming, waiting, tasks, forms, therapists }: ClientHomeData) {
  cache.setQueryData(orpc.session.list.queryKey({ input: homeSessionsInput }), upcoming)
  cache.setQueryData(orpc.session.waiting.queryKey({ input: {} }), { items: waiting })
  cache.setQueryData(orpc.task.mine.queryKey({ input: {} }), tasks)
  cache.setQueryData(orpc.form.mine.queryKey({ input: {} }), { items: forms })
  cache.setQueryData(orpc.connection.therapists.queryKey({ input: {} }), { items: therapists })
}
