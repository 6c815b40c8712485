import type { ExternalAccountId } from '@attune/contract/common/ids'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../platform/api/api.ts'

/** Returns the mutation that opens Google's consent page: for a new account if `accountId` is null, otherwise to reconnect that account. */
export const useGoogleConsent = (accountId: ExternalAccountId | null) =>
  useMutation({
    mutationFn: async () => location.assign((await api.externalCalendar.beginGoogle({ accountId })).url),
  })
