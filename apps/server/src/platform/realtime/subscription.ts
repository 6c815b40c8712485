import type { ClientFrame, SubscriptionFilter } from '@attune/contract/common/realtime.schemas'
import { type RealtimeTable, realtimeTables } from '@attune/contract'
import type { FeedChange } from './change-feed.ts'

/** A subscription of a page to the changes of a table. */
export type SocketSubscription = {
  /** The id that the page gave to the subscription. */
  ref: string
  /** The public name of the table. */
  table: RealtimeTable
  event: '*' | FeedChange['op']
  /** Without a filter, all rows of the table match. */
  filter?: SubscriptionFilter
}

const isTable = (name: string): name is RealtimeTable => Object.hasOwn(realtimeTables, name)
const tables = Object.keys(realtimeTables).filter(isTable)
const publicNames = new Map<string, RealtimeTable>(tables.map((name) => [realtimeTables[name].table, name]))

/** Returns the public name of a database table, or null when a browser cannot subscribe to the table. */
export const publicTableName = (table: string): RealtimeTable | null => publicNames.get(table) ?? null

/** Tables that a login without its second factor may subscribe to. */
export const tablesWithoutSecondFactor: ReadonlySet<RealtimeTable> = new Set(
  tables.filter((name) => 'withoutSecondFactor' in realtimeTables[name]),
)

/** Parses a subscribe frame. Returns null for an unknown table or a filter on a column that is not permitted. */
export function parseSubscription(frame: Extract<ClientFrame, { type: 'subscribe' }>): SocketSubscription | null {
  const { ref, table, event, filter } = frame
  if (!isTable(table)) return null
  const columns: readonly string[] = realtimeTables[table].filters
  if (filter && !columns.includes(filter.column)) return null
  return { ref, table, event, ...(filter ? { filter } : {}) }
}

/** Whether a change matches a subscription. The caller has already checked that the account is in the change's audience. */
export function matchesSubscription({ table, event, filter }: SocketSubscription, change: FeedChange): boolean {
  if (table !== publicTableName(change.table_name) || (event !== '*' && event !== change.op)) return false
  if (!filter) return true
  const value = change.keys[filter.column]
  switch (filter.op) {
    case 'eq':
      return same(value, filter.value)
    case 'neq':
      return !same(value, filter.value)
    case 'in':
      return filter.value.some((one) => same(value, one))
  }
}

const same = (a: unknown, b: unknown) => String(a) === String(b)
