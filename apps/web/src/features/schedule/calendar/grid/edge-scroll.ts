const edge = 48
/** Highest scroll speed, in pixels per frame. */
const fastest = 14

/** Returns the nearest scrollable ancestor, or null if the page itself scrolls. */
export function scrollContainerOf(element: Element | null): HTMLElement | null {
  for (let around = element?.parentElement; around; around = around.parentElement)
    if (/auto|scroll/.test(getComputedStyle(around).overflowY) && around !== document.body) return around
  return null
}

/**
 * Scrolls the nearest scrollable ancestor while the pointer is near its upper or lower edge. Stops when the drag ends.
 */
export function scrollAtEdges(element: Element | null) {
  const scroller = scrollContainerOf(element)
  if (!scroller) return
  let y: number | null = null
  let frame = 0
  const onMove = (event: PointerEvent | TouchEvent) => {
    y = 'touches' in event ? (event.touches[0]?.clientY ?? null) : event.clientY
  }
  const step = () => {
    const { top, bottom } = scroller.getBoundingClientRect()
    if (y !== null) {
      const beyond = Math.max(0, y - (bottom - edge)) - Math.max(0, top + edge - y)
      scroller.scrollTop += Math.max(-1, Math.min(1, beyond / edge)) * fastest
    }
    frame = requestAnimationFrame(step)
  }
  const end = () => {
    cancelAnimationFrame(frame)
    for (const kind of ['pointermove', 'touchmove'] as const) removeEventListener(kind, onMove)
    for (const kind of ['pointerup', 'pointercancel', 'touchend', 'touchcancel'] as const)
      removeEventListener(kind, end)
  }
  for (const kind of ['pointermove', 'touchmove'] as const) addEventListener(kind, onMove, { passive: true })
  for (const kind of ['pointerup', 'pointercancel', 'touchend', 'touchcancel'] as const) addEventListener(kind, end)
  step()
}
