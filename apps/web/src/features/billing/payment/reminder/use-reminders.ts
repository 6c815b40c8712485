import type { InvoiceId } from '@attune/contract/common/ids'
import type { ProposedReminder, Reminders } from '@attune/contract/features/billing/payment/payment'
import { reachesSomeone } from '@attune/contract/features/billing/payment/payment.rules'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { useInvalidatePayments } from '../use-payments.ts'

/** Loads the reminders that are proposed today, and refetches them when an invoice or payment changes. */
export function useProposedReminders() {
  const cache = useQueryClient()
  const changed = () => void cache.invalidateQueries({ queryKey: orpc.payment.proposedReminders.key() })
  useSubscription('invoices', changed)
  useSubscription('payments', changed)
  return useQuery(orpc.payment.proposedReminders.queryOptions({ input: {} }))
}

/** Refetches the reminders of an invoice when one was made, or when data that determines the next one changes. */
export function useSubscribeToReminders() {
  const cache = useQueryClient()
  const changed = () => void cache.invalidateQueries({ queryKey: orpc.payment.reminders.key() })
  useSubscription('invoice_reminders', changed)
  useSubscription('invoices', changed)
  useSubscription('payments', changed)
  useSubscription('payers', changed)
}

/** Returns a mutation that sends a proposed reminder. */
export const useSendReminder = () =>
  useReminderMutation(({ invoiceId, step }: ProposedReminder) => api.payment.remind({ invoiceId, step }))

type Letters = NonNullable<Reminders['letters']>

/** Returns a mutation that sends the next reminder of an invoice. */
export const useSendNextReminder = () =>
  useReminderMutation(async (invoiceId: InvoiceId) => {
    const read = await api.payment.reminders({ invoiceId })
    return read.next ? api.payment.remind({ invoiceId, step: read.next.step }) : read.letters
  })

/** Returns a mutation that sends a reminder. Shows a toast if there is no reminder to send, or if PDFs cannot show its letters. */
function useReminderMutation<Input>(mutationFn: (input: Input) => Promise<Reminders | Letters | null>) {
  const { t } = useTranslation('paymentReminder')
  const changed = useInvalidatePayments()
  const message = useErrorMessage()
  return useMutation({
    mutationFn,
    onSuccess: (reminders) => {
      if (!reminders) return toast.info(t('noneDue'))
      if ('script' in reminders) return toast.error(t('letters.other'))
      return reachesSomeone(reminders.reaches)
        ? toast.success(t('toSend.sent'))
        : toast.info(t('unreached', { count: 1 }))
    },
    onError: (error) =>
      toast.error(errorCode(error) === 'NOT_REMINDABLE' ? t('toSend.changed') : (message(error) ?? '')),
    onSettled: changed,
  })
}
