import { useSyncExternalStore } from 'react'
import { realtimeClient } from './realtime-client.ts'

/**
 * The milliseconds by which the server's clock is ahead of that of this device, which can be wrong. 0 until the server has said its time, and for a
 * small difference.
 */
export const useClockOffset = (): number =>
  useSyncExternalStore(realtimeClient.onLiveChange, () => realtimeClient.clockOffset)
