import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readUnlockedPlan, type OfflineSafetyPlan } from './plan.ts'
import { browserZone } from '../../../../platform/login/login.ts'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { EmergencyNumbers } from '../EmergencyNumbers.tsx'
import { emergencyCountry } from '../plan/plan.ts'
import { SafetyPlanView } from '../plan/SafetyPlanView.tsx'
import classes from '../safety.module.css'

/** Shows the safety plan that is stored on this device, above everything else on the page. Sends no request. */
export function OfflinePlanDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('safety')
  const [plan, setPlan] = useState<OfflineSafetyPlan | null | undefined>(undefined)
  useEffect(() => void readUnlockedPlan().then(setPlan), [])
  return (
    <Dialog over title={t('savedCopy.title')} size={640} onClose={onClose}>
      <div className={classes.kept}>
        <EmergencyNumbers country={emergencyCountry(plan ?? null, browserZone())} />
        {plan && <SafetyPlanView plan={plan} />}
        {plan !== undefined && <p className={classes.small}>{t(plan ? 'savedCopy.text' : 'savedCopy.none')}</p>}
      </div>
    </Dialog>
  )
}
