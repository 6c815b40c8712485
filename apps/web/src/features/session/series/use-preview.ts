import type { Repeat } from '@attune/contract/common/recurrence'
import type { SeriesDate, SeriesScope } from '@attune/contract/features/series'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '../../../platform/api.ts'

/**
 * The dates that a new or changed series would have. `requested`: the input is complete, so the dates are or will be
 * loaded.
 */
export type Preview = {
  dates: SeriesDate[] | undefined
  total: number
  unchanged: number
  wanted: boolean
  failed: boolean
  again: () => void
}

export type Time = { startsAt: string; durationMinutes: number }

const placeholderInput = { startsAt: '2026-01-01T00:00:00.000Z', durationMinutes: 1 }
/** Conflicts must be current, so a preview is never read from the cache. */
const alwaysCurrent = { staleTime: 0, gcTime: 0, placeholderData: keepPreviousData } as const

/** The preview of a new series. `plan` is null while the session does not repeat or the input is incomplete. */
export function usePlanPreview(plan: (Time & { repeat: Repeat }) | null): Preview {
  const [asked] = useDebouncedValue(plan, 250)
  const input = asked ?? { ...placeholderInput, repeat: { every: 'weeks', weeks: 1, ends: { by: 'never' } } as const }
  const read = useQuery({ ...query.series.preview.queryOptions({ input }), ...alwaysCurrent, enabled: asked !== null })
  return previewOf(plan !== null, read)
}

/** The preview of a changed series. `change` is null while placeholderInput is changed or the input is incomplete. */
export function useChangePreview(
  sessionId: string,
  scope: SeriesScope,
  change: (Time & { repeat?: Repeat }) | null,
): Preview {
  const [asked] = useDebouncedValue(change, 250)
  const input = { sessionId, scope, ...(asked ?? placeholderInput) }
  const read = useQuery({
    ...query.series.previewChange.queryOptions({ input }),
    ...alwaysCurrent,
    enabled: asked !== null,
  })
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
