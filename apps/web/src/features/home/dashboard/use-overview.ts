import { dayBounds } from '@attune/contract/common/time/time'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { orpc, type api } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { unreadPollSeconds, usePolling } from '../../../platform/realtime/use-polling.ts'

export type OverviewQuery = UseQueryResult<Awaited<ReturnType<typeof api.dashboard.get>>>

/**
 * Loads the content of the therapist's dashboard for a day (such as `2026-11-19`) in one call. Polls every 30 seconds while the socket is not
 * connected [7.11]. While another day loads, for example at midnight, keeps the data of the previous day, so that nothing on the page disappears and
 * reappears.
 */
export function useOverview(day: string): OverviewQuery {
  const { zone } = useLocale()
  return useQuery({
    ...orpc.dashboard.get.queryOptions({ input: dayBounds(day, zone) }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
    refetchInterval: usePolling(unreadPollSeconds),
  })
}
