import type { SessionId } from '@attune/contract/common/ids'
import type { Repeat } from '@attune/contract/common/time/recurrence.schemas'
import type { SeriesDate, SeriesScope } from '@attune/contract/features/schedule/series/series'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { orpc } from '../../../../platform/api/api.ts'

/** The dates that a new or changed series would have. */
export type SeriesPreview = {
  dates: SeriesDate[] | undefined
  total: number
  unchanged: number
  /** Whether the input is complete, even before the dates are loaded. */
  requested: boolean
  failed: boolean
  retry: () => void
}

export type StartAndDuration = { startsAt: string; durationMinutes: number }

const placeholderInput = { startsAt: '2026-01-01T00:00:00.000Z', durationMinutes: 1 }
/** Query options that disable the cache, because the conflicts in a preview must be current. */
const alwaysCurrent = { staleTime: 0, gcTime: 0, placeholderData: keepPreviousData } as const

/** Returns the preview of a new series. `plan` is null if the session does not repeat or the input is incomplete. */
export function useNewSeriesPreview(plan: (StartAndDuration & { repeat: Repeat }) | null): SeriesPreview {
  const [asked] = useDebouncedValue(plan, 250)
  const input = asked ?? { ...placeholderInput, repeat: { every: 'weeks', weeks: 1, ends: { by: 'never' } } as const }
  const read = useQuery({ ...orpc.series.preview.queryOptions({ input }), ...alwaysCurrent, enabled: asked !== null })
  return previewOf(plan !== null, read)
}

/** Returns the preview of a changed series. `change` is null if nothing is changed or the input is incomplete. */
export function useSeriesChangePreview(
  sessionId: SessionId,
  scope: SeriesScope,
  change: (StartAndDuration & { repeat?: Repeat }) | null,
): SeriesPreview {
  const [asked] = useDebouncedValue(change, 250)
  const input = { sessionId, scope, ...(asked ?? placeholderInput) }
  const read = useQuery({
    ...orpc.series.previewChange.queryOptions({ input }),
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

function previewOf(wanted: boolean, read: Read): SeriesPreview {
  const { dates, total = 0, unchanged = 0 } = (wanted && read.data) || {}
  return {
    dates,
    total,
    unchanged,
    requested: wanted,
    failed: wanted && read.isError,
    retry: () => void read.refetch(),
  }
}
