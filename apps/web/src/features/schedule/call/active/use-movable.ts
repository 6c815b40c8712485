import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'

type Offset = { x: number; y: number }

/** The pixels by which an arrow key moves the element. */
const step = 24
const directions: Record<string, Offset> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
}

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>

/** Limits a move so that a box stays within its bounds. */
export function moveWithin(box: Box, bounds: Box, { x, y }: Offset): Offset {
  return {
    x: Math.max(bounds.left - box.left, Math.min(x, bounds.right - box.right)),
    y: Math.max(bounds.top - box.top, Math.min(y, bounds.bottom - box.bottom)),
  }
}

/**
 * Lets a person move an element by pointer and by arrow keys, within its offset parent, or within the window if there is none. `element` is the ref
 * of the moved element; `handle` contains the props of the part by which the person moves it.
 */
export function useMovable<Moved extends HTMLElement>() {
  const element = useRef<Moved>(null)
  const [offset, setOffset] = useState<Offset>({ x: 0, y: 0 })
  const from = useRef<Offset | null>(null)
  const move = (by: Offset) => {
    const moved = element.current
    if (!moved) return
    const { x, y } = moveWithin(moved.getBoundingClientRect(), boundsOf(moved), by)
    if (x || y) setOffset((before) => ({ x: before.x + x, y: before.y + y }))
  }
  useEffect(() => {
    const stayInside = () => setOffset({ x: 0, y: 0 })
    addEventListener('resize', stayInside)
    return () => removeEventListener('resize', stayInside)
  }, [])
  const handle = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      from.current = { x: event.clientX, y: event.clientY }
      event.currentTarget.setPointerCapture?.(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!from.current) return
      move({ x: event.clientX - from.current.x, y: event.clientY - from.current.y })
      from.current = { x: event.clientX, y: event.clientY }
    },
    onPointerUp: () => {
      from.current = null
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const direction = directions[event.key]
      if (!direction) return
      event.preventDefault()
      move(direction)
    },
  }
  return { element, handle, style: { translate: `${offset.x}px ${offset.y}px` } }
}

function boundsOf(moved: HTMLElement): Box {
  const parent = moved.offsetParent
  if (parent && getComputedStyle(moved).position !== 'fixed') return parent.getBoundingClientRect()
  return { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
}
