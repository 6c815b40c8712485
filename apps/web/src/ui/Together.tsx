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
import classes from './Together.module.css'

const patienceMilliseconds = 4000

const Hold = createContext<(() => () => void) | null>(null)

/**
 * Parts of which nobody knows yet how high they are, or whether they come at all, appear in one moment: none pushes away another
 * that is being read. `waiting` stands where they will be, until nothing in them is `StillToCome`; after a few seconds what is
 * there is shown, so that a part that fails holds no other back.
 */
export function Together({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const [shown, setShown] = useState(false)
  const holds = useRef(0)
  const here = useRef(false)
  const look = useCallback(() => {
    if (here.current && holds.current === 0) setShown(true)
  }, [])
  const hold = useCallback(() => {
    holds.current += 1
    return () => {
      holds.current -= 1
      // What comes in its place may hold too, and is heard first.
      queueMicrotask(look)
    }
  }, [look])
  // The parts begin before this does. While React keeps the page aside they do not hold, and nothing is shown.
  useLayoutEffect(() => {
    here.current = true
    look()
    return () => {
      here.current = false
    }
  }, [look])
  useEffect(() => {
    const patience = setTimeout(() => setShown(true), patienceMilliseconds)
    return () => clearTimeout(patience)
  }, [])
  return (
    <>
      {!shown && (
        <div className={classes.waiting} data-waits>
          {waiting}
        </div>
      )}
      <Hold value={hold}>
        {Children.map(children, (part) => (
          <Suspense fallback={<StillToCome />}>{part}</Suspense>
        ))}
      </Hold>
    </>
  )
}

/** Stands in a part for what is not there yet. Draws nothing; the parts that appear `Together` with this one wait for it. */
export function StillToCome() {
  const hold = useContext(Hold)
  useLayoutEffect(() => hold?.(), [hold])
  return null
}
