import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { EmergencyNumbers } from './EmergencyNumbers.tsx'
import { emergencyCountry } from './plan/plan.ts'
import { useOwnSafetyPlan } from './plan/use-own-plan.ts'

/** Shows a client that their therapist cannot be reached here, and whom the client can call instead. */
export function UnreachableNotice({ name }: { name: string }) {
  const { t } = useTranslation('safety')
  const locale = useLocale()
  const plan = useOwnSafetyPlan().data?.plan ?? null
  return (
    <Section title={t('unreachable', { name })} hint={t('now.hint')} tint="now">
      <EmergencyNumbers country={emergencyCountry(plan, locale.zone)} />
    </Section>
  )
}
