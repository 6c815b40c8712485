import type { FileId } from '@attune/contract/common/ids'
import { fileUrlSeconds } from '@attune/contract/features/care/file/file.rules'
import type { FileVariant } from '@attune/contract/features/care/file/file'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'

/** Milliseconds for which the browser uses an address: 15 seconds less than the lifetime of the address. */
const usableMilliseconds = (fileUrlSeconds - 15) * 1000

/**
 * Loads the temporary address of a file, unless `enabled` is false. With `renewed`, loads a new address before the old one expires, so a link
 * keeps working. When the person loses the right to read the file, removes the address within seconds.
 */
export function useFileAddress(id: FileId, variant: FileVariant, { renewed = false, enabled = true } = {}) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    ...orpc.file.address.queryOptions({ input: { id, variant } }),
    enabled,
    staleTime: usableMilliseconds,
    gcTime: usableMilliseconds,
    refetchOnMount: true,
    refetchInterval: renewed ? usableMilliseconds : false,
  })
  useSubscription('file_readers', (changes) => {
    if (changes.some(({ keys }) => keys['file_id'] === id)) {
      void client.resetQueries({ queryKey: orpc.file.address.key({ input: { id, variant } }) })
    }
  })
  return {
    url: error ? null : (data?.url ?? null),
    /** Whether the file does not exist or the person may no longer read it. */
    gone: error !== null && errorCode(error) === 'NOT_FOUND',
    /** Whether the address could not be loaded for another reason. */
    failed: error !== null && errorCode(error) !== 'NOT_FOUND',
    renew: () => refetch(),
  }
}
