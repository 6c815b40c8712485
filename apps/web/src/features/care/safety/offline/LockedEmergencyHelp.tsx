import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { browserZone } from '../../../../platform/login/login.ts'
import { hasUnlockedPlan } from '../../../../platform/offline/unlocked-plan-flag.ts'
import { EmergencyNumbers } from '../EmergencyNumbers.tsx'
import { emergencyCountry } from '../plan/plan.ts'
import classes from '../safety.module.css'
import { OfflinePlanButton } from './OfflinePlanButton.tsx'
import { readUnlockedPlan } from './plan.ts'

/**
 * Shows the emergency numbers of the client's country on a locked page. If the client allows reading the safety plan without signing in, also
 * shows the button that opens it. Sends no request. `zone` is the client's time zone, or null if it isn't known.
 */
export function LockedEmergencyHelp({ zone }: { zone: string | null }) {
  const { t } = useTranslation('safety')
  const [country, setCountry] = useState<string | null>(null)
  useEffect(() => {
    if (hasUnlockedPlan()) void readUnlockedPlan().then((plan) => setCountry(plan?.country ?? null))
  }, [])
  return (
    <section className={classes.locked} aria-label={t('now.title')}>
      <EmergencyNumbers country={emergencyCountry({ country }, zone ?? browserZone())} />
      {hasUnlockedPlan() ? <OfflinePlanButton /> : <p className={classes.small}>{t('lockedPlan')}</p>}
    </section>
  )
}
