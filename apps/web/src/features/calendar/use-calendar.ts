import type { Viewer } from '@attune/contract/features/session.states'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { query } from '../../platform/api.ts'
import { useLive } from '../../platform/use-live.ts'
import { useLiveSessions } from '../session/session.ts'
import { daysOf, type View } from './views.ts'
import { spanOf } from './wall.ts'

/** What the calendar of a view is made of: of a day the whole week is read, for the strip above it and the next day. */
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
    /** What is shown is of another page. */
    turning: wanted.some((one) => one.isPlaceholderData),
    failed: wanted.some((one) => one.isError && one.data === undefined),
    again: () => wanted.filter((one) => one.isError).forEach((one) => void one.refetch()),
  }
}

/** Reads the calendar anew wherever something of it has changed, here or elsewhere. */
export function useLiveCalendar() {
  const client = useQueryClient()
  const anew = () => void client.invalidateQueries({ queryKey: query.calendar.between.key() })
  useLiveSessions()
  // How many free times a day has depends on the sessions.
  useLive('sessions', anew)
  useLive('series', anew)
  useLive('events', anew)
  useLive('absences', anew)
  useLive('availability', anew)
  useLive('day_overrides', anew)
  useLive('imported_calendars', anew)
}
