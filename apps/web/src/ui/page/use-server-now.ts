import { useSyncExternalStore } from 'react'
import { realtimeClient } from '../../platform/realtime/realtime-client.ts'
import { useNow } from './use-now.ts'

/** The milliseconds by which the server's clock is ahead of that of this device. 0 until the server has said its time. */
export const useClockOffset = (): number =>
  useSyncExternalStore(realtimeClient.onLiveChange, () => realtimeClient.clockOffset)

/** Returns the current time as `useNow` does, by the server's clock: that of a device can be wrong. */
export function useServerNow(): Date {
  const now = useNow()
  return new Date(now.getTime() + useClockOffset())
}
