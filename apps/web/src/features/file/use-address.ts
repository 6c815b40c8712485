import { fileAddressSeconds, type FileVariant } from '@attune/contract/features/file'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { query } from '../../platform/api.ts'
import { codeOf } from '../../platform/faults.ts'
import { useLive } from '../../platform/use-live.ts'

/** An address that is about to run out is no longer handed out. */
const goodFor = (fileAddressSeconds - 15) * 1000

/**
 * Where a file is for the next minute; `renewed` asks for a new address while the old one runs out, for what is opened later. It is
 * gone within seconds where the right to read it has ended.
 */
export function useAddress(id: string, variant: FileVariant, { renewed = false } = {}) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    ...query.file.address.queryOptions({ input: { id, variant } }),
    staleTime: goodFor,
    gcTime: goodFor,
    refetchOnMount: true,
    refetchInterval: renewed ? goodFor : false,
  })
  useLive('file_readers', (changes) => {
    if (changes.some(({ keys }) => keys['file_id'] === id)) {
      void client.resetQueries({ queryKey: query.file.address.key({ input: { id, variant } }) })
    }
  })
  return {
    url: error ? null : (data?.url ?? null),
    /** There is no such file for this person, or no longer. */
    gone: error !== null && codeOf(error) === 'NOT_FOUND',
    /** It could not be asked for now. */
    failed: error !== null && codeOf(error) !== 'NOT_FOUND',
    renew: () => refetch(),
  }
}
