import type { ConnectedTherapist } from '@attune/contract/features/people/connection/connection'
import { IconHeartHandshake } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { EmptyState } from '../../../ui/page/loading/EmptyState.tsx'
import { PageTogether } from '../../../ui/page/loading/PageTogether.tsx'
import { PageColumns, PageHeader } from '../../../ui/page/PageHeader.tsx'
import { Card, CardRow, Section } from '../../../ui/page/Section.tsx'
import { useNow } from '../../../ui/page/use-now.ts'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { RowSkeletons } from '../../../ui/page/loading/ListStates.tsx'
import { TimeZoneNote } from '../../schedule/session/session.ts'
import { LazyOwnPlanLink } from '../../care/treatment-plan/treatment-plan.ts'
import { LazyOwnGuardians } from '../guardian/guardian.ts'
import { FormerTherapist, ConnectedTherapistCard } from './ConnectedTherapistCard.tsx'
import { JoinTherapistCard } from './JoinTherapistCard.tsx'

/** Lists a client's current and former therapists, with a form to connect with another therapist [2.13]. */
export function TherapistsPage() {
  const { t } = useTranslation('connection')
  const read = useQuery(orpc.connection.therapists.queryOptions({ input: {} }))
  useSubscription('clients', () => void read.refetch())
  useSubscription('sessions', () => void read.refetch())
  const people = read.data?.items ?? []
  const here = people.filter((therapist) => therapist.status === 'connected')
  const earlier = people.filter((therapist) => therapist.status === 'disconnected')
  return (
    <PageTogether title={t('therapists.title')}>
      <PageHeader title={t('therapists.title')} actions={<LazyOwnPlanLink />} />
      <PageColumns
        main={
          <>
            <Query
              of={read}
              pending={
                <Card>
                  <RowSkeletons rows={3} />
                </Card>
              }
              failed={t('therapists.failed')}
              again={t('again')}
              card
            >
              {() => <ConnectedTherapistCards therapists={here} />}
            </Query>
            {read.data && here.length === 0 && <NoTherapist />}
            <LazyOwnGuardians />
            {earlier.length > 0 && <FormerTherapists therapists={earlier} />}
          </>
        }
        side={<JoinTherapistCard first={read.data !== undefined && here.length === 0} />}
      />
    </PageTogether>
  )
}

/** The cards of the connected therapists, below the time zones if these differ from the client's. */
function ConnectedTherapistCards({ therapists }: { therapists: ConnectedTherapist[] }) {
  const now = useNow()
  return (
    <>
      <TimeZoneNote times={therapists.map((one) => ({ ...one, at: one.nextSession?.startsAt ?? now.toISOString() }))} />
      {therapists.map((therapist) => (
        <ConnectedTherapistCard key={therapist.therapistId} therapist={therapist} now={now} />
      ))}
    </>
  )
}

function NoTherapist() {
  const { t } = useTranslation('connection')
  return (
    <Card>
      <EmptyState icon={IconHeartHandshake} title={t('therapists.emptyTitle')} text={t('therapists.emptyText')} />
    </Card>
  )
}

function FormerTherapists({ therapists }: { therapists: ConnectedTherapist[] }) {
  const { t } = useTranslation('connection')
  return (
    <Section title={t('therapists.earlier')} hint={t('therapists.comeBack')} rows>
      {therapists.map((therapist) => (
        <CardRow key={therapist.therapistId}>
          <FormerTherapist therapist={therapist} />
        </CardRow>
      ))}
    </Section>
  )
}
