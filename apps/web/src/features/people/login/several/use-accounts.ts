import type { HeldAccount } from '@attune/contract/features/people/login/login.several'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { orpc } from '../../../../platform/api/api.ts'
import { setHeldAccounts } from '../../../../platform/login/held-accounts.ts'
import { pageAccount } from '../../../../platform/login/page-account.ts'
import { useProductSettings } from '../../../../platform/settings/product-settings.ts'
import { unreadPollSeconds } from '../../../../platform/realtime/use-polling.ts'

export type { HeldAccount }

/**
 * Returns the accounts of this browser, the one of this page first; empty while they load and if the practice does not allow several accounts.
 * Refetches every 30 seconds, because the socket reports only changes of the page's own account.
 */
export function useAccounts(): readonly HeldAccount[] {
  const allowed = useProductSettings().severalAccounts
  const { data } = useQuery({
    ...orpc.login.accounts.queryOptions({ input: {} }),
    enabled: allowed,
    refetchInterval: unreadPollSeconds * 1000,
  })
  useEffect(() => {
    const ids = data?.items.map(({ userId }) => userId)
    if (ids) setHeldAccounts(ids.length > 1 || !pageAccount() ? ids : [])
  }, [data])
  return allowed ? (data?.items ?? []) : []
}

export const isOfPage = (account: HeldAccount) => account.userId === pageAccount()

/** Returns the number of new items of an account. */
export const newThings = ({ counts }: HeldAccount) =>
  counts ? counts.notifications + counts.messages + counts.tasks : 0
