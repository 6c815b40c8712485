import type { SupportHoursSetting } from '@attune/contract/features/practice/administration/administration'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'

/** Loads the hours of product support. `hours` is undefined until they are loaded. */
export function useSupportHours() {
  const read = useQuery(orpc.product.support.queryOptions({ input: {} }))
  return { read, hours: supportHoursOf(read.data?.hours) }
}

type Shown = { days: number[]; from: string; to: string; zone: string }

/**
 * Returns the hours in the form in which they are saved: with the first and last day instead of all days. Returns undefined until the hours are
 * loaded.
 */
function supportHoursOf(shown: Shown | undefined): SupportHoursSetting | undefined {
  if (!shown) return undefined
  const { days, from, to, zone } = shown
  const firstDay = days[0] ?? 1
  return { firstDay, lastDay: days.at(-1) ?? firstDay, from, to, zone }
}

/** Returns a mutation that saves the support hours together with the hours that the page shows, then refetches the queries that contain them. */
export function useSaveSupportHours() {
  const cache = useQueryClient()
  const key = orpc.product.support.queryKey({ input: {} })
  return useMutation({
    // Saves run one after the other. Otherwise an earlier change could overwrite a later one.
    scope: { id: 'support-hours' },
    mutationFn: (hours: SupportHoursSetting) => {
      const shown = supportHoursOf(cache.getQueryData(key)?.hours)
      return api.administration.saveSupportHours({ ...hours, ...(shown && { before: shown }) })
    },
    // Another admin has changed the hours. Refetch them, so that the next save is based on them.
    onError: (error) => {
      if (errorCode(error) === 'CHANGED') return cache.invalidateQueries({ queryKey: key })
    },
    onSuccess: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: orpc.product.support.key() }),
        cache.invalidateQueries({ queryKey: orpc.administration.overview.key() }),
      ]),
  })
}
