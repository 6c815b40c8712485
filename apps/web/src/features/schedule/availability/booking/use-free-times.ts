import type { Slot, SlotSearchResult } from '@attune/contract/features/schedule/availability/availability'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { keepPreviousData, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../../../platform/api/api.ts'
import { usePolling } from '../../../../platform/realtime/use-polling.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { localDay } from '../../../../ui/page/date-text.ts'
import { useNow } from '../../../../ui/page/use-now.ts'
import { monthQueryRange, monthOf, slotsByDay } from './month-days.ts'

type Format = Session['format']
export type SlotSearch = { from: string; to: string; format: Format }
/**
 * Returns the query options for free times: of a saved timetable for clients, or of an edited timetable for a preview.
 */
export type SlotQueryOptions = (wanted: SlotSearch) => {
  queryKey: QueryKey
  queryFn: (by: { signal: AbortSignal }) => Promise<SlotSearchResult>
}

/**
 * Polling intervals in seconds, without and with a realtime connection. Polling is always necessary, because free times
 * also expire as time passes, and no realtime message reports that.
 */
const [againSeconds, againWhileLiveSeconds] = [15, 60]

const noSlots: readonly Slot[] = []

/**
 * Loads the free times of one month, and stores the selected format, month and day. By default it selects an offered
 * format, the month of the first free time, and the first free day.
 * @param ask returns the query options for a range of days and a format
 * @param of the id of the therapist, needed to refetch the free times; without the id the hook does not refetch
 * @param only the only permitted format, if the format of the session cannot change
 */
export function useFreeTimes(ask: SlotQueryOptions, of?: string, only?: Format) {
  const locale = useLocale()
  const [asked, setAsked] = useState<{ format?: Format; month?: string; day?: string }>({})
  const today = localDay(useNow().toISOString(), locale)
  const client = useQueryClient()
  const pause = usePolling(againSeconds) || againWhileLiveSeconds * 1000
  useSubscription('free_times', () => void client.invalidateQueries({ queryKey: orpc.availability.slots.key() }), {
    column: 'therapist_id',
    op: 'eq',
    value: of ?? '',
  })
  const options = { staleTime: 0, refetchOnMount: true as const }
  const first = useQuery({ ...ask({ ...monthQueryRange(monthOf(today)), format: only ?? 'video' }), ...options })
  const offered = (first.data?.formats ?? []).filter((one) => !only || one === only)
  const wantedFormat = only ?? asked.format ?? 'video'
  const format = offered.includes(wantedFormat) ? wantedFormat : (offered[0] ?? wantedFormat)
  const now = useQuery({ ...ask({ ...monthQueryRange(monthOf(today)), format }), ...options, enabled: first.isSuccess })
  const opening = now.data?.next ? monthOf(localDay(now.data.next, locale)) : monthOf(today)
  const month = asked.month ?? opening
  const read = useQuery({
    ...ask({ ...monthQueryRange(month), format }),
    ...options,
    enabled: now.isSuccess,
    placeholderData: keepPreviousData,
    refetchInterval: of ? pause : false,
    refetchOnWindowFocus: Boolean(of),
  })
  const failed = [first, now, read].find((one) => one.isError && !one.data)
  const days = slotsByDay(read.data?.slots ?? noSlots, locale.zone)
  const free = [...days.keys()].filter((day) => monthOf(day) === month)
  const day = asked.day && free.includes(asked.day) ? asked.day : (free.toSorted()[0] ?? null)
  return {
    data: read.data,
    busy: read.isPlaceholderData || (read.isFetching && !read.data),
    failed: failed?.error ?? null,
    again: () => Promise.all([first, now, read].map((one) => one.refetch())),
    offered,
    format,
    month,
    days,
    day,
    setFormat: (next: Format) => setAsked({ ...asked, format: next, month: undefined, day: undefined }),
    setMonth: (next: string) => setAsked({ ...asked, month: next }),
    setDay: (next: string) => setAsked({ ...asked, day: next, month: monthOf(next) }),
  }
}

export type FreeTimes = ReturnType<typeof useFreeTimes>
