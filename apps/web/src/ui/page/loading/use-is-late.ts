import { useEffect, useState } from 'react'

/** The time in milliseconds after which a part of the page shows that it has not loaded yet, even if further attempts follow. */
const lateMilliseconds = 2_500

/** Returns whether the component has been shown for at least this time, in milliseconds. By then, the data that it waits for should have arrived. */
export function useIsLate(milliseconds = lateMilliseconds): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return isLate
}
