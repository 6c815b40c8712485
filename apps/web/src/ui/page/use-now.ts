import { useEffect, useState } from 'react'
import { useClockOffset } from '../../platform/realtime/use-clock-offset.ts'

/** Returns the current time. The component renders again every minute and when the page becomes visible. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const tick = () => setNow(new Date())
    const timer = setTimeout(tick, 60_000 - (now.getTime() % 60_000))
    const seen = () => document.visibilityState === 'visible' && tick()
    document.addEventListener('visibilitychange', seen)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [now])
  return now
}

/** Returns the current time as `useNow` does, by the server's clock, because the clock of a device can be wrong. */
export function useServerNow(): Date {
  const now = useNow()
  return new Date(now.getTime() + useClockOffset())
}
