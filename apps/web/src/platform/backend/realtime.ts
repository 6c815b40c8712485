import type { AccountId } from '@attune/contract/common/ids'
import type { RealtimeTable } from '@attune/contract'
import type { ChangeEvent } from '@attune/contract/common/realtime'
import type { SubscriptionFilter } from '@attune/contract/common/realtime.schemas'
import type { RowChange } from '../realtime/realtime-subscription.ts'
import { realtimeClient } from '../realtime/realtime-client.ts'

/**
 * Subscriptions to row changes of the schema `public`, with an optional filter on one column. The server decides who
 * receives which changes [7.10].
 */
export const backendRealtime = {
  /**
   * Subscribes to a table and returns a function that unsubscribes. The listener receives ids and states but no text,
   * so it must read the content from the server.
   */
  subscribe: (
    request: { table: RealtimeTable; event?: ChangeEvent | '*'; filter?: SubscriptionFilter },
    listener: (changes: RowChange[]) => void,
  ) => realtimeClient.subscribe(request, listener),
  /** Subscribes to all changes of a person's notifications. */
  notifications: (userId: AccountId, listener: (changes: RowChange[]) => void) =>
    realtimeClient.subscribe(
      { table: 'notifications', filter: { column: 'user_id', op: 'eq', value: userId } },
      listener,
    ),
}
