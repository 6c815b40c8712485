import type { SubscriptionFilter } from '@attune/contract/common/realtime.schemas'
import type { RealtimeTable } from '@attune/contract'
import { useEffect, useEffectEvent } from 'react'
import type { RowChange } from './realtime-subscription.ts'
import { backendRealtime } from '../backend/realtime.ts'

/**
 * Calls `onChange` with up to 10 changes at a time when rows of a table that this person may see have changed. The first
 * change after 500 ms without changes comes at once; changes that follow it are collected for up to 500 ms.
 * `useSubscription('sessions', () => queryClient.invalidateQueries({ queryKey: orpc.session.key() }))`
 */
export function useSubscription(
  table: RealtimeTable,
  onChange: (changes: RowChange[]) => void,
  filter?: SubscriptionFilter,
) {
  const latest = useEffectEvent(onChange)
  const asked = JSON.stringify(filter ?? null)
  useEffect(() => {
    const wanted = JSON.parse(asked) as SubscriptionFilter | null
    return backendRealtime.subscribe({ table, ...(wanted ? { filter: wanted } : {}) }, (changes) => latest(changes))
  }, [table, asked])
}
