import { SegmentedControl } from '@mantine/core'
import { IconNotebook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { unreadPollSeconds, usePolling } from '../../../../platform/realtime/use-polling.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import classes from './reading.module.css'
import { SharedEntryList } from './SharedEntryList.tsx'

const route = getRouteApi('/dashboard/therapist/journals/')

/** The page with the entries that clients share with the therapist: only the new entries, or all entries. */
export function SharedEntriesPage() {
  const { t } = useTranslation('sharedJournal')
  const { show } = route.useSearch()
  const navigate = route.useNavigate()
  const count = useQuery({
    ...orpc.journal.counts.queryOptions({ input: {} }),
    refetchOnMount: 'always',
    refetchInterval: usePolling(unreadPollSeconds),
  }).data?.new
  const all = show === 'all'
  return (
    <>
      <PageHeader title={t('title')} facts={t('facts')} />
      <SegmentedControl
        className={classes.filter}
        aria-label={t('filter.label')}
        value={all ? 'all' : 'new'}
        onChange={(next) => void navigate({ search: next === 'all' ? { show: 'all' } : {}, replace: true })}
        data={[
          { value: 'new', label: count ? t('filter.newCount', { count }) : t('filter.new') },
          { value: 'all', label: t('filter.all') },
        ]}
      />
      {all ? (
        <SharedEntryList
          key="all"
          empty={<EmptyState icon={IconNotebook} title={t('empty.all')} text={t('empty.allText')} />}
        />
      ) : (
        <SharedEntryList
          key="new"
          newOnly
          empty={
            <EmptyState icon={IconNotebook} title={t('empty.new')} text={t('empty.newText')}>
              <ButtonLink variant="light" to="/dashboard/therapist/journals" search={{ show: 'all' }}>
                {t('empty.showAll')}
              </ButtonLink>
            </EmptyState>
          }
        />
      )}
    </>
  )
}
