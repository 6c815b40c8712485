import { useEffect, useEffectEvent, useLayoutEffect, useRef, type CSSProperties, type RefObject } from 'react'
import type { GridView } from './items.ts'
import { openingHour, wordHeight, type HourRange } from './hour-height.ts'

/** The height in pixels below which FullCalendar has not measured the grid yet. */
const minMeasuredHeight = 180

/**
 * Returns the final height of the grid as a CSS variable. The page reserves this space to avoid a layout shift, because
 * FullCalendar sets the height only after the first render.
 */
export const heightOfHours = ({ from, to }: HourRange, hourHeight: number) =>
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

type Opening = {
  view: GridView
  phone: boolean
  /** `hours`: all hours of the grid. `used`: the hours that it shows first. `now`: the present time in hours; null if today is not shown. */
  hours: HourRange
  used: HourRange
  now: number | null
  hourHeight: number
}

/**
 * Scrolls a day or week to its first hour, or to the present time, and a month to the top. On a phone the page scrolls,
 * and only if the present time is below the screen. Runs once for each view.
 */
export function useOpeningScroll(frame: RefObject<HTMLElement | null>, opening: Opening) {
  const done = useRef<GridView | null>(null)
  const open = useEffectEvent((scroller: HTMLElement) => {
    const { view, phone, hours, used, now, hourHeight } = opening
    done.current = view
    if (phone) return scrollPageTo(scroller, now === null || view === 'month' ? 0 : (now - hours.from) * hourHeight)
    const visible = (scroller.clientHeight - headHeight) / hourHeight
    const hour = openingHour(used, visible, now)
    scroller.scrollTo({ top: view === 'month' ? 0 : Math.max(0, hour * hourHeight - wordHeight) })
  })
  const { view, hourHeight } = opening
  const span = opening.hours.to - opening.hours.from
  useEffect(() => {
    const scroller = frame.current
    if (done.current === view || !scroller) return
    // The frame cannot scroll before the grid has its final height, so the observer waits for that height. The page,
    // which scrolls on a phone, has reserved it.
    const isGrown = () => scroller.scrollHeight >= span * hourHeight
    if (opening.phone || view === 'month' || isGrown()) return open(scroller)
    const grown = new ResizeObserver(() => {
      if (!isGrown()) return
      grown.disconnect()
      open(scroller)
    })
    if (scroller.firstElementChild) grown.observe(scroller.firstElementChild)
    return () => grown.disconnect()
  }, [frame, view, hourHeight, span, opening.phone])
}

/** The height of the heads of the days, in pixels. */
const headHeight = 49
/** The height of the tab bar of a phone and of some space above it, in pixels. */
const tabBar = 140

/**
 * Scrolls the page so that `y`, measured from the upper edge of the grid, is in the middle. Does nothing if `y` is visible already, or if the page is
 * no longer at its top.
 */
function scrollPageTo(grid: HTMLElement, y: number): void {
  const top = grid.getBoundingClientRect().top + y
  if (window.scrollY === 0 && top > window.innerHeight - tabBar) window.scrollTo({ top: top - window.innerHeight / 2 })
}
