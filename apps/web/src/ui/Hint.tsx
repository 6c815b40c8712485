import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import classes from './Hint.module.css'

const openAfterMilliseconds = 700

/** A word about a button, 700 ms after the pointer or the keyboard came to it [9.15]; Escape hides it. The button keeps its own name. */
export function Hint({ text, children }: { text: string; children: ReactNode }) {
  const [shown, setShown] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const come = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setShown(true), openAfterMilliseconds)
  }
  const go = () => {
    clearTimeout(timer.current)
    setShown(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && go()
  return (
    <span
      role="presentation"
      className={classes.around}
      onPointerEnter={come}
      onPointerLeave={go}
      onFocus={come}
      onBlur={go}
      onKeyDown={onKeyDown}
    >
      {children}
      {shown && (
        <span role="tooltip" className={classes.hint}>
          {text}
        </span>
      )}
    </span>
  )
}
