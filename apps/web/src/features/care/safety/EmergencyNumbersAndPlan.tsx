import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import { EmergencyNumbers } from './EmergencyNumbers.tsx'
import { emergencyCountry, isEmptyPlan } from './plan/plan.ts'
import { SafetyPlanView } from './plan/SafetyPlanView.tsx'
import { useOwnSafetyPlan } from './plan/use-own-plan.ts'

/**
 * Shows the emergency numbers and the client's own safety plan, for pages other than the safety page. The numbers
 * appear before the plan is loaded. Without a plan, the section links to the safety page.
 */
export function EmergencyNumbersAndPlan() {
  const { t } = useTranslation('safety')
  const locale = useLocale()
  const plan = useOwnSafetyPlan().data?.plan
  return (
    <>
      <Section title={t('now.title')} hint={t('now.hint')} tint="now">
        <EmergencyNumbers country={emergencyCountry(plan ?? null, locale.zone)} />
      </Section>
      <Section title={t('mine')}>
        {plan && !isEmptyPlan(plan) ? (
          <SafetyPlanView plan={plan} />
        ) : (
          <TextLink to="/dashboard/client/safety">{t('begin')}</TextLink>
        )}
      </Section>
    </>
  )
}
