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
 * Shows all parts of a page at the same moment. A part that appeared later would move the others, because its height is
 * not known in advance. `waiting` is shown until no part renders `Pending`, but at most for four seconds, so that a
 * part that fails does not block the others.
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
      // Checks in a microtask, because the component that replaces this one may also render `Pending` and must register
      // first.
      queueMicrotask(revealIfReady)
    }
  }, [revealIfReady])
  // The layout effects of the parts run before this one, so every `Pending` has registered. While React suspends the
  // page, no `Pending` is registered. `mounted` is then false, so the parts stay hidden.
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

/** Renders nothing. The surrounding `RevealTogether` waits while this component is mounted. */
export function Pending() {
  const hold = useContext(HoldContext)
  useLayoutEffect(() => hold?.(), [hold])
  return null
}
