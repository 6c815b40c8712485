/** A range of hours; 24 is the end of the day. */
export type HourRange = { from: number; to: number }

/** The largest height of an hour in the grid, in pixels. */
export const largestHourHeight = 54
/** The smallest height of an hour, in pixels. An item of 45 minutes then still has room for one line. */
const smallestHourHeight = 38
/** The space above the first hour, in pixels, for the upper half of its label. */
export const wordHeight = 10
/**
 * The total height of the parts above and below the hours on a large screen, in pixels: the header, the toolbar, the heads of the days and the legend
 * (Calendar.module.css).
 */
const around = 254

/**
 * Returns the height of an hour with which `hours` fit on a screen of this height without scrolling, within limits. On a
 * phone the page scrolls, so the height is always the same.
 */
export function hourHeightFor({ from, to }: HourRange, screenHeight: number, phone: boolean): number {
  if (phone) return largestHourHeight
  const fitting = Math.floor((screenHeight - around - wordHeight) / Math.max(1, to - from))
  return Math.min(largestHourHeight, Math.max(smallestHourHeight, fitting))
}

/** Returns the hours of a day on a phone: 7 to 21 and all used hours, and today also the hour of the present time, `now`. */
export const phoneHours = (used: HourRange, now: number | null): HourRange => ({
  from: Math.min(7, used.from, Math.floor(now ?? 7)),
  to: Math.max(21, used.to, Math.floor(now ?? 0) + 1),
})

/**
 * Returns the hour at which the grid opens: the first of `hours` or, if the present time would then not be among the `visible` hours, an earlier or
 * later hour. `now` is the present time in hours; null if today is not shown.
 */
export function openingHour({ from }: HourRange, visible: number, now: number | null): number {
  if (now === null) return from
  if (now < from) return Math.max(0, Math.floor(now) - 1)
  return now > from + visible - 1 ? Math.max(0, now - visible / 2) : from
}
