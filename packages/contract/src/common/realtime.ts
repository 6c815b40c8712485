/**
 * Tables that a browser can subscribe to, by their public names. `table` is the name in the database, and `filters` are the columns that a filter can
 * use. With `withoutSecondFactor`, a login without its second factor may subscribe to the table. A change contains ids and states, never text: the
 * browser reads the text through the authorized API.
 */
export type RealtimeTables = Readonly<
  Record<string, { table: string; filters: readonly string[]; withoutSecondFactor?: true }>
>

export const changeEvents = ['INSERT', 'UPDATE', 'DELETE'] as const
export type ChangeEvent = (typeof changeEvents)[number]

/**
 * A frame from the server. `ended`: the login has ended. `replaced`: the same browser has a new login, for example after two-step verification was
 * set up; the page reconnects with its new cookie. `welcome` contains two times in milliseconds. `at` is the time on a clock that starts with the
 * server; a page converts the time at which it read its data to this clock. `time` is the current time since 1970, because the clock of a device can
 * be wrong.
 */
export type ServerFrame<Table extends string = string> =
  | { type: 'welcome'; at: number; time: number }
  | { type: 'heartbeat' }
  | { type: 'subscribed'; ref: string }
  | { type: 'refused'; ref: string; status: 400 }
  | { type: 'change'; ref: string; table: Table; event: ChangeEvent; id: string; keys: Record<string, unknown> }
  | { type: 'ended' }
  | { type: 'replaced' }
