import { roles, type Role } from '@attune/contract/features/account'
import type { AccountEntry } from '@attune/contract/features/administration'
import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import { useLive } from '../../platform/use-live.ts'
import { Empty } from '../../ui/Empty.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Panel } from '../../ui/Section.tsx'
import { LoadFailed, RowSkeletons } from '../../ui/Waiting.tsx'
import { AccountRow } from './AccountRow.tsx'
import classes from './administration.module.css'

const ResetFactor = lazy(() => import('./ResetFactor.tsx').then((file) => ({ default: file.ResetFactor })))

type Filter = Role | 'all'

/** All accounts, filtered by search text and role. Here the admin resets a lost second factor. */
export function Accounts() {
  const { t } = useTranslation('accounts')
  const cache = useQueryClient()
  const [typed, setTyped] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const [resetting, setResetting] = useState<AccountEntry | null>(null)
  const [search] = useDebouncedValue(typed.trim(), 200)
  useLive('profiles', () => void cache.invalidateQueries({ queryKey: query.administration.accounts.key() }))
  const pages = useInfiniteQuery({
    ...query.administration.accounts.infiniteOptions({
      input: (after: string | undefined) => ({
        search,
        role: filter === 'all' ? undefined : filter,
        after,
        limit: 50,
      }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
    placeholderData: keepPreviousData,
  })
  const accounts = pages.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className={classes.page}>
      <PageHead title={t('title')} facts={t('hint')} />
      <div className={classes.tools}>
        <TextInput
          type="search"
          maxLength={100}
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <SegmentedControl
          aria-label={t('filter')}
          value={filter}
          onChange={setFilter}
          data={(['all', ...roles] as const).map((value) => ({ value, label: t(`of.${value}`) }))}
        />
      </div>
      <Panel>
        {pages.isPending && <RowSkeletons rows={6} />}
        {pages.isError && !pages.data && (
          <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={() => void pages.refetch()} />
        )}
        {pages.data && accounts.length === 0 && <Empty icon={IconSearch} title={t('nobody')} />}
        {accounts.length > 0 && (
          <ul className={classes.accounts}>
            {accounts.map((account) => (
              <AccountRow key={account.id} account={account} onReset={() => setResetting(account)} />
            ))}
          </ul>
        )}
        {pages.hasNextPage && (
          <div className={classes.more}>
            <Button variant="subtle" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
              {t('more')}
            </Button>
          </div>
        )}
      </Panel>
      {resetting && (
        <Suspense>
          <ResetFactor account={resetting} onClose={() => setResetting(null)} />
        </Suspense>
      )}
    </div>
  )
}
