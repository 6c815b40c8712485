import type { EventInput } from '@fullcalendar/react'
import type { ReactNode } from 'react'
import classes from './CalendarGrid.module.css'
import { gridTimes } from './wall-clock.ts'

/** An item of the grid. `data` is passed to `content`, which renders it. */
export type GridItem<T> = {
  id: string
  title: string
  startUtc: string
  endUtc: string
  movable: boolean
  className: string
  data: T
}
/** A range in the background of the grid: availability, or an absence. */
export type GridBackground = { id: string; title: string; startUtc: string; endUtc: string }
export type GridView = 'day' | 'week' | 'month'
/** The space for the content of an item. While the item is dragged, `draggedStart` is its new start. */
export type GridItemSpace = { short: boolean; narrow: boolean; month: boolean; draggedStart?: string | null }

export type CalendarGridProps<T> = {
  view: GridView
  /** The first day shown in a day or week; any day of a month. */
  day: string
  /** Hidden weekdays: 6 is Saturday, 7 Sunday. */
  hidden: readonly number[]
  zone: string
  /** The hours at which the grid starts and ends. */
  hours: { from: number; to: number }
  header: boolean
  locale: string
  words: { hours: string; more: (count: number) => string; moreHint: (count: number) => string }
  events: readonly GridItem<T>[]
  /** Null shows no availability. */
  open: readonly GridBackground[] | null
  away: readonly GridBackground[]
  content: (what: T, room: GridItemSpace) => ReactNode
  dayHead: (day: string, room: GridItemSpace) => ReactNode
  /** The accessible label of a day's cell. */
  dayWords: (day: string) => string
  /** A free slot was pressed (`endUtc` is null) or a range was selected. Absent when nothing can be added. */
  onCreate?: (startUtc: string, endUtc: string | null) => void
  onMove?: (id: string, startUtc: string, endUtc: string) => void
  onOpen: (id: string) => void
  onDay: (day: string) => void
}

/** What the grid shows, as FullCalendar takes it: items, then closed hours and absences in the background. */
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
