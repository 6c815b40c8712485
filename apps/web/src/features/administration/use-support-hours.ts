import type { SupportHoursSetting } from '@attune/contract/features/administration'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, orpc } from '../../platform/api.ts'

/** Loads the hours of product support. `hours` is undefined until they are loaded. */
export function useSupportHours() {
  const read = useQuery(orpc.product.support.queryOptions({ input: {} }))
  const loaded = read.data?.hours
  const firstDay = loaded?.days[0] ?? 1
  const hours = loaded && {
    firstDay,
    lastDay: loaded.days.at(-1) ?? firstDay,
    from: loaded.from,
    to: loaded.to,
    zone: loaded.zone,
  }
  return { read, hours }
}

/** Saves the support hours, then refetches the queries that contain them. */
export function useSaveSupportHours() {
  const cache = useQueryClient()
  return useMutation({
    // Saves run one after the other. Otherwise an earlier change could overwrite a later one.
    scope: { id: 'support-hours' },
    mutationFn: (hours: SupportHoursSetting) => api.administration.saveSupportHours(hours),
    onSuccess: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: orpc.product.support.key() }),
        cache.invalidateQueries({ queryKey: orpc.administration.overview.key() }),
      ]),
  })
}
