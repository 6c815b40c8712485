import { useRef, type TouchEvent } from 'react'

const minDistance = 60

/** Turns the page on a horizontal swipe. Ignores vertical scrolling, and long presses, which drag an item. */
export function useSwipe(onTurn: ((turn: 1 | -1) => void) | null) {
  const from = useRef<{ x: number; y: number; at: number } | null>(null)
  if (!onTurn) return {}
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches.item(0)
      from.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY, at: Date.now() } : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const start = from.current
      const touch = changedTouches.item(0)
      from.current = null
      if (!start || !touch || Date.now() - start.at > 400) return
      const x = touch.clientX - start.x
      if (Math.abs(x) > minDistance && Math.abs(x) > 2 * Math.abs(touch.clientY - start.y)) onTurn(x < 0 ? 1 : -1)
    },
  }
}
