import { useEffect, useState } from 'react'

/** The time after which a part of the page that has not loaded says so, although more attempts follow, in milliseconds. */
const lateMilliseconds = 2_500

/** Returns whether the component has been shown for so long that a part of the page should have loaded. */
export function useIsLate(): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), lateMilliseconds)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}
