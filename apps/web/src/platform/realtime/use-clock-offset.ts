import { useSyncExternalStore } from 'react'
import { realtimeClient } from './realtime-client.ts'

/**
 * The milliseconds by which the server's clock is ahead of the clock of this device, which can be wrong. 0 until the server has sent its time, and if
 * the difference is small.
 */
export const useClockOffset = (): number =>
  useSyncExternalStore(realtimeClient.onLiveChange, () => realtimeClient.clockOffset)
