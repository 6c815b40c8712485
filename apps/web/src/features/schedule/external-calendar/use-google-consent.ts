import { useMutation } from '@tanstack/react-query'
import { api } from '../../../platform/api/api.ts'

/** Returns the mutation that opens Google's page of consent, for a new account or for `accountId` again. */
export const useGoogleConsent = (accountId: string | null) =>
  useMutation({
    mutationFn: async () => location.assign((await api.externalCalendar.beginGoogle({ accountId })).url),
  })
