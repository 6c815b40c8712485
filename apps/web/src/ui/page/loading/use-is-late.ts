import { useEffect, useState } from 'react'

/** The time in milliseconds after which a part of the page shows that it has not loaded yet, even if further attempts follow. */
const lateMilliseconds = 2_500

/**
 * Returns whether the component has waited for at least this time, in milliseconds. By then, what it waits for should have arrived. It waits while it
 * is shown and `isWaiting` is true.
 */
export function useIsLate(milliseconds = lateMilliseconds, isWaiting = true): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setLate(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [milliseconds, isWaiting])
  return isLate
}
