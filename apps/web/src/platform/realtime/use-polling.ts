import { useSyncExternalStore } from 'react'
import { realtimeClient } from './realtime-client.ts'

/** The unread count is polled every 30 s while the socket is not connected (row 7.11). */
export const unreadPollSeconds = 30
/** The count of open tasks is polled every 60 s while the socket is not connected (row 7.11). */
export const taskPollSeconds = 60

/** Returns a value for `refetchInterval`: the interval in milliseconds, or false while the socket is connected. */
export function usePolling(seconds: number): number | false {
  const live = useSyncExternalStore(realtimeClient.onLiveChange, () => realtimeClient.live)
  return live ? false : seconds * 1000
}
