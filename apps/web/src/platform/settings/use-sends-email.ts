import { useQuery } from '@tanstack/react-query'
import { orpc } from '../api/api.ts'

/** Returns whether the practice can send email. Returns true until this is known. */
export function useSendsEmail(): boolean {
  const info = useQuery(orpc.product.info.queryOptions({ input: {} }))
  return info.data?.mailConfigured !== false
}
