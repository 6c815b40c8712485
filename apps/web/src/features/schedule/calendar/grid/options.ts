import type { CalendarGridProps } from './items.ts'
import { gridClassNames } from './class-names.ts'
import { formatClock, gridTimes, instantAtWallClock, wholeMinutesBetween, type WallClockTime } from '../wall-clock.ts'

export const kinds = { day: 'timeGridDay', week: 'timeGridWeek', month: 'dayGridMonth' } as const

/**
 * A function that returns the props of the latest render. FullCalendar gets its callbacks only once, so the callbacks
 * read the current props through this function.
 */
type Latest<T> = () => CalendarGridProps<T>
type Drawn = { id: string; start: Date | null; end: Date | null }

/** Returns the wall-clock time of a FullCalendar date. FullCalendar stores the wall-clock time in the UTC fields. */
const wallClockOfGridDate = (date: Date): WallClockTime => ({
  day: date.toISOString().slice(0, 10),
  minute: date.getUTCHours() * 60 + date.getUTCMinutes(),
})

/** Height in pixels below which an item has no room for two lines. */
const shortHeight = 40

const isShort = ({ start, end }: Drawn, hourHeight: number) =>
  start !== null && end !== null && ((end.getTime() - start.getTime()) / 3_600_000) * hourHeight < shortHeight

/** The FullCalendar options that do not depend on props. */
export const fixedOptions = {
  timeZone: 'UTC',
  firstDay: 1,
  headerToolbar: false as const,
  height: 'auto',
  allDaySlot: false,
  // FullCalendar draws several components per slot, so a slot is an hour. A drag has steps of 15 minutes (`dragFromPointer`).
  slotDuration: '01:00:00',
  snapDuration: '00:15:00',
  slotHeaderInterval: '01:00:00',
  eventMinHeight: 24,
  // Otherwise FullCalendar decides which items are short before it has measured the hours, and then draws half of the items again.
  eventShortHeight: 0,
  slotEventOverlap: false,
  // The content of an item contains its time. FullCalendar would format the time of every item again.
  displayEventTime: false,
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
  slotHeaderContent: ({ time }: { time?: { milliseconds: number } }) => formatClock((time?.milliseconds ?? 0) / 60_000),
}

/** Returns the FullCalendar options for rendering: the current time and the content of an item. */
export function renderOptions<T>(latest: Latest<T>) {
  return {
    now: () => {
      const instant = new Date().toISOString()
      return gridTimes(instant, instant, latest().zone).start
    },
    eventContent: (info: {
      event: Drawn & { extendedProps: Record<string, unknown>; title: string }
      isNarrow: boolean
      isMirror: boolean
      view: { type: string }
    }) =>
      'what' in info.event.extendedProps
        ? latest().content(info.event.extendedProps.what as T, {
            short: isShort(info.event, latest().hourHeight),
            narrow: info.isNarrow,
            month: info.view.type === kinds.month,
            draggedStart:
              info.isMirror && info.event.start
                ? instantAtWallClock(wallClockOfGridDate(info.event.start), latest().zone)
                : null,
          })
        : info.event.title,
  }
}

/**
 * Returns the FullCalendar options for actions: callbacks that call `onOpen`, `onDay`, `onCreate` or `onMove` of the
 * latest props when a person presses, selects, drags or resizes.
 */
export function actionOptions<T>(latest: Latest<T>) {
  const moved = (event: Drawn, resized: boolean) => {
    const item = latest().events.find((one) => one.id === event.id)
    if (!item || !event.start) return
    const startUtc = resized ? item.startUtc : instantAtWallClock(wallClockOfGridDate(event.start), latest().zone)
    const lasts = wholeMinutesBetween(item.startUtc, item.endUtc)
    const end = resized && event.end ? instantAtWallClock(wallClockOfGridDate(event.end), latest().zone) : null
    latest().onMove?.(item.id, startUtc, end ?? new Date(Date.parse(startUtc) + lasts * 60_000).toISOString())
  }
  const madeAt = (start: Date, end: Date | null) => {
    const { zone: own, onCreate } = latest()
    const from = instantAtWallClock(wallClockOfGridDate(start), own)
    onCreate?.(from, end && instantAtWallClock(wallClockOfGridDate(end), own))
  }
  return {
    dateClick: ({ date, allDay, jsEvent }: { date: Date; allDay: boolean; jsEvent: Event }) => {
      jsEvent.preventDefault()
      if (allDay) latest().onDay(date.toISOString().slice(0, 10))
      else madeAt(date, null)
    },
    select: ({ start, end, allDay }: { start: Date; end: Date; allDay: boolean }) => {
      if (allDay) latest().onDay(start.toISOString().slice(0, 10))
      else madeAt(start, end)
    },
    eventClick: ({ event }: { event: { id: string; extendedProps: Record<string, unknown> } }) => {
      if ('what' in event.extendedProps) latest().onOpen(event.id)
    },
    eventDrop: ({ event }: { event: Drawn }) => moved(event, false),
    eventResize: ({ event }: { event: Drawn }) => moved(event, true),
    moreLinkClick: ({ date }: { date: Date }) => latest().onDay(date.toISOString().slice(0, 10)),
  }
}
