import {
  Children,
  Suspense,
  createContext,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import classes from './RevealTogether.module.css'

const maxWaitMilliseconds = 4000

const HoldContext = createContext<(() => () => void) | null>(null)

/**
 * Reveals parts of a page at the same moment, because their heights, or whether they are shown at all, are unknown,
 * and a late part would move the others. `waiting` is shown until no part renders `Pending`, or for a few seconds at
 * most, so that a failed part does not block the others.
 */
export function RevealTogether({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const [shown, setShown] = useState(false)
  const holdCount = useRef(0)
  const mounted = useRef(false)
  const revealIfReady = useCallback(() => {
    if (mounted.current && holdCount.current === 0) setShown(true)
  }, [])
  const hold = useCallback(() => {
    holdCount.current += 1
    return () => {
      holdCount.current -= 1
      // Checks later, because a part that replaces this one may render `Pending` too and must register first.
      queueMicrotask(revealIfReady)
    }
  }, [revealIfReady])
  // The effects of the parts run before this one, so they have registered. While React suspends the page, no part is
  // registered; `mounted` is then false, so nothing is shown.
  useLayoutEffect(() => {
    mounted.current = true
    revealIfReady()
    return () => {
      mounted.current = false
    }
  }, [revealIfReady])
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), maxWaitMilliseconds)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      {!shown && (
        <div className={classes.waiting} data-waits>
          {waiting}
        </div>
      )}
      <HoldContext value={hold}>
        {Children.map(children, (part) => (
          <Suspense fallback={<Pending />}>{part}</Suspense>
        ))}
      </HoldContext>
    </>
  )
}

/** Renders nothing. While it is mounted, the surrounding `RevealTogether` waits. */
export function Pending() {
  const hold = useContext(HoldContext)
  useLayoutEffect(() => hold?.(), [hold])
  return null
}
