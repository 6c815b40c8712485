import type { EventScope } from '@attune/contract/features/schedule/calendar/calendar'
import type { Conflict } from '@attune/contract/features/schedule/session/session'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../../platform/api/api.ts'
import type { CalendarItem } from '../item/items.ts'
import type { MoveDraft } from '../grid/use-calendar-keys.ts'
import { wholeMinutesBetween } from '../wall-clock.ts'

/**
 * Loads the conflicts of an item at its new time, or of all sessions of a series that move together.
 * @param found the conflicts of a refused attempt to move; returned for the same scope until the query has loaded
 */
export function useMoveConflicts(
  item: CalendarItem,
  { startUtc, endUtc }: MoveDraft,
  scope: EventScope,
  found: { scope: EventScope; conflicts: Conflict[] } | null,
) {
  const movesSeries = item.kind === 'session' && scope !== 'one'
  const one = useQuery({
    ...orpc.calendar.conflicts.queryOptions({ input: { startsAt: startUtc, endsAt: endUtc, but: item.id, scope } }),
    enabled: !movesSeries,
    gcTime: 0,
  })
  const series = useQuery({
    ...orpc.series.previewChange.queryOptions({
      input: {
        sessionId: item.id,
        scope: scope === 'one' ? 'all' : scope,
        startsAt: startUtc,
        durationMinutes: wholeMinutesBetween(startUtc, endUtc),
      },
    }),
    enabled: movesSeries,
    gcTime: 0,
  })
  const taken = series.data?.dates.filter((date) => date.conflicts.length > 0) ?? []
  const all = movesSeries ? taken.flatMap((date) => date.conflicts) : one.data?.items
  return {
    conflicts: (all ?? (scope === found?.scope && found.conflicts)) || [],
    /** The days of a series with conflicts, which the therapist accepts by moving anyway. Empty for a single item. */
    anywayOn: scope === 'one' ? [] : taken.map(({ day }) => day),
  }
}
