import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { orpc } from '../../../platform/api/api.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { useSubscribeToSessions } from '../session/session.ts'
import type { CalendarView } from './calendar-search.ts'
import { daysOfView } from './calendar-views.ts'
import { instantsOfDays } from './wall-clock.ts'

/** Loads the data of a view. For the day view, loads the whole week, because the day strip shows its items. */
export function useCalendarData(viewer: ViewerRole, view: CalendarView, day: string, zone: string) {
  const loaded = view === 'day' ? 'week' : view
  const days = useMemo(() => daysOfView(loaded, day), [loaded, day])
  const { from, to } = useMemo(() => instantsOfDays(days[0] ?? day, days.at(-1) ?? day, zone), [days, day, zone])
  const sessions = useQuery({
    ...orpc.session.between.queryOptions({ input: { from, to } }),
    placeholderData: keepPreviousData,
  })
  const own = useQuery({
    ...orpc.calendar.between.queryOptions({ input: { startsAt: from, endsAt: to } }),
    enabled: viewer === 'therapist',
    placeholderData: keepPreviousData,
  })
  const wanted = viewer === 'therapist' ? [sessions, own] : [sessions]
  return {
    days,
    sessions: sessions.data?.items,
    own: own.data,
    waits: wanted.some((one) => one.isPending),
    /** Whether the shown data still belong to the previous page, because the new data are loading. */
    turning: wanted.some((one) => one.isPlaceholderData),
    failed: wanted.some((one) => one.isError && one.data === undefined),
    again: () => wanted.filter((one) => one.isError).forEach((one) => void one.refetch()),
  }
}

/** Refetches the calendar when its data change in this or another window. */
export function useSubscribeToCalendar() {
  const client = useQueryClient()
  const refresh = () => void client.invalidateQueries({ queryKey: orpc.calendar.between.key() })
  useSubscribeToSessions()
  // The number of free times of a day depends on the sessions.
  useSubscription('sessions', refresh)
  useSubscription('series', refresh)
  useSubscription('events', refresh)
  useSubscription('absences', refresh)
  useSubscription('availability', refresh)
  useSubscription('day_overrides', refresh)
  useSubscription('imported_calendars', refresh)
}
