import { useEffect, useLayoutEffect, useRef, type CSSProperties, type RefObject } from 'react'
import type { GridView } from './items.ts'
import { hourHeight } from './options.ts'

/** The height in pixels below which FullCalendar has not measured the grid yet. */
const minMeasuredHeight = 180

/**
 * Returns the final height of the grid as a CSS variable. The page reserves this space to avoid a layout shift, because
 * FullCalendar sets the height only after the first render.
 */
export const heightOfHours = ({ from, to }: { from: number; to: number }) =>
  ({ '--attune-calendar-height': `${(to - from) * hourHeight}px` }) as CSSProperties

/** Marks the frame with `data-sized` once FullCalendar has measured its rows. Until then the grid is hidden. */
export function useMeasured(frame: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const [around, grid] = [frame.current, frame.current?.firstElementChild]
    if (!around || !grid) return
    const observer = new ResizeObserver(() => {
      if (grid.clientHeight < minMeasuredHeight) return
      observer.disconnect()
      around.dataset.sized = ''
    })
    observer.observe(grid)
    return () => observer.disconnect()
  }, [frame])
}

/** Scrolls a day or week to half an hour before `hour`, and a month to the top. Runs once for each view. */
export function useFirstHour(frame: RefObject<HTMLElement | null>, view: GridView, hour: number) {
  const done = useRef<GridView | null>(null)
  useEffect(() => {
    const scroller = frame.current
    if (done.current === view || !scroller) return
    const top = view === 'month' ? 0 : Math.max(0, hour - 0.5) * hourHeight
    const show = () => {
      scroller.scrollTo({ top })
      done.current = view
    }
    // The frame cannot scroll to `top` before the grid has its final height, so the observer waits for that height. If
    // the page scrolls instead of the frame, the frame never reaches the height and the observer does nothing.
    if (scroller.scrollHeight - scroller.clientHeight >= top) return show()
    const grown = new ResizeObserver(() => {
      if (scroller.scrollHeight - scroller.clientHeight < top) return
      grown.disconnect()
      show()
    })
    if (scroller.firstElementChild) grown.observe(scroller.firstElementChild)
    return () => grown.disconnect()
  }, [frame, view, hour])
}
