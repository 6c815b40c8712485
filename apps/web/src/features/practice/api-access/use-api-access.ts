import type { ApiAccess } from '@attune/contract/features/practice/api-access/api-access'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../platform/api/api.ts'

/** Loads the allowed origins, and the limits of requests with their use. */
export const useApiAccess = () => useQuery(orpc.apiAccess.get.queryOptions({ input: {} }))

/** Returns a mutation of the API access. Its result replaces the loaded settings. */
export function useAccessChange<Input>(save: (input: Input) => Promise<ApiAccess>) {
  const cache = useQueryClient()
  return useMutation({
    scope: { id: 'api-access' },
    mutationFn: save,
    onSuccess: (after) => cache.setQueryData(orpc.apiAccess.get.queryKey({ input: {} }), after),
  })
}
