import { useSyncExternalStore } from 'react'
import { socket } from './realtime.ts'

/** Row 7.11: what is unread is asked for every 30 s, while no socket tells of it. */
export const unreadSeconds = 30
/** And how many tasks are open every 60 s. */
export const taskSeconds = 60

/** For `refetchInterval`: the interval in milliseconds, false while the socket is live. */
export function usePolling(seconds: number): number | false {
  const live = useSyncExternalStore(socket.onLive, () => socket.live)
  return live ? false : seconds * 1000
}
