import type { ChangeEvent, Filter, RealtimeTable } from '@attune/contract/common/realtime'
import type { Change } from '../channel.ts'
import { socket } from '../realtime.ts'

/** Row changes of the schema `public`, with one filter on one column where wanted; the server decides who may hear what [7.10]. */
export const realtime = {
  /** Follows a table; the answer ends it. The listener gets ids and states, never text: what it shows it reads anew. */
  subscribe: (
    wish: { table: RealtimeTable; event?: ChangeEvent | '*'; filter?: Filter },
    listener: (changes: Change[]) => void,
  ) => socket.subscribe(wish, listener),
  /** All changes of a person's notifications. */
  notifications: (userId: string, listener: (changes: Change[]) => void) =>
    socket.subscribe({ table: 'notifications', filter: { column: 'user_id', op: 'eq', value: userId } }, listener),
}
