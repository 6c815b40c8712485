import { z } from 'zod'
import { replaySeconds } from './constants.ts'

/**
 * The tables that a browser can subscribe to, by their public names, each with the columns that a filter can use.
 * A change carries ids and states, never text: the browser reads the rest again through the authorized API.
 */
export const realtimeTables = {
  notifications: ['id', 'user_id', 'is_read'],
  profiles: ['id', 'role'],
  role_requests: ['id', 'account_id', 'status'],
  clients: ['id', 'therapist_id', 'status'],
  invitations: ['id', 'client_id', 'state'],
  sessions: ['id', 'therapist_id', 'status'],
  session_clients: ['session_id', 'client_id', 'therapist_id', 'answer'],
  change_requests: ['id', 'session_id', 'therapist_id', 'state'],
  session_texts: ['id', 'session_id', 'therapist_id'],
  series: ['id', 'therapist_id'],
  events: ['id', 'therapist_id'],
  absences: ['id', 'therapist_id'],
  availability: ['id', 'therapist_id'],
  day_overrides: ['id', 'therapist_id'],
  /** Not a table: sent to a therapist's clients when the bookable times may have changed. */
  free_times: ['therapist_id'],
  imported_calendars: ['id', 'therapist_id'],
  tasks: ['id', 'therapist_id', 'status'],
  task_clients: ['task_id', 'client_id', 'therapist_id'],
  task_comments: ['id', 'task_id', 'therapist_id'],
  task_answers: ['task_id', 'therapist_id'],
  session_text_shares: ['text_id', 'client_id', 'therapist_id'],
  files: ['id', 'state'],
  file_readers: ['file_id'],
  safety_plans: ['account_id'],
  safety_plan_shares: ['account_id', 'therapist_id'],
  accesses: ['id'],
  journal_entries: ['id'],
  journal_shares: ['entry_id', 'therapist_id'],
  journal_replies: ['id', 'entry_id'],
  journal_comments: ['id', 'entry_id'],
} as const satisfies Record<string, readonly string[]>
export type RealtimeTable = keyof typeof realtimeTables

const Value = z.union([z.string().max(100), z.boolean()])
export const SubscriptionFilter = z.discriminatedUnion('op', [
  z.strictObject({ column: z.string().max(40), op: z.enum(['eq', 'neq']), value: Value }),
  z.strictObject({ column: z.string().max(40), op: z.literal('in'), value: z.array(Value).max(100) }),
])
export type SubscriptionFilter = z.infer<typeof SubscriptionFilter>

const events = ['INSERT', 'UPDATE', 'DELETE'] as const
export type ChangeEvent = (typeof events)[number]

/** A frame from the browser, at most 4 kB. */
export const ClientFrame = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('subscribe'),
    ref: z.string().max(40),
    schema: z.literal('public').default('public'),
    table: z.string().max(40),
    event: z.enum(['*', ...events]).default('*'),
    filter: SubscriptionFilter.optional(),
    /** Seconds. The server replays changes of this time, because a page reads its data before it subscribes. */
    behind: z.int().min(0).max(replaySeconds).default(0),
  }),
  z.strictObject({ type: z.literal('unsubscribe'), ref: z.string().max(40) }),
  z.strictObject({ type: z.literal('heartbeat') }),
])
export type ClientFrame = z.infer<typeof ClientFrame>

/** A frame from the server. `ended` says that the login is over or was replaced by one with a higher assurance level. */
export type ServerFrame =
  | { type: 'welcome' }
  | { type: 'heartbeat' }
  | { type: 'subscribed'; ref: string }
  | { type: 'refused'; ref: string; status: 400 }
  | { type: 'change'; ref: string; table: RealtimeTable; event: ChangeEvent; id: string; keys: Record<string, unknown> }
  | { type: 'ended' }
