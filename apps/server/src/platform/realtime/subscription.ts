import {
  type ClientFrame,
  type SubscriptionFilter,
  type RealtimeTable,
  realtimeTables,
} from '@attune/contract/common/realtime'
import type { FeedChange } from './change-feed.ts'

export type SocketSubscription = {
  ref: string
  table: RealtimeTable
  event: '*' | FeedChange['op']
  filter?: SubscriptionFilter
}

/** The public names of database tables. */
const publicNames: Record<string, RealtimeTable> = {
  notification: 'notifications',
  profile: 'profiles',
  role_request: 'role_requests',
  client: 'clients',
  invitation: 'invitations',
  session: 'sessions',
  session_client: 'session_clients',
  change_request: 'change_requests',
  session_text: 'session_texts',
  series: 'series',
  event: 'events',
  file: 'files',
  file_reader: 'file_readers',
  safety_plan: 'safety_plans',
  safety_plan_share: 'safety_plan_shares',
  access: 'accesses',
  absence: 'absences',
  availability: 'availability',
  day_override: 'day_overrides',
  free_time: 'free_times',
  imported_calendar: 'imported_calendars',
  session_text_share: 'session_text_shares',
  journal_entry: 'journal_entries',
  journal_share: 'journal_shares',
  journal_reply: 'journal_replies',
  journal_comment: 'journal_comments',
  task: 'tasks',
  task_client: 'task_clients',
  task_comment: 'task_comments',
  task_answer: 'task_answers',
}
export const publicTableName = (table: string): RealtimeTable | null => publicNames[table] ?? null

/** Tables that a login without its second factor may subscribe to. */
export const tablesWithoutSecondFactor: ReadonlySet<RealtimeTable> = new Set([
  'notifications',
  'profiles',
  'role_requests',
])

/** Parses a subscribe frame; null for an unknown table or a filter on a forbidden column. */
export function parseSubscription(frame: Extract<ClientFrame, { type: 'subscribe' }>): SocketSubscription | null {
  const { ref, table, event, filter } = frame
  if (!isTable(table)) return null
  const columns: readonly string[] = realtimeTables[table]
  if (filter && !columns.includes(filter.column)) return null
  return { ref, table, event, ...(filter ? { filter } : {}) }
}

const isTable = (name: string): name is RealtimeTable => Object.hasOwn(realtimeTables, name)

/** Whether a change matches a subscription. The audience is checked before. */
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
