import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { saveOfflinePlan } from './plan.ts'
import type { Me } from '../../../../platform/login/login.ts'
import { emergencyCountry } from '../plan/plan.ts'
import { useOwnSafetyPlan } from '../plan/use-own-plan.ts'

/**
 * Stores the safety plan of the signed-in client on this device. Loads the texts of the emergency numbers for the lock screen and, if the client
 * allows reading the plan without signing in, the code that shows it.
 */
export function StoreOfflinePlan({ me }: { me: Me }) {
  const { i18n } = useTranslation()
  const { data } = useOwnSafetyPlan()
  const { id, zone } = me
  useEffect(() => {
    if (!data) return
    const { plan, offline } = data
    // Ignores a failure, because then only the offline plan is missing or outdated.
    saveOfflinePlan(id, { ...plan, country: emergencyCountry(plan, zone) }, offline).catch(() => {})
    // Loads the code now, because the service worker then caches it for offline use.
    void Promise.all([offline && import('./OfflinePlanDialog.tsx'), i18n.loadNamespaces('safety')]).catch(() => {})
  }, [data, id, zone, i18n])
  return null
}
