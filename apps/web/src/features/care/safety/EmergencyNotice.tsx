import { safetyNumbersOf } from '@attune/contract/features/care/safety/safety.numbers'
import { useTranslation } from 'react-i18next'
import { useProductSettings } from '../../../platform/settings/product-settings.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import { emergencyCountry, telephoneUrl } from './plan/plan.ts'
import classes from './safety.module.css'
import { useOwnSafetyPlan } from './plan/use-own-plan.ts'

/**
 * Says above a field for a message that no one reads messages around the clock, and whom the client can call instead:
 * the emergency number and the first helpline of the client's country.
 */
export function EmergencyNotice() {
  const { t } = useTranslation('safety')
  const locale = useLocale()
  const plan = useOwnSafetyPlan().data?.plan ?? null
  const country = emergencyCountry(plan, locale.zone)
  const known = safetyNumbersOf(country, useProductSettings().safetyNumbers)
  const line = known?.lines[0]
  return (
    <aside className={classes.notice} aria-label={t('now.title')}>
      <span>{t('messagesNotice')}</span>
      {known ? <a href={telephoneUrl(known.emergency)}>{known.emergency}</a> : <span>{t('now.general')}</span>}
      {line && (
        <a href={telephoneUrl(line.phone)}>
          {line.name}, {line.phone}
        </a>
      )}
      <TextLink to="/dashboard/client/safety">{t('mine')}</TextLink>
    </aside>
  )
}
