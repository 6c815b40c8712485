import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { toast } from '../../../../ui/toast/toast.ts'

export function useInvalidateEndings() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: orpc.recordRetention.key() })
}

function useEndingUpdates(): void {
  const changed = useInvalidateEndings()
  useSubscription('record_endings', () => void changed())
  useSubscription('record_holds', () => void changed())
}

/** The records of the therapist whose retention ends. Reads them again when the list or a hold changes. */
export function useRecordEndings() {
  useEndingUpdates()
  return useQuery(orpc.recordRetention.endings.queryOptions({ input: {} }))
}

/** The numbers of records whose retention ends, by state. Reads them again when the list or a hold changes. */
export function useEndingCounts() {
  useEndingUpdates()
  return useQuery(orpc.recordRetention.endingCounts.queryOptions({ input: {} }))
}

const codes = ['CHANGED', 'NOT_FOUND'] as const

/** Returns a function that returns the text for a refused or failed change of the list. */
export function useEndingRefusalText() {
  const { t } = useTranslation('recordEndings')
  const general = useErrorMessage()
  return (error: unknown): string => {
    const known = codes.find((code) => code === errorCode(error))
    return known ? t(`refused.${known}`) : (general(error) ?? '')
  }
}

/** Returns a mutation of the list that shows its outcome in a toast. */
export function useEndingChange(change: () => Promise<unknown>, done: string) {
  const changed = useInvalidateEndings()
  const refusal = useEndingRefusalText()
  return useMutation({
    mutationFn: change,
    onSuccess: () => toast.success(done),
    onError: (error) => toast.error(refusal(error)),
    onSettled: changed,
  })
}
