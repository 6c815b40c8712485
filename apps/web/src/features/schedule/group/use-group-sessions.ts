import type { GroupId, GroupMemberId, SessionId } from '@attune/contract/common/ids'
import type { SessionNoteState } from '@attune/contract/features/people/client/client.overview'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { slotHoldingStatuses } from '@attune/contract/features/schedule/session/session.states'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { localDay } from '../../../ui/page/date-text.ts'
import { api, orpc } from '../../../platform/api/api.ts'
import { allPages } from '../../../platform/query/all-pages.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'

function useSubscribeToGroupSessions() {
  const cache = useQueryClient()
  const changed = () => void cache.invalidateQueries({ queryKey: orpc.session.list.key() })
  useSubscription('sessions', changed)
  useSubscription('session_clients', changed)
}

/** Loads the next sessions of a group, and refetches them on changes. */
export function useNextGroupSessions(groupId: GroupId) {
  useSubscribeToGroupSessions()
  return useQuery(orpc.session.list.queryOptions({ input: { which: 'upcoming', groupId, limit: 5 } }))
}

/**
 * Loads all planned sessions of a group that start on or after a day in the reader's zone and can be cancelled. Returns none until all are loaded.
 */
export function usePlannedGroupSessions(groupId: GroupId, day: string): Session[] {
  const { zone, language } = useLocale()
  const input = { which: 'upcoming' as const, groupId, status: [...slotHoldingStatuses], limit: 100 }
  const read = useQuery({
    queryKey: [...orpc.session.list.key(), 'all', input],
    queryFn: ({ signal }) => allPages((after) => api.session.list({ ...input, ...after }, { signal })),
  })
  if (!read.data || !day) return []
  return read.data.filter(({ startsAt, may }) => may.cancel && localDay(startsAt, { zone, language }) >= day)
}

/** Loads the past sessions of a group in pages, latest first. */
export function usePastGroupSessions(groupId: GroupId) {
  return useInfiniteQuery(
    orpc.session.list.infiniteOptions({
      input: (after: string | undefined) => ({
        which: 'history',
        groupId,
        status: ['scheduled', 'confirmed', 'rescheduled', 'completed', 'no-show', 'change-requested', 'time-proposed'],
        after,
        limit: 12,
      }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
  )
}

/** Loads the states of the notes on these sessions. */
export function useNoteStates(sessionIds: readonly SessionId[]): Map<SessionId, SessionNoteState> {
  const read = useQuery({
    ...orpc.note.states.queryOptions({ input: { sessionIds: [...sessionIds] } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  return new Map(read.data?.items.map(({ sessionId, state }) => [sessionId, state]))
}

/** Loads the sessions of the group whose note has text about a member. */
export function useMemberNotes(id: GroupMemberId) {
  const input = { id }
  return useQuery({ ...orpc.group.memberNotes.queryOptions({ input }), retry: false, refetchOnMount: 'always' })
}
