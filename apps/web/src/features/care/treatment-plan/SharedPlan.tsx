import type { OwnTreatmentPlan } from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { PageColumns } from '../../../ui/page/PageHeader.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { dateText, localDay } from '../../../ui/page/date-text.ts'
import { DiagnosisText } from './diagnoses/DiagnosesCard.tsx'
import { GoalList } from './goals/GoalList.tsx'
import classes from './treatment-plan.module.css'

type Props = {
  plan: Pick<OwnTreatmentPlan, 'therapistName' | 'number' | 'madeAt' | 'reviewOn' | 'goals' | 'diagnoses'>
  progress?: OwnTreatmentPlan['progress']
  /** A section above the goals. */
  above?: ReactNode
  /** A section below the diagnoses. */
  aside?: ReactNode
}

/** A plan as it is shown to the people with whom the therapist shares it: goals with objectives and progress, and the shared diagnoses. */
export function SharedPlan({ plan, progress = [], above, aside }: Props) {
  const { t } = useTranslation('treatmentPlan')
  const locale = useLocale()
  const { language } = locale
  const { therapistName, number, madeAt, reviewOn, goals, diagnoses } = plan
  const facts = [
    t('version.full', { number, day: dateText(localDay(madeAt, locale), language) }),
    ...(reviewOn ? [t('reviewOn', { day: dateText(reviewOn, language) })] : []),
  ]
  const main = (
    <>
      {above}
      <Section title={t('own.from', { name: therapistName })} hint={facts.join(' · ')}>
        {goals.length === 0 && <p className={classes.quiet}>{t('noGoals')}</p>}
        <GoalList goals={goals} progress={progress} />
      </Section>
    </>
  )
  if (diagnoses.length === 0 && !aside) return main
  return (
    <PageColumns
      main={main}
      side={
        <>
          {diagnoses.length > 0 && (
            <Section title={t('diagnosis.title')}>
              <ul className={classes.diagnoses}>
                {diagnoses.map((one) => (
                  <li key={one.id}>
                    <DiagnosisText diagnosis={one} />
                  </li>
                ))}
              </ul>
            </Section>
          )}
          {aside}
        </>
      }
    />
  )
}
