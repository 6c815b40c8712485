import type { Filter, RealtimeTable } from '@attune/contract/common/realtime'
import { useEffect, useEffectEvent } from 'react'
import type { Change } from './channel.ts'
import { realtime } from './backend/realtime.ts'

/**
 * Calls `hear` when rows of a table that concern this person have changed; batched, at most every 500 ms.
 * `useLive('sessions', () => queryClient.invalidateQueries({ queryKey: query.session.key() }))`
 */
export function useLive(table: RealtimeTable, hear: (changes: Change[]) => void, filter?: Filter) {
  const latest = useEffectEvent(hear)
  const asked = JSON.stringify(filter ?? null)
  useEffect(() => {
    const wanted = JSON.parse(asked) as Filter | null
    return realtime.subscribe({ table, ...(wanted ? { filter: wanted } : {}) }, (changes) => latest(changes))
  }, [table, asked])
}
