import { orpc } from '../api/api.ts'
import { applyProductSettings } from './product-settings.ts'
import { queryClient } from '../query/query-client.ts'
import { realtimeClient } from '../realtime/realtime-client.ts'

/**
 * Keeps the product settings up to date: applies those in each answer of `product.info`, and reads them again when an admin changes them. A page
 * without a socket, such as the sign-in page, reads them when its window gets the focus. Returns a function that stops this.
 */
export function followProductSettings(): () => void {
  const key = orpc.product.info.queryKey({ input: {} })
  const hash = JSON.stringify(key)
  const read = async () => {
    void queryClient.invalidateQueries({ queryKey: orpc.administration.settings.key() })
    await queryClient.invalidateQueries({ queryKey: key, refetchType: 'none' })
    await queryClient.fetchQuery(orpc.product.info.queryOptions({ input: {}, staleTime: 0 })).catch(() => {})
  }
  const readWithoutSocket = () => {
    if (!realtimeClient.live) void read()
  }
  const cleanups = [
    queryClient.getQueryCache().subscribe(({ type, query }) => {
      if (type !== 'updated' || JSON.stringify(query.queryKey) !== hash) return
      const info = query.state.data as { settings?: unknown } | undefined
      applyProductSettings(info?.settings)
    }),
    realtimeClient.subscribe({ table: 'product_settings' }, () => void read()),
  ]
  for (const event of ['focus', 'online'] as const) {
    addEventListener(event, readWithoutSocket)
    cleanups.push(() => removeEventListener(event, readWithoutSocket))
  }
  return () => cleanups.forEach((end) => end())
}
