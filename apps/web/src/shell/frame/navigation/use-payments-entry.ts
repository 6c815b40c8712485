import type { Role } from '@attune/contract/features/people/account/account'
import { usePaymentsAccess } from '../../../features/billing/business/use-payments-access.ts'
import { dashboardAddress, pageAt } from '../../pages/page-lookup.ts'

/** Returns whether the payments page is available to a role, and if not, the reason if it is known. */
export function usePaymentsEntry(role: Role) {
  const access = usePaymentsAccess(role)
  const hasPage = pageAt(dashboardAddress(role, 'payments')) !== undefined
  return { isOpen: hasPage && access?.open === true, reason: access?.reason ?? null }
}
