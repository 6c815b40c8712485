import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { openPlan, type PlanHere } from '../../platform/kept-plan.ts'
import { browserZone } from '../../platform/login.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Numbers } from './Numbers.tsx'
import { countryOf } from './plan.ts'
import { PlanParts } from './PlanParts.tsx'
import classes from './safety.module.css'

/** Shows the plan stored on this device, over the whole page. It makes no request. */
export function KeptPlanDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('safety')
  const [plan, setPlan] = useState<PlanHere | null | undefined>(undefined)
  useEffect(() => void openPlan().then(setPlan), [])
  return (
    <Dialog over title={t('kept.title')} size={640} onClose={onClose}>
      <div className={classes.kept}>
        <Numbers country={countryOf(plan ?? null, browserZone())} />
        {plan && <PlanParts plan={plan} />}
        {plan !== undefined && <p className={classes.small}>{t(plan ? 'kept.text' : 'kept.none')}</p>}
      </div>
    </Dialog>
  )
}
