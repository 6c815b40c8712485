import type { ChangeEvent, Filter, RealtimeTable } from '@attune/contract/common/realtime'
import type { Change } from '../channel.ts'
import { socket } from '../realtime.ts'

/**
 * Row changes of the schema `public`, with an optional filter on one column. The server decides who receives what
 * [7.10].
 */
export const realtime = {
  /**
   * Subscribes to a table and returns a function that unsubscribes. The listener gets ids and states, never text, and
   * reads the content itself.
   */
  subscribe: (
    request: { table: RealtimeTable; event?: ChangeEvent | '*'; filter?: Filter },
    listener: (changes: Change[]) => void,
  ) => socket.subscribe(request, listener),
  /** Subscribes to all changes of a person's notifications. */
  notifications: (userId: string, listener: (changes: Change[]) => void) =>
    socket.subscribe({ table: 'notifications', filter: { column: 'user_id', op: 'eq', value: userId } }, listener),
}
