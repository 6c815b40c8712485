import { SegmentedControl } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { LoadMoreButton } from '../../../../ui/page/loading/LoadMoreButton.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { Card } from '../../../../ui/page/Section.tsx'
import { useActingFor } from '../frame/acting-for.ts'
import { GuardedSessionRows } from './GuardedSessionRows.tsx'
import classes from './GuardedSessions.module.css'
import { RequestButton } from './SessionsSection.tsx'
import { useSubscribeToGuardedSessions } from './use-guarded-sessions.ts'

type Which = 'upcoming' | 'history'

/** All sessions of the client that the guardian sees. */
export function GuardedSessionsPage() {
  const { t } = useTranslation('guardianSession')
  const { firstName } = useActingFor()
  const [which, setWhich] = useState<Which>('upcoming')
  useSubscribeToGuardedSessions()
  const choices = (['upcoming', 'history'] as const).map((value) => ({ value, label: t(`which.${value}`) }))
  return (
    <div className={classes.stack}>
      <PageHeader title={t('of', { client: firstName })} actions={<RequestButton />} />
      <SegmentedControl
        aria-label={t('shown')}
        value={which}
        onChange={(value) => setWhich(value as Which)}
        data={choices}
      />
      <Card>
        <SessionPages key={which} which={which} />
      </Card>
    </div>
  )
}

function SessionPages({ which }: { which: Which }) {
  const { t } = useTranslation('guardianSession')
  const { clientId } = useActingFor()
  const pages = useInfiniteQuery(
    orpc.guardian.sessions.infiniteOptions({
      input: (after: string | undefined) => ({ actingFor: clientId, which, after, limit: 50 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
  )
  return (
    <Query of={pages} pending={<RowSkeletons avatar={false} />} failed={t('failed')} again={t('again')}>
      {({ pages: loaded }) => {
        const sessions = loaded.flatMap(({ items }) => items)
        if (sessions.length === 0)
          return <EmptyState icon={IconCalendar} title={t(which === 'upcoming' ? 'none' : 'noHistory')} />
        return (
          <>
            <GuardedSessionRows clientId={clientId} sessions={sessions} />
            {pages.hasNextPage && (
              <LoadMoreButton
                label={t('more')}
                loading={pages.isFetchingNextPage}
                onMore={() => void pages.fetchNextPage()}
              />
            )}
          </>
        )
      }}
    </Query>
  )
}
