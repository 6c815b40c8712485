import type { Repeat } from '@attune/contract/common/recurrence'
import type { SeriesDate, SeriesScope } from '@attune/contract/features/series'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '../../../platform/api.ts'

/** The dates that a plan or a change would lead to; `wanted` while they are being asked for. */
export type Preview = {
  dates: SeriesDate[] | undefined
  total: number
  unchanged: number
  wanted: boolean
  failed: boolean
  again: () => void
}

export type Time = { startsAt: string; durationMinutes: number }

const nothing = { startsAt: '2026-01-01T00:00:00.000Z', durationMinutes: 1 }
/** Conflicts are those of now, whenever one looks. */
const fresh = { staleTime: 0, gcTime: 0, placeholderData: keepPreviousData } as const

/** What planning a series would lay out; null while it is not wanted or incomplete. */
export function usePlanPreview(plan: (Time & { repeat: Repeat }) | null): Preview {
  const [asked] = useDebouncedValue(plan, 250)
  const input = asked ?? { ...nothing, repeat: { every: 'weeks', weeks: 1, ends: { by: 'never' } } as const }
  const read = useQuery({ ...query.series.preview.queryOptions({ input }), ...fresh, enabled: asked !== null })
  return previewOf(plan !== null, read)
}

/** What a change of a series would lead to. */
export function useChangePreview(
  sessionId: string,
  scope: SeriesScope,
  change: (Time & { repeat?: Repeat }) | null,
): Preview {
  const [asked] = useDebouncedValue(change, 250)
  const input = { sessionId, scope, ...(asked ?? nothing) }
  const read = useQuery({ ...query.series.previewChange.queryOptions({ input }), ...fresh, enabled: asked !== null })
  return previewOf(change !== null, read)
}

type Read = {
  data: { dates: SeriesDate[]; total: number; unchanged?: number } | undefined
  isError: boolean
  refetch: () => unknown
}

function previewOf(wanted: boolean, read: Read): Preview {
  const { dates, total = 0, unchanged = 0 } = (wanted && read.data) || {}
  return { dates, total, unchanged, wanted, failed: wanted && read.isError, again: () => void read.refetch() }
}
