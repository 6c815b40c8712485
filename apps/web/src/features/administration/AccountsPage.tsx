import { roles } from '@attune/contract/features/account.rules'
import type { Role } from '@attune/contract/features/account'
import type { AccountListItem } from '@attune/contract/features/administration'
import { SegmentedControl } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NextPageButton } from '../../ui/NextPageButton.tsx'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { orpc } from '../../platform/api.ts'
import { useSubscription } from '../../platform/use-subscription.ts'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { Card } from '../../ui/page/Section.tsx'
import { Query } from '../../ui/page/Query.tsx'
import { RowSkeletons } from '../../ui/page/ListStates.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { AccountRow } from './AccountRow.tsx'
import classes from './administration.module.css'

const ResetFactor = lazyNamed(() => import('./ResetSecondFactorDialog.tsx'), 'ResetSecondFactorDialog')

type Filter = Role | 'all'

/** Lists all accounts. The admin filters them by search text and role, and resets a lost second factor. */
export function AccountsPage() {
  const { t } = useTranslation('accounts')
  const [typed, setTyped] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const [resetting, setResetting] = useState<AccountListItem | null>(null)
  const [search] = useDebouncedValue(typed.trim(), 200)
  const pages = useAccounts(search, filter)
  const accounts = pages.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} facts={t('hint')} />
      <AccountFilter typed={typed} onTyped={setTyped} filter={filter} onFilter={setFilter} />
      <Card>
        <Query
          of={pages}
          pending={<RowSkeletons rows={6} />}
          failed={t('loadFailed')}
          again={t('again')}
          empty={accounts.length === 0 && <EmptyState icon={IconSearch} title={t('none')} />}
        >
          {() => (
            <ul className={classes.accounts}>
              {accounts.map((account) => (
                <AccountRow key={account.id} account={account} onReset={() => setResetting(account)} />
              ))}
            </ul>
          )}
        </Query>
        <NextPageButton of={pages} around={classes.more}>
          {t('more')}
        </NextPageButton>
      </Card>
      {resetting && (
        <Suspense>
          <ResetFactor account={resetting} onClose={() => setResetting(null)} />
        </Suspense>
      )}
    </div>
  )
}

/** Loads the accounts that match search text and role, page by page. Refetches them when a profile changes. */
function useAccounts(search: string, filter: Filter) {
  const cache = useQueryClient()
  useSubscription('profiles', () => void cache.invalidateQueries({ queryKey: orpc.administration.accounts.key() }))
  return useInfiniteQuery({
    ...orpc.administration.accounts.infiniteOptions({
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
}

type FilterProps = {
  typed: string
  onTyped: (typed: string) => void
  filter: Filter
  onFilter: (filter: Filter) => void
}

function AccountFilter({ typed, onTyped, filter, onFilter }: FilterProps) {
  const { t } = useTranslation('accounts')
  return (
    <div className={classes.tools}>
      <SearchField label={t('search')} value={typed} onChange={onTyped} />
      <SegmentedControl
        aria-label={t('filter')}
        value={filter}
        onChange={onFilter}
        data={(['all', ...roles] as const).map((value) => ({ value, label: t(`of.${value}`) }))}
      />
    </div>
  )
}
