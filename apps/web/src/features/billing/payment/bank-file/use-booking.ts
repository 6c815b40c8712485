import type { BankBooking } from '@attune/contract/features/billing/payment/payment.bank-file'
import { maxBankBookings } from '@attune/contract/features/billing/payment/payment.bank-file.rules'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../../platform/api/api.ts'
import { useInvalidatePayments } from '../use-payments.ts'

export type BookingOutcome = Awaited<ReturnType<typeof api.payment.bookBankEntries>>

/** Returns a mutation that records the selected entries. Repeating it after a lost response records each only once. */
export function useBooking(onBooked: (outcome: BookingOutcome) => void) {
  const changed = useInvalidatePayments()
  return useMutation({
    mutationFn: async (bookings: readonly BankBooking[]) => {
      const outcome: BookingOutcome = { booked: [], known: 0 }
      for (let from = 0; from < bookings.length; from += maxBankBookings) {
        const { booked, known } = await api.payment.bookBankEntries({
          items: bookings.slice(from, from + maxBankBookings),
        })
        outcome.booked.push(...booked)
        outcome.known += known
      }
      return outcome
    },
    onSuccess: onBooked,
    onSettled: changed,
  })
}
