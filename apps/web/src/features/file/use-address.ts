import { fileAddressSeconds, type FileVariant } from '@attune/contract/features/file'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { query } from '../../platform/api.ts'
import { codeOf } from '../../platform/faults.ts'
import { useLive } from '../../platform/use-live.ts'

/** Milliseconds for which an address is used: 15 seconds less than its lifetime. */
const usableMilliseconds = (fileAddressSeconds - 15) * 1000

/**
 * The temporary address of a file. With `renewed`, it is refreshed before it expires, for links that are opened later. When
 * the right to read the file ends, the address is removed within seconds.
 */
export function useAddress(id: string, variant: FileVariant, { renewed = false } = {}) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    ...query.file.address.queryOptions({ input: { id, variant } }),
    staleTime: usableMilliseconds,
    gcTime: usableMilliseconds,
    refetchOnMount: true,
    refetchInterval: renewed ? usableMilliseconds : false,
  })
  useLive('file_readers', (changes) => {
    if (changes.some(({ keys }) => keys['file_id'] === id)) {
      void client.resetQueries({ queryKey: query.file.address.key({ input: { id, variant } }) })
    }
  })
  return {
    url: error ? null : (data?.url ?? null),
    /** The file does not exist, or the person may not read it any more. */
    gone: error !== null && codeOf(error) === 'NOT_FOUND',
    /** The address could not be loaded. */
    failed: error !== null && codeOf(error) !== 'NOT_FOUND',
    renew: () => refetch(),
  }
}
