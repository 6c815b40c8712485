import type { ClientId, PayerId } from '@attune/contract/common/ids'
import type { EditedPayer, Payer, SplitChange } from '@attune/contract/features/billing/payer/payer'
import { needsAgreement } from '@attune/contract/features/billing/payer/payer.rules'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../platform/api/api.ts'
import { errorCode } from '../../../platform/api/errors.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { toast } from '../../../ui/toast/toast.ts'

/** Refetches payers when one changes, such as when a client withdraws the agreement. */
function useSubscribeToPayers() {
  const cache = useQueryClient()
  useSubscription('payers', () => void cache.invalidateQueries({ queryKey: orpc.payer.key() }))
}

/** Loads the payer of a client and keeps it up to date. */
export function useClientBilling(clientId: ClientId) {
  useSubscribeToPayers()
  return useQuery(orpc.payer.get.queryOptions({ input: { id: clientId } }))
}

/** Loads the payers of the acting client and keeps them up to date. */
export function useOwnPayers() {
  useSubscribeToPayers()
  return useQuery(orpc.payer.mine.queryOptions({ input: {} }))
}

/**
 * Returns a mutation that changes a client's billing. Shows `done` as a toast, or the reason for a failure. If another page has changed the payer
 * in the meantime, loads the current one.
 */
function useBillingChange<Change>(change: (change: Change) => Promise<unknown>, done: string) {
  const { t } = useTranslation('payer')
  const cache = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => toast.success(done),
    onError: (error) => {
      if (errorCode(error) === 'CHANGED') toast.warning(t('changed'))
      else if (errorCode(error) === 'WITHDRAWN') toast.warning(t('agreement.earlier'))
      else toast.error(t(errorCode(error) === 'NOT_A_PAYER' ? 'contactGone' : 'saveFailed'))
    },
    onSettled: () => cache.invalidateQueries({ queryKey: orpc.payer.key() }),
  })
}

export function useSavePayer() {
  const { t } = useTranslation('payer')
  return useBillingChange((edited: EditedPayer) => api.payer.save(edited), t('saved'))
}

export function useSaveSplit() {
  const { t } = useTranslation('payer')
  return useBillingChange((change: SplitChange) => api.payer.saveSplit(change), t('split.saved'))
}

type PayerOfRecord = { id: ClientId; payerId: PayerId }
type NamedPayer = PayerOfRecord & { name: string }

/** Returns a mutation that records on the client's behalf that the client agreed on a day. */
export function useRecordAgreement() {
  const { t } = useTranslation('payer')
  return useBillingChange(
    (act: NamedPayer & { day: string }) => api.payer.recordAgreement(act),
    t('agreement.recorded'),
  )
}

/** Returns a mutation that withdraws the agreement to a payer: by the client in the app, or by the therapist on the client's behalf. */
export function useWithdrawAgreement(done: string) {
  return useBillingChange((act: PayerOfRecord) => api.payer.withdraw(act), done)
}

/** Returns a mutation with which the client agrees to a payer. `done` is the text of the toast. */
export function useAgreeToPayer(done: string) {
  return useBillingChange((act: NamedPayer) => api.payer.agree(act), done)
}

export function agreementState(
  payer: Pick<Payer, 'kind' | 'isGuardianOfChild' | 'agreedAt' | 'withdrawnAt'>,
): 'notNeeded' | 'none' | 'withdrawn' | 'given' {
  if (!needsAgreement(payer)) return 'notNeeded'
  if (payer.withdrawnAt !== null) return 'withdrawn'
  return payer.agreedAt === null ? 'none' : 'given'
}
