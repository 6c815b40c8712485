import { homeSessionLimit } from '@attune/contract/features/client-home.rules'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { api, orpc } from '../../platform/api.ts'

export const homeSessionsInput = { which: 'upcoming', limit: homeSessionLimit } as const

export type ClientHomeData = Awaited<ReturnType<typeof api.clientHome.get>>

/**
 * Reads everything that the client's home shows in one call, each time the home opens. Stores each part where the query
 * that refreshes it keeps its answer, so that a live change reads one part only.
 */
export function useClientHome() {
  const cache = useQueryClient()
  return useQuery({
    queryKey: orpc.clientHome.get.queryKey({ input: {} }),
    queryFn: async ({ signal }) => {
      const home = await api.clientHome.get({}, { signal })
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
