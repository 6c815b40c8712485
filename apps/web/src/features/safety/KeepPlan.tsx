import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { keepPlan } from '../../platform/kept-plan.ts'
import type { Me } from '../../platform/login.ts'
import { countryOf } from './plan.ts'
import { useOwnPlan } from './use-plan.ts'

/**
 * Stores the plan of the signed-in client on this device, with the client's offline choice, and loads the code that
 * shows it.
 */
export function KeepPlan({ me }: { me: Me }) {
  const { i18n } = useTranslation()
  const { data } = useOwnPlan()
  const { id, zone } = me
  useEffect(() => {
    if (!data) return
    const { plan, offline } = data
    // Without storage only offline reading is lost.
    keepPlan(id, { ...plan, country: countryOf(plan, zone) }, offline).catch(() => {})
    // The service worker caches what was loaded once.
    if (offline) void Promise.all([import('./KeptPlanDialog.tsx'), i18n.loadNamespaces('safety')]).catch(() => {})
  }, [data, id, zone, i18n])
  return null
}
