import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { keepPlan } from '../../platform/kept-plan.ts'
import type { Me } from '../../platform/login.ts'
import { countryOf } from './plan.ts'
import { useOwnPlan } from './use-plan.ts'

/** Keeps the plan of whoever is signed in on this device, as they want it kept, with the files that show it. */
export function KeepPlan({ me }: { me: Me }) {
  const { i18n } = useTranslation()
  const { data } = useOwnPlan()
  const { id, zone } = me
  useEffect(() => {
    if (!data) return
    const { plan, offline } = data
    // A browser that keeps nothing loses nothing but the way without a connection.
    keepPlan(id, { ...plan, country: countryOf(plan, zone) }, offline).catch(() => {})
    // The service worker keeps what was loaded once.
    if (offline) void Promise.all([import('./KeptPlanDialog.tsx'), i18n.loadNamespaces('safety')]).catch(() => {})
  }, [data, id, zone, i18n])
  return null
}
