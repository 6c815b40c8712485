import { homeSessionLimit } from '@attune/contract/features/home/client-home/client-home.rules'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { type api, orpc } from '../../../platform/api/api.ts'

export const homeSessionsInput = { which: 'upcoming', limit: homeSessionLimit } as const

export type ClientHomeData = Awaited<ReturnType<typeof api.clientHome.get>>

/**
 * Reads everything for the client's home page in one call, each time the page opens. Stores each part in the cache of the query that refreshes it,
 * so that a live change reads only one part.
 */
export function useClientHome() {
  const cache = useQueryClient()
  // Called as a query, so that it fails at once without a connection instead of waiting for one.
  const read = orpc.clientHome.get.queryOptions({ input: {} })
  return useQuery({
    ...read,
    queryFn: async (context) => {
      const home = await read.queryFn(context)
      storeParts(cache, home)
      return home
    },
    refetchOnMount: 'always',
  })
}

function storeParts(cache: QueryClient, { upcoming, waiting, tasks, forms, therapists }: ClientHomeData) {
  cache.setQueryData(orpc.session.list.queryKey({ input: homeSessionsInput }), upcoming)
  cache.setQueryData(orpc.session.waiting.queryKey({ input: {} }), { items: waiting })
  cache.setQueryData(orpc.task.mine.queryKey({ input: {} }), tasks)
  cache.setQueryData(orpc.form.mine.queryKey({ input: {} }), { items: forms })
  cache.setQueryData(orpc.connection.therapists.queryKey({ input: {} }), { items: therapists })
}
