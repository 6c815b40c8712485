import type { ClientId } from '@attune/contract/common/ids'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { errorCode } from '../../../platform/api/errors.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { useErrorMessage } from '../../../ui/base/use-error-message.ts'

function useInvalidateRequests() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: orpc.recordRequest.key() })
}

/** Invalidates the queries of requests when the server reports a change of a request. A shared copy can be opened once its file was checked. */
function useSubscribeToRequests() {
  const changed = useInvalidateRequests()
  useSubscription('record_requests', () => void changed())
  useSubscription('files', () => void changed())
}

/** The therapists who have a record about the client, with the client's requests. */
export function useOwnRequests() {
  useSubscribeToRequests()
  return useQuery(orpc.recordRequest.mine.queryOptions({ input: {} }))
}

/** The requests of one client of the therapist. */
export function useRequestsOfClient(clientId: ClientId) {
  useSubscribeToRequests()
  return useQuery(orpc.recordRequest.ofClient.queryOptions({ input: { clientId } }))
}

const codes = ['ALREADY_ASKED', 'CLOSED', 'ENDED', 'NO_ACCOUNT', 'FILE_REFUSED', 'LIMIT_REACHED'] as const

/** Returns a function that returns the text for a refused or failed change of a request. */
export function useRequestRefusalText() {
  const { t } = useTranslation('recordRequest')
  const general = useErrorMessage()
  return (error: unknown): string => {
    const known = codes.find((code) => code === errorCode(error))
    return known ? t(`refused.${known}`) : (general(error) ?? '')
  }
}

/** Returns a mutation that refetches the requests when it ends. */
export function useRequestMutation<Input>(send: (input: Input) => Promise<unknown>, onSuccess: () => void) {
  const changed = useInvalidateRequests()
  return useMutation({ mutationFn: send, onSuccess, onSettled: () => void changed() })
}
