import type { ClientId } from '@attune/contract/common/ids'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { errorCode } from '../../../platform/api/errors.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { useErrorMessage } from '../../../ui/base/use-error-message.ts'

function useInvalidateRetention() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: orpc.recordRetention.key() })
}

/**
 * Reads the time until which a client's record is kept, and its holds. Reads them again when a hold, a session or the list of ending records changes.
 */
export function useRecordRetention(clientId: ClientId) {
  const changed = useInvalidateRetention()
  useSubscription('record_holds', () => void changed())
  useSubscription('record_endings', () => void changed())
  useSubscription('sessions', () => void changed())
  return useQuery(orpc.recordRetention.ofClient.queryOptions({ input: { clientId } }))
}

const codes = ['ALREADY_HELD', 'ENDED'] as const

/** Returns a function that returns the text for a refused or failed change of a hold. */
export function useHoldRefusalText() {
  const { t } = useTranslation('recordRetention')
  const general = useErrorMessage()
  return (error: unknown): string => {
    const known = codes.find((code) => code === errorCode(error))
    return known ? t(`refused.${known}`) : (general(error) ?? '')
  }
}

/** Returns a mutation that refetches the retention when it ends. */
export function useHoldMutation(
  send: () => Promise<unknown>,
  events: { onSuccess: () => void; onError?: (error: unknown) => void },
) {
  const changed = useInvalidateRetention()
  return useMutation({ mutationFn: send, ...events, onSettled: () => void changed() })
}
