import type { Viewer } from '@attune/contract/features/session.states'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { query } from '../../platform/api.ts'
import { useLive } from '../../platform/use-live.ts'
import { useLiveSessions } from '../session/session.ts'
import { daysOf, type View } from './views.ts'
import { spanOf } from './wall.ts'

/** Loads the data of a view. For a single day it loads the whole week, for the day strip and for paging. */
export function useCalendar(viewer: Viewer, view: View, day: string, zone: string) {
  const days = daysOf(view === 'day' ? 'week' : view, day)
  const { from, to } = spanOf(days[0] ?? day, days.at(-1) ?? day, zone)
  const sessions = useQuery({
    ...query.session.between.queryOptions({ input: { from, to } }),
    placeholderData: keepPreviousData,
  })
  const own = useQuery({
    ...query.calendar.between.queryOptions({ input: { startsAt: from, endsAt: to } }),
    enabled: viewer === 'therapist',
    placeholderData: keepPreviousData,
  })
  const wanted = viewer === 'therapist' ? [sessions, own] : [sessions]
  return {
    days,
    sessions: sessions.data?.items,
    own: own.data,
    waits: wanted.some((one) => one.isPending),
    /** The data still belong to the previous page. */
    turning: wanted.some((one) => one.isPlaceholderData),
    failed: wanted.some((one) => one.isError && one.data === undefined),
    again: () => wanted.filter((one) => one.isError).forEach((one) => void one.refetch()),
  }
}

/** Refetches the calendar when any of its data change, here or in another window. */
export function useLiveCalendar() {
  const client = useQueryClient()
  const refresh = () => void client.invalidateQueries({ queryKey: query.calendar.between.key() })
  useLiveSessions()
  // The number of free times of a day depends on the sessions.
  useLive('sessions', refresh)
  useLive('series', refresh)
  useLive('events', refresh)
  useLive('absences', refresh)
  useLive('availability', refresh)
  useLive('day_overrides', refresh)
  useLive('imported_calendars', refresh)
}
