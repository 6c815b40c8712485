import { instantOf, isDay, shiftDay } from '@attune/contract/common/time/time'
import { sessionFormats, therapyTypes } from '@attune/contract/features/schedule/session/session.rules'
import { shownStatuses } from '@attune/contract/features/schedule/session/session.shown.states'
import type { PickedClient } from '../fields/use-client-search.ts'
import { sessionFilterKeys, type SessionSearch } from './session-search.ts'

/** Maps each filter in the URL to the server's query field. */
const queryFields = { status: 'status', format: 'format', kind: 'therapyType', from: 'from', to: 'to' } as const

/** Returns the number of filters that are set, including the client. Invalid values in the URL do not count. */
export const countSessionFilters = (search: SessionSearch, client: PickedClient | null) =>
  sessionFilterKeys.filter((key) => sessionFiltersOf(search, '', null, 'UTC')[queryFields[key]] !== undefined).length +
  (client ? 1 : 0)

/**
 * Converts the filters to query input. `from` and `to` are whole days in the reader's time zone, both inclusive.
 * Ignores invalid values.
 */
export function sessionFiltersOf(search: SessionSearch, typed: string, client: PickedClient | null, zone: string) {
  const status = shownStatuses.find((one) => one === search.status)
  return {
    clientId: client?.id,
    status: status && [status],
    format: sessionFormats.find((one) => one === search.format),
    therapyType: therapyTypes.find((one) => one === search.kind),
    from: search.from && isDay(search.from) ? instantOf(search.from, '00:00', zone) : undefined,
    to: search.to && isDay(search.to) ? instantOf(shiftDay(search.to, 1), '00:00', zone) : undefined,
    search: typed || undefined,
  }
}
export type SessionListFilters = Partial<ReturnType<typeof sessionFiltersOf>>
