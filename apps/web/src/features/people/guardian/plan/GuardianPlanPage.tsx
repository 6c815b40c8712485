import { IconTargetArrow, IconTargetOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { Card } from '../../../../ui/page/Section.tsx'
import { useMarkSubjectRead } from '../../../messages/notification/notification.ts'
import { LazySharedPlan } from '../../../care/treatment-plan/treatment-plan.ts'
import { useActingFor } from '../frame/acting-for.ts'
import { useSubscribeToGuardedPlan } from './use-guarded-plan.ts'

/** The page with the shared parts of a client's treatment plan, for the client's guardian. */
export function GuardianPlanPage() {
  const { t } = useTranslation('guardianPlan')
  const { clientId, firstName, rights } = useActingFor()
  const back = (
    <ButtonLink variant="light" to="/for/$clientId" params={{ clientId }}>
      {t('back', { name: firstName })}
    </ButtonLink>
  )
  if (rights.includes('plan')) return <GuardianPlan />
  return (
    <Card>
      <EmptyState icon={IconTargetOff} level="h1" title={t('endedTitle')} text={t('endedText')}>
        {back}
      </EmptyState>
    </Card>
  )
}

function GuardianPlan() {
  const { t } = useTranslation(['guardianPlan', 'treatmentPlan'])
  const { clientId, firstName } = useActingFor()
  useSubscribeToGuardedPlan()
  useMarkSubjectRead('client', clientId)
  const read = useQuery(orpc.guardian.plan.queryOptions({ input: { actingFor: clientId } }))
  const pending = (
    <Card>
      <RowSkeletons rows={5} avatar={false} />
    </Card>
  )
  return (
    <>
      <PageHeader title={t('title')} facts={t('facts', { name: firstName })} />
      <Query of={read} pending={pending} failed={t('treatmentPlan:failed')} again={t('treatmentPlan:again')} card>
        {({ plan }) =>
          plan ? (
            <Suspense fallback={pending}>
              <LazySharedPlan plan={plan} />
            </Suspense>
          ) : (
            <Card>
              <EmptyState icon={IconTargetArrow} title={t('emptyTitle')} text={t('empty')} />
            </Card>
          )
        }
      </Query>
    </>
  )
}
