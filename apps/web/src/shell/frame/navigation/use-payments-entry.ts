import type { Role } from '@attune/contract/features/people/account/account'
import { usePaymentsAccess } from '../../../features/billing/business/use-payments-access.ts'
import { dashboardAddress, pageAt } from '../../pages/page-lookup.ts'

/** Returns whether a role can open the page of payments now, and the reason why not if it is known. */
export function usePaymentsEntry(role: Role) {
  const access = usePaymentsAccess(role)
  const hasPage = pageAt(dashboardAddress(role, 'payments')) !== undefined
  return { isOpen: hasPage && access?.open === true, reason: access?.reason ?? null }
}
