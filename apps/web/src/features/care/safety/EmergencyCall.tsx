import { safetyNumbersOf } from '@attune/contract/features/care/safety/safety.numbers'
import { useTranslation } from 'react-i18next'
import { useProductSettings } from '../../../platform/settings/product-settings.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { emergencyCountry } from './plan/plan.ts'
import { useOwnSafetyPlan } from './plan/use-own-plan.ts'
import { phoneHref } from '../../../ui/base/phone-href.ts'
import classes from './safety.module.css'

/**
 * Shows the emergency number and the first helpline of the client's country as links that call them, or a general sentence if the numbers of the
 * country are unknown.
 */
export function EmergencyLinks() {
  const { t } = useTranslation('safety')
  const locale = useLocale()
  const plan = useOwnSafetyPlan().data?.plan ?? null
  const known = safetyNumbersOf(emergencyCountry(plan, locale.zone), useProductSettings().safetyNumbers)
  const line = known?.lines[0]
  return (
    <>
      {known ? <a href={phoneHref(known.emergency)}>{known.emergency}</a> : <span>{t('now.general')}</span>}
      {line && (
        <a href={phoneHref(line.phone)}>
          {line.name}, {line.phone}
        </a>
      )}
    </>
  )
}

/**
 * Shows, within a text, a sentence about when to call, followed by the numbers. `when` is the case that the sentence names: an emergency or a danger.
 */
export function EmergencyCall({ when }: { when: 'emergency' | 'danger' }) {
  const { t } = useTranslation('safety')
  return (
    <span className={classes.calls}>
      <span>{t(when === 'danger' ? 'callDanger' : 'callEmergency')}</span>
      <EmergencyLinks />
    </span>
  )
}
