import { SegmentedControl } from '@mantine/core'
import { IconNotebook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { query } from '../../../platform/api.ts'
import { unreadSeconds, usePolling } from '../../../platform/polling.ts'
import { ButtonLink } from '../../../ui/ButtonLink.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { PageHead } from '../../../ui/PageHead.tsx'
import classes from './reading.module.css'
import { SharedList } from './SharedList.tsx'

const route = getRouteApi('/dashboard/therapist/journals/')

/** The entries that clients share with this therapist: new ones, or all. */
export function JournalsPage() {
  const { t } = useTranslation('sharedJournal')
  const { show } = route.useSearch()
  const navigate = route.useNavigate()
  const count = useQuery({
    ...query.journal.counts.queryOptions({ input: {} }),
    refetchOnMount: 'always',
    refetchInterval: usePolling(unreadSeconds),
  }).data?.new
  const all = show === 'all'
  return (
    <>
      <PageHead title={t('title')} facts={t('facts')} />
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
        <SharedList key="all" empty={<Empty icon={IconNotebook} title={t('empty.all')} text={t('empty.allText')} />} />
      ) : (
        <SharedList
          key="new"
          newOnly
          empty={
            <Empty icon={IconNotebook} title={t('empty.new')} text={t('empty.newText')}>
              <ButtonLink variant="light" to="/dashboard/therapist/journals" search={{ show: 'all' }}>
                {t('empty.showAll')}
              </ButtonLink>
            </Empty>
          }
        />
      )}
    </>
  )
}
