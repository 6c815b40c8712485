import type { CalendarRef, EventInput } from '@fullcalendar/react'
import FullCalendar from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import '@fullcalendar/react/skeleton.css'
import timeGrid from '@fullcalendar/react/timegrid'
import { useCallback, useEffect, useMemo, useRef, type ReactNode } from 'react'
import classes from './CalendarGrid.module.css'
import { scrollAtEdges } from './edge-scroll.ts'
import { gridClassNames } from './grid-class-names.ts'
import { formatClock, gridTimes, instantAtWallClock, wholeMinutesBetween, type WallClockTime } from './wall-clock.ts'

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

type Props<T> = {
  view: GridView
  /** The first day shown in a day or week; any day of a month. */
  day: string
  /** Hidden weekdays: 6 is Saturday, 7 Sunday. */
  hidden: readonly number[]
  zone: string
  /** The first and last full hour of a day. */
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

const kinds = { day: 'timeGridDay', week: 'timeGridWeek', month: 'dayGridMonth' } as const
const plugins = [timeGrid, dayGrid, interaction]

/** The wall-clock time of a FullCalendar date, which holds it as if it were UTC. */
const wallOfDrawn = (date: Date): WallClockTime => ({
  day: date.toISOString().slice(0, 10),
  minute: date.getUTCHours() * 60 + date.getUTCMinutes(),
})

/**
 * The grid of hours or days. This is the only file that uses FullCalendar. FullCalendar gets wall-clock times only; zones are
 * converted in `wall-clock.ts`.
 */
export function CalendarGrid<T>(props: Props<T>) {
  const { view, day, zone, hours, events, open, away, header, locale, words } = props
  const calendar = useRef<CalendarRef>(null)
  const root = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const hidden = JSON.stringify(props.hidden.map((weekday) => weekday % 7))
  const hiddenDays = useMemo(() => JSON.parse(hidden) as number[], [hidden])

  useEffect(() => {
    const api = calendar.current?.getApi()
    if (!api) return
    if (api.view.type !== kinds[view]) api.changeView(kinds[view], day)
    else api.gotoDate(day)
  }, [view, day])

  const sources = useMemo(() => {
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
  }, [events, open, away, zone, view])

  // FullCalendar has no option for the label of a day's cell.
  useEffect(() => {
    for (const cell of root.current?.querySelectorAll<HTMLElement>('[data-date]') ?? [])
      cell.setAttribute('aria-label', props.dayWords(cell.dataset.date ?? ''))
  })

  const fixed = useMemo(() => {
    const now = () => {
      const instant = new Date().toISOString()
      return gridTimes(instant, instant, latest.current.zone).start
    }
    const moved = (event: { id: string; start: Date | null; end: Date | null }, resized: boolean) => {
      const item = latest.current.events.find((one) => one.id === event.id)
      if (!item || !event.start) return
      const startUtc = resized ? item.startUtc : instantAtWallClock(wallOfDrawn(event.start), latest.current.zone)
      const lasts = wholeMinutesBetween(item.startUtc, item.endUtc)
      const end = resized && event.end ? instantAtWallClock(wallOfDrawn(event.end), latest.current.zone) : null
      latest.current.onMove?.(item.id, startUtc, end ?? new Date(Date.parse(startUtc) + lasts * 60_000).toISOString())
    }
    const madeAt = (start: Date, end: Date | null) => {
      const { zone: own, onCreate } = latest.current
      const from = instantAtWallClock(wallOfDrawn(start), own)
      onCreate?.(from, end && instantAtWallClock(wallOfDrawn(end), own))
    }
    return {
      now,
      timeZone: 'UTC',
      firstDay: 1,
      headerToolbar: false as const,
      height: 'auto',
      allDaySlot: false,
      // FullCalendar snaps a drag from the middle of a slot. With slots longer than the snap step, items would land one step late.
      slotDuration: '00:15:00',
      slotHeaderInterval: '01:00:00',
      slotMinHeight: 13.5,
      eventMinHeight: 24,
      eventShortHeight: 36,
      slotEventOverlap: false,
      eventInteractive: false,
      navLinks: false,
      nowIndicator: true,
      fixedWeekCount: false,
      dayMaxEvents: 3,
      dayNarrowWidth: 90,
      longPressDelay: 400,
      selectMirror: true,
      selectMinDistance: 6,
      dragRevertDuration: 0,
      views: { dayGrid: { eventDurationEditable: false } },
      ...gridClassNames,
      eventDidMount: ({ el, event }: { el: HTMLElement; event: { id: string } }) => {
        el.dataset.item = event.id
      },
      moreLinkDidMount: ({ el }: { el: HTMLElement }) => {
        el.tabIndex = -1
      },
      slotHeaderContent: ({ time }: { time?: { milliseconds: number } }) =>
        formatClock((time?.milliseconds ?? 0) / 60_000),
      eventContent: (info: {
        event: { extendedProps: Record<string, unknown>; title: string; start: Date | null }
        isShort: boolean
        isNarrow: boolean
        isMirror: boolean
        view: { type: string }
      }) =>
        'what' in info.event.extendedProps
          ? latest.current.content(info.event.extendedProps.what as T, {
              short: info.isShort,
              narrow: info.isNarrow,
              month: info.view.type === kinds.month,
              draggedStart:
                info.isMirror && info.event.start
                  ? instantAtWallClock(wallOfDrawn(info.event.start), latest.current.zone)
                  : null,
            })
          : info.event.title,
      dateClick: ({ date, allDay, jsEvent }: { date: Date; allDay: boolean; jsEvent: Event }) => {
        jsEvent.preventDefault()
        if (allDay) latest.current.onDay(date.toISOString().slice(0, 10))
        else madeAt(date, null)
      },
      select: ({ start, end, allDay }: { start: Date; end: Date; allDay: boolean }) => {
        calendar.current?.getApi().unselect()
        if (allDay) latest.current.onDay(start.toISOString().slice(0, 10))
        else madeAt(start, end)
      },
      eventClick: ({ event }: { event: { id: string; extendedProps: Record<string, unknown> } }) => {
        if ('what' in event.extendedProps) latest.current.onOpen(event.id)
      },
      eventDragStart: () => scrollAtEdges(root.current),
      eventResizeStart: () => scrollAtEdges(root.current),
      eventDrop: ({ event }: { event: { id: string; start: Date | null; end: Date | null } }) => moved(event, false),
      eventResize: ({ event }: { event: { id: string; start: Date | null; end: Date | null } }) => moved(event, true),
      moreLinkClick: ({ date }: { date: Date }) => latest.current.onDay(date.toISOString().slice(0, 10)),
    }
  }, [])

  const clock = (hour: number) => `${formatClock(hour * 60)}:00`
  const { dayHead } = props
  // Memoized, because FullCalendar renders all headers again for a new function.
  const renderHead = useCallback(
    (info: { date: Date; view: { type: string } }) =>
      dayHead(info.date.toISOString().slice(0, 10), {
        short: false,
        narrow: false,
        month: info.view.type === kinds.month,
      }),
    [dayHead],
  )
  return (
    <div ref={root} className={classes.root} data-view={view}>
      <FullCalendar
        {...fixed}
        ref={calendar}
        plugins={plugins}
        initialView={kinds[view]}
        initialDate={day}
        locale={locale}
        hiddenDays={hiddenDays}
        slotMinTime={clock(hours.from)}
        slotMaxTime={clock(hours.to)}
        dayHeaders={header}
        dayHeaderContent={renderHead}
        timedText={words.hours}
        moreLinkText={words.more}
        moreLinkHint={words.moreHint}
        selectable={Boolean(props.onCreate)}
        events={sources}
      />
    </div>
  )
}
