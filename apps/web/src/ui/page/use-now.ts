import { useEffect, useState } from 'react'

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
