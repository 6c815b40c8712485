import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import classes from './HintTooltip.module.css'

const openAfterMilliseconds = 700

/**
 * A tooltip that opens 700 ms after the pointer or the focus has reached its button [9.15]. Escape hides the tooltip.
 * The tooltip does not change the accessible name of the button.
 */
export function HintTooltip({ text, children }: { text: string; children: ReactNode }) {
  const [shown, setShown] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const scheduleOpen = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setShown(true), openAfterMilliseconds)
  }
  const hide = () => {
    clearTimeout(timer.current)
    setShown(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && hide()
  return (
    <span
      role="presentation"
      className={classes.around}
      onPointerEnter={scheduleOpen}
      onPointerLeave={hide}
      onFocus={scheduleOpen}
      onBlur={hide}
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
