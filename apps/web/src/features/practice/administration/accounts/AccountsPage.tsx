import { roles } from '@attune/contract/features/people/account/account.rules'
import type { Role } from '@attune/contract/features/people/account/account'
import type { AccountListItem } from '@attune/contract/features/practice/administration/administration'
import { Button, SegmentedControl } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch, IconUserPlus } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NextPageButton } from '../../../../ui/list/NextPageButton.tsx'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { orpc } from '../../../../platform/api/api.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { Card } from '../../../../ui/page/Section.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { SearchField } from '../../../../ui/input/SearchField.tsx'
import type { AccountAction } from './account-action.ts'
import { AccountRow } from './AccountRow.tsx'
import { ScrollRow } from '../../../../ui/page/row/ScrollRow.tsx'
import classes from '../administration.module.css'

const ResetSecondFactorDialog = lazyNamed(() => import('./ResetSecondFactorDialog.tsx'), 'ResetSecondFactorDialog')
const ChangeRoleDialog = lazyNamed(() => import('./ChangeRoleDialog.tsx'), 'ChangeRoleDialog')
const AccountCommandDialog = lazyNamed(() => import('./AccountCommandDialog.tsx'), 'AccountCommandDialog')
const InviteAccountDialog = lazyNamed(() => import('./InviteAccountDialog.tsx'), 'InviteAccountDialog')

type Filter = Role | 'all'

/** Lists all accounts. The admin filters them by search text and role, invites people, and acts on accounts. */
export function AccountsPage() {
  const { t } = useTranslation('accounts')
  const [typed, setTyped] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const [acting, setActing] = useState<Acting | null>(null)
  const [isInviting, setInviting] = useState(false)
  const [search] = useDebouncedValue(typed.trim(), 200)
  const pages = useAccounts(search, filter)
  const accounts = pages.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('title')}
        facts={t('hint')}
        actions={
          <Button leftSection={<IconUserPlus size={18} stroke={1.75} aria-hidden />} onClick={() => setInviting(true)}>
            {t('invite.open')}
          </Button>
        }
      />
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
                <AccountRow key={account.id} account={account} onAction={(action) => setActing({ action, account })} />
              ))}
            </ul>
          )}
        </Query>
        <NextPageButton of={pages} around={classes.more}>
          {t('more')}
        </NextPageButton>
      </Card>
      {acting && <ActionDialog {...acting} onClose={() => setActing(null)} />}
      {isInviting && <InviteAccountDialog onClose={() => setInviting(false)} />}
    </div>
  )
}

type Acting = { action: AccountAction; account: AccountListItem }

function ActionDialog({ action, account, onClose }: Acting & { onClose: () => void }) {
  if (action === 'reset') return <ResetSecondFactorDialog account={account} onClose={onClose} />
  if (action === 'changeRole') return <ChangeRoleDialog account={account} onClose={onClose} />
  return <AccountCommandDialog command={action} account={account} onClose={onClose} />
}

/** Loads the accounts that match search text and role, page by page. Refetches them when a profile changes. */
function useAccounts(search: string, filter: Filter) {
  const cache = useQueryClient()
  useSubscription('account_list', () => void cache.invalidateQueries({ queryKey: orpc.administration.accounts.key() }))
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
      <ScrollRow>
        <SegmentedControl
          aria-label={t('filter')}
          value={filter}
          onChange={onFilter}
          data={(['all', ...roles] as const).map((value) => ({ value, label: t(`of.${value}`) }))}
        />
      </ScrollRow>
    </div>
  )
}
