import type { BankBooking } from '@attune/contract/features/billing/payment/payment.bank-file'
import { maxBankBookings } from '@attune/contract/features/billing/payment/payment.bank-file.rules'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../../platform/api/api.ts'
import { useInvalidatePayments } from '../use-payments.ts'
import { bookingCalls } from './bank-selection.ts'

export type BookingOutcome = Awaited<ReturnType<typeof api.payment.bookBankEntries>>

/** Returns a mutation that records the selected entries. Repeating it after a lost response records each only once. */
export function useBooking(onBooked: (outcome: BookingOutcome) => void) {
  const changed = useInvalidatePayments()
  return useMutation({
    mutationFn: async (bookings: readonly BankBooking[]) => {
      const outcome: BookingOutcome = { booked: [], known: 0 }
      for (const items of bookingCalls(bookings, maxBankBookings)) {
        const { booked, known } = await api.payment.bookBankEntries({ items })
        outcome.booked.push(...booked)
        outcome.known += known
      }
      return outcome
    },
    onSuccess: onBooked,
    onSettled: changed,
  })
}
