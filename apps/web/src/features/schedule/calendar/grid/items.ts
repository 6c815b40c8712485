import type { EventInput } from '@fullcalendar/react'
import type { ReactNode } from 'react'
import classes from './CalendarGrid.module.css'
import type { HourRange } from './hour-height.ts'
import { gridTimes } from '../wall-clock.ts'

export type GridItem<T> = {
  id: string
  title: string
  startUtc: string
  endUtc: string
  /** Whether the item can be dragged. */
  movable: boolean
  className: string
  /** Passed to `content`, which renders it. */
  data: T
}
/** A range in the background of the grid: availability with its formats, or an absence. */
export type GridBackground = {
  id: string
  title: string
  startUtc: string
  endUtc: string
  formats?: readonly string[]
}
export type GridView = 'day' | 'week' | 'month'
/** The layout in which an item or a day heading is rendered. */
export type GridItemContext = {
  /** Whether the item is so short that its content has little height. */
  short: boolean
  /** Whether the content has little width. */
  narrow: boolean
  /** Whether the grid shows a month. */
  month: boolean
  /** The new start of an item while it is being dragged; otherwise null. */
  draggedStart?: string | null
}

export type CalendarGridProps<T> = {
  view: GridView
  /** The first day of the shown day or week, or any day of the shown month. */
  day: string
  /** Hidden weekdays: 6 is Saturday, 7 Sunday. */
  hidden: readonly number[]
  zone: string
  /** The hours at which the grid starts and ends. */
  hours: HourRange
  /** The height of an hour, in pixels. */
  hourHeight: number
  header: boolean
  locale: string
  /** Texts. FullCalendar draws everything again when it gets new functions, so the object is memoized. */
  texts: { hours: string; more: (count: number) => string }
  events: readonly GridItem<T>[]
  /** The availability. If null, the grid does not distinguish open and closed hours. */
  open: readonly GridBackground[] | null
  away: readonly GridBackground[]
  content: (what: T, room: GridItemContext) => ReactNode
  dayHead: (day: string, room: GridItemContext) => ReactNode
  /** Returns the accessible label of a day's cell. */
  dayLabel: (day: string) => string
  /**
   * Called when a free slot is pressed (`endUtc` is null) or a range is selected. Absent if the viewer cannot add
   * items.
   */
  onCreate?: (startUtc: string, endUtc: string | null) => void
  onMove?: (id: string, startUtc: string, endUtc: string) => void
  onOpen: (id: string) => void
  onDay: (day: string) => void
}

/** Converts the items, the closed hours and the absences of the grid to FullCalendar's format. */
export function gridSources<T>({
  events,
  open,
  away,
  zone,
  view,
}: Pick<CalendarGridProps<T>, 'events' | 'open' | 'away' | 'zone' | 'view'>) {
  const at = (one: GridBackground | GridItem<T>) => ({
    id: one.id,
    title: one.title,
    ...gridTimes(one.startUtc, one.endUtc, zone),
  })
  const items = events.map((one): EventInput => ({
    ...at(one),
    editable: one.movable,
    className: `${classes.item} ${one.className}`,
    extendedProps: { what: one.data },
  }))
  const hoursOpen = (open ?? []).map((one): EventInput => ({
    ...at(one),
    groupId: 'open',
    display: 'inverse-background',
    className: classes.closed,
  }))
  const aways = away.map((one): EventInput => ({ ...at(one), display: 'background', className: classes.away }))
  return [...items, ...(view === 'month' ? [] : [...hoursOpen, ...aways])]
}
