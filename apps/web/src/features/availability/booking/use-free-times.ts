import type { Slot, Slots } from '@attune/contract/features/availability'
import type { Session } from '@attune/contract/features/session'
import { keepPreviousData, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../../platform/api.ts'
import { usePolling } from '../../../platform/polling.ts'
import { useReader } from '../../../platform/reader.ts'
import { useLive } from '../../../platform/use-live.ts'
import { dayOf } from '../../../ui/moment.ts'
import { useNow } from '../../../ui/use-now.ts'
import { daysAround, monthOf, slotsByDay } from './days.ts'

type Format = Session['format']
export type Wanted = { from: string; to: string; format: Format }
/** Where free times are read: those that can be booked, or those that a timetable would give. */
export type Ask = (wanted: Wanted) => { queryKey: QueryKey; queryFn: (by: { signal: AbortSignal }) => Promise<Slots> }

/** Free times are told to change at once; where no socket tells it, and because time goes by, they are asked for again. */
const [againSeconds, againWhileLiveSeconds] = [15, 60]

const nothing: readonly Slot[] = []

/**
 * The free times of the month that is looked at, at first of the one in which the first free time is, in a format that is
 * offered; and the day that is looked at, at first the first with a free time.
 * @param of the therapist whose times they are, to follow what becomes of them; left out, they are read once
 * @param only the one format that comes into question, where there is no choice
 */
export function useFreeTimes(ask: Ask, of?: string, only?: Format) {
  const reader = useReader()
  const [asked, setAsked] = useState<{ format?: Format; month?: string; day?: string }>({})
  const today = dayOf(useNow().toISOString(), reader)
  const client = useQueryClient()
  const pause = usePolling(againSeconds) || againWhileLiveSeconds * 1000
  useLive('free_times', () => void client.invalidateQueries({ queryKey: query.availability.slots.key() }), {
    column: 'therapist_id',
    op: 'eq',
    value: of ?? '',
  })
  const options = { staleTime: 0, refetchOnMount: true as const }
  const first = useQuery({ ...ask({ ...daysAround(monthOf(today)), format: only ?? 'video' }), ...options })
  const offered = (first.data?.formats ?? []).filter((one) => !only || one === only)
  const wish = only ?? asked.format ?? 'video'
  const format = offered.includes(wish) ? wish : (offered[0] ?? wish)
  const now = useQuery({ ...ask({ ...daysAround(monthOf(today)), format }), ...options, enabled: first.isSuccess })
  const opening = now.data?.next ? monthOf(dayOf(now.data.next, reader)) : monthOf(today)
  const month = asked.month ?? opening
  const read = useQuery({
    ...ask({ ...daysAround(month), format }),
    ...options,
    enabled: now.isSuccess,
    placeholderData: keepPreviousData,
    refetchInterval: of ? pause : false,
    refetchOnWindowFocus: Boolean(of),
  })
  const failed = [first, now, read].find((one) => one.isError && !one.data)
  const days = slotsByDay(read.data?.slots ?? nothing, reader.zone)
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
