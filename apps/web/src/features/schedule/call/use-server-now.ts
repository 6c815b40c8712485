import { useClockOffset } from '../../../platform/realtime/use-clock-offset.ts'
import { useNow } from '../../../ui/page/use-now.ts'

/** Returns the current time as `useNow` does, by the server's clock: that of a device can be wrong. */
export function useServerNow(): Date {
  const now = useNow()
  return new Date(now.getTime() + useClockOffset())
}
