import { useLayoutEffect, useRef, type RefObject } from 'react'
import type { CalendarCursor } from './cursor.ts'
import classes from '../Calendar.module.css'
import { minutesPerDay } from '../wall-clock.ts'

type Props = {
  around: RefObject<HTMLElement | null>
  cursor: CalendarCursor
  step: number
  month: boolean
  hours: { from: number; to: number }
  /** When this value changes, the ring computes its position again. */
  with: unknown
}

/** Draws the focus ring around the cursor as an overlay, because the slots of the grid are not focusable elements. */
export function CursorRing({ around, cursor, step, month, hours, with: drawn }: Props) {
  const ring = useRef<HTMLDivElement>(null)
  const shown = useRef<string | null>(null)
  useLayoutEffect(() => {
    const root = around.current
    const mark = ring.current
    const parent = mark?.offsetParent
    if (!root || !mark || !parent) return
    const item = cursor.id && root.querySelector(`[data-item="${CSS.escape(cursor.id)}"]`)
    const cell = root.querySelector(`[role="cell"][data-date="${cursor.day}"]`)
    const place = item || cell
    mark.hidden = !place
    if (!place) return
    const origin = parent.getBoundingClientRect()
    const box = place.getBoundingClientRect()
    let { top, height } = box
    if (!item && !month) {
      const minutes = (hours.to - hours.from) * 60
      const from = Math.max(0, Math.min(cursor.minute, minutesPerDay - step) - hours.from * 60)
      top += (box.height * from) / minutes
      height = (box.height * step) / minutes
    }
    Object.assign(mark.style, {
      top: `${top - origin.top + parent.scrollTop}px`,
      left: `${box.left - origin.left + parent.scrollLeft}px`,
      width: `${box.width}px`,
      height: `${height}px`,
    })
    // Scrolls to the cursor when the cursor moves, but not when a mouse click focuses the grid.
    const where = `${cursor.id} ${cursor.day} ${cursor.minute}`
    const follows = shown.current === null ? root.matches(':focus-visible') : shown.current !== where
    shown.current = where
    if (follows) mark.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [around, cursor.id, cursor.day, cursor.minute, step, month, hours.from, hours.to, drawn])
  return <div ref={ring} className={classes.ring} aria-hidden />
}
