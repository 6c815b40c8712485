import { useEffect, useState } from 'react'

/** The time of now, anew with every minute of the clock and when the page is looked at again. */
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
