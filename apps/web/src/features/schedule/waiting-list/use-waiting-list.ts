import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { errorCode } from '../../../platform/api/errors.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { useErrorMessage } from '../../../ui/base/use-error-message.ts'
import { toast } from '../../../ui/toast/toast.ts'

export function useInvalidateWaitingList() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: orpc.waitingList.key() })
}

/** Loads the therapist's waiting list and refetches it on changes. */
export function useWaitingList() {
  const changed = useInvalidateWaitingList()
  useSubscription('waiting_entries', () => void changed())
  useSubscription('waiting_offers', () => void changed())
  useSubscription('freed_times', () => void changed())
  return useQuery(orpc.waitingList.list.queryOptions({ input: {} }))
}

/** Loads the client's entries and offers and refetches them on changes. */
export function useOwnWaitingList() {
  const changed = useInvalidateWaitingList()
  useSubscription('waiting_list_settings', () => void changed())
  useSubscription('waiting_entries', () => void changed())
  useSubscription('waiting_offers', () => void changed())
  return useQuery(orpc.waitingList.mine.queryOptions({ input: {} }))
}

/** The error codes with a specific text. All other errors have the general text of the app. */
const codes = [
  'ALREADY_WAITING',
  'CANNOT_MOVE',
  'CHANGED',
  'CLIENT_INACTIVE',
  'NO_ACCOUNT',
  'OFFER_ENDED',
  'OFFER_OPEN',
  'SLOT_TAKEN',
  'TOO_LATE',
  'WAITING_LIST_CLOSED',
  'WRONG_DAY',
] as const

/** Returns a function that returns the text for a refused or failed change. */
export function useWaitingListRefusal() {
  const { t } = useTranslation('waitingList')
  const general = useErrorMessage()
  return (error: unknown): string => {
    const known = codes.find((code) => code === errorCode(error))
    return known ? t(`refused.${known}`) : (general(error) ?? '')
  }
}

/**
 * Returns a mutation that saves the form of a dialog. Success shows a toast and closes the dialog. `problem` is the text for a failure, which the
 * dialog shows.
 */
export function useWaitingListForm<Input>(save: (input: Input) => Promise<unknown>, done: string, onClose: () => void) {
  const changed = useInvalidateWaitingList()
  const refusal = useWaitingListRefusal()
  const saving = useMutation({
    mutationFn: save,
    onSuccess: () => {
      toast.success(done)
      onClose()
    },
    onSettled: changed,
  })
  return { ...saving, problem: saving.error && refusal(saving.error) }
}

/** Returns a mutation of the waiting list that shows its outcome in a toast. */
export function useWaitingListChange<Input>(change: (input: Input) => Promise<unknown>, done: string) {
  const changed = useInvalidateWaitingList()
  const refusal = useWaitingListRefusal()
  return useMutation({
    mutationFn: change,
    onSuccess: () => toast.success(done),
    onError: (error) => toast.error(refusal(error)),
    onSettled: changed,
  })
}
