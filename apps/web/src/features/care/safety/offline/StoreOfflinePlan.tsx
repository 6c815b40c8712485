import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { saveOfflinePlan } from './plan.ts'
import type { Me } from '../../../../platform/login/login.ts'
import { emergencyCountry } from '../plan/plan.ts'
import { useOwnSafetyPlan } from '../plan/use-own-plan.ts'

/**
 * Stores the safety plan of the signed-in client on this device. If the client allows reading it without signing in,
 * also loads the code that shows it.
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
    if (offline) void Promise.all([import('./OfflinePlanDialog.tsx'), i18n.loadNamespaces('safety')]).catch(() => {})
  }, [data, id, zone, i18n])
  return null
}
