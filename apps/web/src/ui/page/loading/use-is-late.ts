import { useEffect, useState } from 'react'

/** The time after which a part of the page that has not loaded says so, although more attempts follow, in milliseconds. */
const lateMilliseconds = 2_500

/** Returns whether the component has been shown for so long, in milliseconds, that what it waits for should be there. */
export function useIsLate(milliseconds = lateMilliseconds): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return isLate
}
