import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { dateText, localDay } from '../../../../ui/page/date-text.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { CardRow, Section } from '../../../../ui/page/Section.tsx'
import { useSubscribeToGuardedPlan } from './use-guarded-plan.ts'

/** Shows on the home of a guardian whether the therapist shares the client's treatment plan, with a link to it. */
export function GuardianPlanSection({ clientId }: { clientId: string }) {
  const { t } = useTranslation(['guardianPlan', 'treatmentPlan'])
  const locale = useLocale()
  useSubscribeToGuardedPlan()
  const read = useQuery(orpc.guardian.planShared.queryOptions({ input: { actingFor: clientId } }))
  const isEmpty = read.isSuccess && read.data.plan === null
  return (
    <Section title={t('title')} hint={isEmpty ? t('empty') : undefined} {...(!isEmpty && { rows: true })}>
      <Query
        of={read}
        pending={<RowSkeletons rows={1} avatar={false} />}
        failed={t('treatmentPlan:failed')}
        again={t('treatmentPlan:again')}
      >
        {({ plan }) =>
          plan && (
            <CardRow wraps>
              <span>
                {t('shared', {
                  number: plan.number,
                  day: dateText(localDay(plan.sharedAt, locale), locale.language),
                })}
              </span>
              <ButtonLink variant="light" size="sm" to="/for/$clientId/plan" params={{ clientId }}>
                {t('open')}
              </ButtonLink>
            </CardRow>
          )
        }
      </Query>
    </Section>
  )
}
