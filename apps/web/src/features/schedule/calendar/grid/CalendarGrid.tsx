import type { CalendarRef } from '@fullcalendar/react'
import FullCalendar from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import '@fullcalendar/react/skeleton.css'
import timeGrid from '@fullcalendar/react/timegrid'
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { createStore } from '../../../../platform/create-store.ts'
import { nativePort } from '../../../../platform/native/port.ts'
import classes from './CalendarGrid.module.css'
import { dragFromPointer } from './drag-from-pointer.ts'
import { scrollAtEdges } from './edge-scroll.ts'
import { gridSources, type CalendarGridProps, type GridView } from './items.ts'
import { actionOptions, fixedOptions, kinds, renderOptions } from './options.ts'
import { formatClock } from '../wall-clock.ts'

const plugins = [timeGrid, dayGrid, dragFromPointer, interaction]
const clock = (hour: number) => `${formatClock(hour * 60)}:00`

/**
 * Renders the grid of a day, week or month. Only the files in `grid/` use FullCalendar. FullCalendar gets only
 * wall-clock times, which `wall-clock.ts` converts from and to instants.
 */
export function CalendarGrid<T>(props: CalendarGridProps<T>) {
  const { view, day, zone, hours, events, open, away, header, locale, texts } = props
  const calendar = useRef<CalendarRef>(null)
  const root = useRef<HTMLDivElement>(null)
  const hidden = JSON.stringify(props.hidden.map((weekday) => weekday % 7))
  const hiddenDays = useMemo(() => JSON.parse(hidden) as number[], [hidden])
  const options = useStableOptions(props, calendar, root)
  useShownDay(calendar, view, day)
  const sources = useMemo(() => gridSources({ events, open, away, zone, view }), [events, open, away, zone, view])
  useDayLabels(root, props.dayLabel)
  const dayHead = useDayHead(props.dayHead)
  return (
    <div ref={root} className={classes.root} data-view={view}>
      <FullCalendar
        // Each view renders a separate FullCalendar. A shared one would first draw the items of the new view in the old view.
        key={view}
        {...options}
        ref={calendar}
        plugins={plugins}
        initialView={kinds[view]}
        initialDate={day}
        locale={locale}
        hiddenDays={hiddenDays}
        slotMinTime={clock(hours.from)}
        slotMaxTime={clock(hours.to)}
        slotMinHeight={props.hourHeight}
        dayHeaders={header}
        dayHeaderContent={dayHead}
        timedText={texts.hours}
        moreLinkText={texts.more}
        moreLinkHint={texts.more}
        selectable={Boolean(props.onCreate)}
        events={sources}
      />
    </div>
  )
}

/**
 * Returns options that never change, because FullCalendar restarts when it gets new functions. The functions in the
 * options read the latest props.
 */
function useStableOptions<T>(
  props: CalendarGridProps<T>,
  calendar: RefObject<CalendarRef | null>,
  root: RefObject<HTMLDivElement | null>,
) {
  const [latest] = useState(() => createStore(props))
  useEffect(() => latest.set(props))
  return useMemo(() => {
    const actions = actionOptions(latest.get)
    const pickUp = () => {
      nativePort()?.haptic('pick-up')
      scrollAtEdges(root.current)
    }
    const drop = () => nativePort()?.haptic('drop')
    return {
      ...fixedOptions,
      ...renderOptions(latest.get),
      ...actions,
      select: (range: Parameters<typeof actions.select>[0]) => {
        calendar.current?.getApi().unselect()
        actions.select(range)
      },
      eventDragStart: pickUp,
      eventDragStop: drop,
      eventResizeStart: pickUp,
      eventResizeStop: drop,
    }
  }, [latest, calendar, root])
}

/** Calls the API of FullCalendar to show another `day` of the same view, because its props only set the initial day. */
function useShownDay(calendar: RefObject<CalendarRef | null>, view: GridView, day: string) {
  const shown = useRef({ view, day })
  useEffect(() => {
    const before = shown.current
    shown.current = { view, day }
    if (before.view === view && before.day !== day) calendar.current?.getApi().gotoDate(day)
  }, [calendar, view, day])
}

/** Sets the accessible labels of the day cells, for which FullCalendar has no option. */
function useDayLabels(root: RefObject<HTMLDivElement | null>, dayLabel: (day: string) => string) {
  useEffect(() => {
    for (const cell of root.current?.querySelectorAll<HTMLElement>('[data-date]') ?? [])
      cell.setAttribute('aria-label', dayLabel(cell.dataset.date ?? ''))
  })
}

/**
 * Returns the function that renders the header of a day. The function is memoized, because FullCalendar renders all
 * headers again when it gets a new function.
 */
function useDayHead<T>(dayHead: CalendarGridProps<T>['dayHead']) {
  return useCallback(
    (info: { date: Date; view: { type: string } }) =>
      dayHead(info.date.toISOString().slice(0, 10), {
        short: false,
        narrow: false,
        month: info.view.type === kinds.month,
      }),
    [dayHead],
  )
}
