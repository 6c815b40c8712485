/**
 * The tables that a browser can subscribe to, by their public names. Each has its name in the database, the columns that a filter can use,
 * and whether a login without its second factor may subscribe to the table (`withoutSecondFactor`). A change contains ids and states, never
 * text: the browser reads the text through the authorized API.
 */
export const realtimeTables = {
  notifications: { table: 'notification', filters: ['id', 'user_id', 'is_read'], withoutSecondFactor: true },
  profiles: { table: 'profile', filters: ['id', 'role'], withoutSecondFactor: true },
  role_requests: { table: 'role_request', filters: ['id', 'account_id', 'status'], withoutSecondFactor: true },
  clients: { table: 'client', filters: ['id', 'therapist_id', 'status'] },
  client_tags: { table: 'client_tag', filters: ['id', 'therapist_id'] },
  client_tag_clients: { table: 'client_tag_client', filters: ['tag_id', 'client_id', 'therapist_id'] },
  invitations: { table: 'invitation', filters: ['id', 'client_id', 'state'] },
  sessions: { table: 'session', filters: ['id', 'therapist_id', 'status'] },
  session_clients: { table: 'session_client', filters: ['session_id', 'client_id', 'therapist_id', 'answer'] },
  change_requests: { table: 'change_request', filters: ['id', 'session_id', 'therapist_id', 'state'] },
  session_texts: { table: 'session_text', filters: ['id', 'session_id', 'therapist_id'] },
  series: { table: 'series', filters: ['id', 'therapist_id'] },
  events: { table: 'event', filters: ['id', 'therapist_id'] },
  absences: { table: 'absence', filters: ['id', 'therapist_id'] },
  availability: { table: 'availability', filters: ['id', 'therapist_id'] },
  day_overrides: { table: 'day_override', filters: ['id', 'therapist_id'] },
  /** Not a table: this change is sent to a therapist's clients when the bookable times may have changed. */
  free_times: { table: 'free_time', filters: ['therapist_id'] },
  imported_calendars: { table: 'imported_calendar', filters: ['id', 'therapist_id'] },
  tasks: { table: 'task', filters: ['id', 'therapist_id', 'status'] },
  task_clients: { table: 'task_client', filters: ['task_id', 'client_id', 'therapist_id'] },
  task_comments: { table: 'task_comment', filters: ['id', 'task_id', 'therapist_id'] },
  task_answers: { table: 'task_answer', filters: ['task_id', 'therapist_id'] },
  session_text_shares: { table: 'session_text_share', filters: ['text_id', 'client_id', 'therapist_id'] },
  files: { table: 'file', filters: ['id', 'state'] },
  file_readers: { table: 'file_reader', filters: ['file_id'] },
  safety_plans: { table: 'safety_plan', filters: ['account_id'] },
  safety_plan_shares: { table: 'safety_plan_share', filters: ['account_id', 'therapist_id'] },
  accesses: { table: 'access', filters: ['id'] },
  journal_entries: { table: 'journal_entry', filters: ['id'] },
  journal_shares: { table: 'journal_share', filters: ['entry_id', 'therapist_id'] },
  journal_replies: { table: 'journal_reply', filters: ['id', 'entry_id'] },
  journal_comments: { table: 'journal_comment', filters: ['id', 'entry_id'] },
} as const satisfies Record<string, { table: string; filters: readonly string[]; withoutSecondFactor?: true }>
export type RealtimeTable = keyof typeof realtimeTables

export const changeEvents = ['INSERT', 'UPDATE', 'DELETE'] as const
export type ChangeEvent = (typeof changeEvents)[number]

/** A frame from the server. `ended` says that the login is over, or that a login with a higher assurance level has replaced it. */
export type ServerFrame =
  | { type: 'welcome' }
  | { type: 'heartbeat' }
  | { type: 'subscribed'; ref: string }
  | { type: 'refused'; ref: string; status: 400 }
  | { type: 'change'; ref: string; table: RealtimeTable; event: ChangeEvent; id: string; keys: Record<string, unknown> }
  | { type: 'ended' }
