import { ClientFrame } from '@attune/contract/common/realtime.schemas'
import type { ServerFrame } from '@attune/contract/common/realtime'
import { missingAssurance } from '../auth/login/login.ts'
import type { FeedChange } from './change-feed.ts'
import { queueFrames, sendFrame, type SocketConnection } from './connection.ts'
import { parse } from './socket-request.ts'
import {
  matchesSubscription,
  parseSubscription,
  publicTableName,
  type SocketSubscription,
  tablesWithoutSecondFactor,
} from './subscription.ts'

const maxSubscriptions = 100

/** The period in which a page may have missed changes of a subscription: the last `behind` seconds, but not before `since`. */
type MissedTime = { behind: number; since?: number | undefined }
type Replay = (connection: SocketConnection, subscription: SocketSubscription, missed: MissedTime) => void

/**
 * Handles a message from a page: a heartbeat, a subscription, or the end of a subscription. Calls `replay` if the page may have missed changes before
 * the subscription. Refuses an invalid message, a subscription to a table or filter that is not permitted, and a subscription above
 * `maxSubscriptions`.
 */
export function handleMessage(connection: SocketConnection, data: string, replay: Replay): void {
  connection.heardAt = Date.now()
  const frame = ClientFrame.safeParse(parse(data))
  if (!frame.success) return refuseFrame(connection, data)
  if (frame.data.type === 'heartbeat') return sendFrame(connection, { type: 'heartbeat' })
  if (frame.data.type === 'unsubscribe') return void connection.subscriptions.delete(frame.data.ref)
  const subscription = parseSubscription(frame.data)
  if (!subscription || connection.subscriptions.size >= maxSubscriptions)
    return sendFrame(connection, { type: 'refused', ref: frame.data.ref, status: 400 })
  connection.subscriptions.set(subscription.ref, subscription)
  sendFrame(connection, { type: 'subscribed', ref: subscription.ref })
  if (frame.data.behind > 0) replay(connection, subscription, frame.data)
}

function refuseFrame(connection: SocketConnection, data: string) {
  const ref = (parse(data) as { ref?: unknown } | null)?.ref
  sendFrame(connection, { type: 'refused', ref: typeof ref === 'string' ? ref.slice(0, 40) : '', status: 400 })
}

/**
 * Sends a change to the given subscriptions of a page that include it. By default these are all subscriptions of the page. If the login still lacks
 * its second factor, sends only changes of `tablesWithoutSecondFactor`.
 */
export function sendChangeFrames(
  connection: SocketConnection,
  change: FeedChange,
  subscriptions: Iterable<SocketSubscription> = connection.subscriptions.values(),
): void {
  const table = publicTableName(change.table_name)
  if (!table || (missingAssurance(connection.login) !== null && !tablesWithoutSecondFactor.has(table))) return
  const { op: event, row_id: id, keys } = change
  const frames = [...subscriptions]
    .filter((subscription) => matchesSubscription(subscription, change))
    .map((subscription): ServerFrame => ({ type: 'change', ref: subscription.ref, table, event, id, keys }))
  queueFrames(connection, frames)
}
