import type { OnlinePaymentSetup } from '@attune/contract/features/billing/online-payment/online-payment'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ORPCError } from '@orpc/client'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { errorCode } from '../../../platform/api/errors.ts'
import { useErrorMessage } from '../../../ui/base/use-error-message.ts'

const setupOptions = () => orpc.onlinePayment.setup.queryOptions({ input: {} })

/** Loads the therapist's setup of online payments. */
export const useOnlinePaymentSetup = () => useQuery(setupOptions())

/** Returns a mutation that changes the setup. Its response replaces the loaded setup. */
export function useOnlinePaymentChange<Input>(
  save: (input: Input) => Promise<OnlinePaymentSetup>,
  onSaved?: (setup: OnlinePaymentSetup) => void,
) {
  const cache = useQueryClient()
  return useMutation({
    scope: { id: 'online-payment' },
    mutationFn: save,
    onSuccess: (after) => {
      cache.setQueryData(setupOptions().queryKey, after)
      onSaved?.(after)
    },
  })
}

const setupRefusals = ['TEST_KEY', 'KEY_REFUSED', 'KEY_LACKS', 'PROVIDER_FAILED', 'NO_KEY', 'PROCESSING'] as const

/** Returns a function that returns the sentence about a change of the setup that was refused or failed. */
export function useSetupRefusalText() {
  const { t } = useTranslation('onlinePayment')
  const general = useErrorMessage()
  return (error: unknown): string | null => {
    const code = setupRefusals.find((one) => one === errorCode(error))
    if (!code) return general(error)
    const { missing = [] } =
      (error instanceof ORPCError ? (error.data as { missing?: string[] } | undefined) : null) ?? {}
    return t(`refused.${code}`, { missing: missing.map((one) => t(`permission.${one}`)).join(', ') })
  }
}
