import { IconHeartHandshake } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import { useLive } from '../../platform/use-live.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Columns, PageHead } from '../../ui/PageHead.tsx'
import { Panel, Row, Section } from '../../ui/Section.tsx'
import { useNow } from '../../ui/use-now.ts'
import { LoadFailed, RowSkeletons } from '../../ui/Waiting.tsx'
import { EarlierTherapist, TherapistCard } from './TherapistCard.tsx'
import { JoinCard } from './JoinCard.tsx'

/** A client's current and former therapists, and the form to connect with another one [2.13]. */
export function TherapistsPage() {
  const { t } = useTranslation('connection')
  const now = useNow()
  const read = useQuery(query.connection.therapists.queryOptions({ input: {} }))
  useLive('clients', () => void read.refetch())
  useLive('sessions', () => void read.refetch())
  const people = read.data?.items ?? []
  const here = people.filter((therapist) => therapist.status === 'connected')
  const earlier = people.filter((therapist) => therapist.status === 'disconnected')
  return (
    <>
      <PageHead title={t('therapists.title')} />
      <Columns
        main={
          <>
            {read.isPending && (
              <Panel>
                <RowSkeletons rows={3} />
              </Panel>
            )}
            {read.isError && !read.data && (
              <Panel>
                <LoadFailed words={t('therapists.failed')} again={t('again')} onAgain={() => void read.refetch()} />
              </Panel>
            )}
            {here.map((therapist) => (
              <TherapistCard key={therapist.therapistId} therapist={therapist} now={now} />
            ))}
            {read.data && here.length === 0 && (
              <Panel>
                <Empty icon={IconHeartHandshake} title={t('therapists.emptyTitle')} text={t('therapists.emptyText')} />
              </Panel>
            )}
            {earlier.length > 0 && (
              <Section title={t('therapists.earlier')} hint={t('therapists.comeBack')} rows>
                {earlier.map((therapist) => (
                  <Row key={therapist.therapistId}>
                    <EarlierTherapist therapist={therapist} />
                  </Row>
                ))}
              </Section>
            )}
          </>
        }
        side={<JoinCard first={read.data !== undefined && here.length === 0} />}
      />
    </>
  )
}
