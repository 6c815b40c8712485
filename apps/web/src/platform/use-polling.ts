import { useSyncExternalStore } from 'react'
import { realtimeClient } from './realtime-client.ts'

/** Row 7.11: the unread count is polled every 30 s while the socket is not connected. */
export const unreadPollSeconds = 30
/** Row 7.11: the count of open tasks is polled every 60 s. */
export const taskPollSeconds = 60

/** Returns a value for `refetchInterval`: the interval in milliseconds, or false while the socket is connected. */
export function usePolling(seconds: number): number | false {
  const live = useSyncExternalStore(realtimeClient.onLiveChange, () => realtimeClient.live)
  return live ? false : seconds * 1000
}
