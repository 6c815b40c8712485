import type { Filter, RealtimeTable } from '@attune/contract/common/realtime'
import { useEffect, useEffectEvent } from 'react'
import type { Change } from './channel.ts'
import { realtime } from './backend/realtime.ts'

/**
 * Calls the listener when rows of a table that concern this person have changed, in batches at most every 500 ms.
 * `useSubscription('sessions', () => queryClient.invalidateQueries({ queryKey: orpc.session.key() }))`
 */
export function useLive(table: RealtimeTable, hear: (changes: Change[]) => void, filter?: Filter) {
  const latest = useEffectEvent(hear)
  const asked = JSON.stringify(filter ?? null)
  useEffect(() => {
    const wanted = JSON.parse(asked) as Filter | null
    return realtime.subscribe({ table, ...(wanted ? { filter: wanted } : {}) }, (changes) => latest(changes))
  }, [table, asked])
}
