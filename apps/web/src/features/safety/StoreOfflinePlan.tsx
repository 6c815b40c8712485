import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { saveOfflinePlan } from './offline-safety-plan.ts'
import type { Me } from '../../platform/login.ts'
import { emergencyCountry } from './safety-plan.ts'
import { useOwnSafetyPlan } from './use-own-plan.ts'

/**
 * Stores the plan of the signed-in client on this device. If the client allows reading the plan offline without signing
 * in, also loads the code that shows the plan.
 */
export function StoreOfflinePlan({ me }: { me: Me }) {
  const { i18n } = useTranslation()
  const { data } = useOwnSafetyPlan()
  const { id, zone } = me
  useEffect(() => {
    if (!data) return
    const { plan, offline } = data
    // A failure is ignored, because the plan is then only unavailable offline.
    saveOfflinePlan(id, { ...plan, country: emergencyCountry(plan, zone) }, offline).catch(() => {})
    // Loads the code now, so that the service worker caches it.
    if (offline) void Promise.all([import('./OfflinePlanDialog.tsx'), i18n.loadNamespaces('safety')]).catch(() => {})
  }, [data, id, zone, i18n])
  return null
}
