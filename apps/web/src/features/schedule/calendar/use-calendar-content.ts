import { weekdayOf } from '@attune/contract/common/time/time'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { CalendarContent } from '@attune/contract/features/schedule/calendar/calendar'
import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { orpc } from '../../../platform/api/api.ts'
import type { CursorGrid } from './grid/cursor.ts'
import type { HourRange } from './grid/hour-height.ts'
import type { GridBackground, GridItem } from './grid/items.ts'
import { itemClassName } from './item/CalendarItemCard.tsx'
import { itemAtTime, calendarItems, type CalendarItem } from './item/items.ts'
import type { useCalendarData } from './use-calendar-data.ts'
import type { MoveDraft } from './grid/use-calendar-keys.ts'
import type { CalendarView } from './calendar-search.ts'
import { expectedDays, visibleDays } from './calendar-views.ts'
import { storeDayCount, storedDayCount } from './view-preferences.ts'
import { daySegments, wallClockAt } from './wall-clock.ts'
import type { CalendarText } from './item/use-calendar-text.ts'

type Props = {
  data: ReturnType<typeof useCalendarData>
  viewer: ViewerRole
  view: CalendarView
  day: string
  zone: string
  now: Date
  initials: boolean
  draft: MoveDraft | null
  calendarText: CalendarText
}

/** Returns whether the grid draws an item in the background: an absence of whole days, except in the month view. */
const isBackground = (item: CalendarItem, month: boolean) => !month && item.kind === 'absence' && item.absence.wholeDays

const slotMinutes = 30
const none: never[] = []

/** Computes the content of the calendar and the positions of the keyboard cursor from the loaded data. */
export function useCalendarContent(props: Props) {
  const { data, viewer, view, zone, now } = props
  const { own, days } = data
  const { day: today, minute } = wallClockAt(now.toISOString(), zone)
  const month = view === 'month'
  const { standing, items } = useItems(props)
  const hoursSet = useHoursSet(viewer, own)
  const { drawn, away, pieces } = useDrawnItems(items, month, zone)
  const open = useMemo(() => (own && hoursSet ? own.open.map(openBackground) : null), [own, hoursSet])
  const used = useMemo(() => {
    const found = new Set(pieces.map((piece) => piece.day))
    for (const range of own?.open ?? none) found.add(wallClockAt(range.startsAt, zone).day)
    return found
  }, [pieces, own, zone])
  const shown = useShownDays(props, used, today)
  const board: CursorGrid = { days: shown, segments: pieces, step: slotMinutes, kind: month ? 'month' : 'hours' }
  const free = useMemo(
    () => new Map((own?.days ?? none).filter((one) => one.day >= today).map((one) => [one.day, one.free])),
    [own, today],
  )
  const counts = useMemo(() => countByDay(pieces), [pieces])
  const openings = (own?.open ?? none).flatMap((range) => daySegments(range.startsAt, range.endsAt, zone))
  const isShown = ({ day }: { day: string }) => shown.includes(day)
  return {
    today,
    /** The present time in hours, or null if today is not shown. */
    nowHour: shown.includes(today) ? minute / 60 : null,
    standing,
    items,
    drawn,
    open,
    away,
    board,
    shown,
    /** The hidden weekdays: 6 is Saturday, 7 Sunday. */
    hidden: view === 'week' ? days.filter((one) => !shown.includes(one)).map(weekdayOf) : none,
    free,
    counts,
    hoursSet,
    /** The hours that the grid shows without scrolling. */
    used: usedHours(pieces.filter(isShown), openings.filter(isShown)),
    empty: !items.some((item) => isVisible(item, shown, zone)),
  }
}

/** Returns the visible days. Stores the number of visible days of a week for the next visit. */
function useShownDays({ data, view, day }: Props, used: ReadonlySet<string>, today: string): readonly string[] {
  const { days, waits, turning } = data
  const isWeek = view === 'week' || view === 'list'
  const count = isWeek && !waits && !turning ? visibleDays(days, used, today).length : 0
  useEffect(() => {
    if (count > 0) storeDayCount(count)
  }, [count])
  if (view === 'day') return [day]
  if (view === 'month') return days
  return waits ? expectedDays(days, storedDayCount(), today) : visibleDays(days, used, today)
}

/**
 * Returns the items at their saved times (`standing`), and the same items with the moved item at its new, unconfirmed
 * time (`items`).
 */
function useItems({ data, viewer, now, initials, draft, calendarText: { names } }: Props) {
  const { sessions, own } = data
  const standing = useMemo(
    () => calendarItems({ sessions: sessions ?? [], ...own }, { viewer, initials, texts: names, now }),
    [sessions, own, viewer, initials, now, names],
  )
  const items = useMemo(
    () => standing.map((item) => (item.id === draft?.id ? itemAtTime(item, draft.startUtc, draft.endUtc) : item)),
    [standing, draft],
  )
  return { standing, items }
}

/**
 * Returns false if the therapist has not set weekly hours. Returns true for a client, and until the hours are loaded.
 * Loads the weekly hours only if the visible days have no availability. Missing availability alone proves nothing,
 * because an absence can also cause it.
 */
function useHoursSet(viewer: ViewerRole, own: Props['data']['own']) {
  const hours = useQuery({
    ...orpc.availability.mine.queryOptions({ input: {} }),
    enabled: viewer === 'therapist' && own?.open.length === 0,
  })
  return !own || own.open.length > 0 || !hours.data || hours.data.weekly.length > 0
}

/**
 * Returns the items in the foreground of the grid (`drawn`), the items in the background (`away`), and the foreground
 * items split by day (`pieces`). In a month, `pieces` contains only the first day of each item.
 */
function useDrawnItems(items: readonly CalendarItem[], month: boolean, zone: string) {
  const drawn = useMemo(() => items.filter((item) => !isBackground(item, month)).map(gridItem), [items, month])
  const away = useMemo(() => items.filter((item) => isBackground(item, month)).map(gridBackground), [items, month])
  const pieces = useMemo(
    () =>
      drawn.flatMap(({ id, startUtc, endUtc }) => {
        const all = daySegments(startUtc, endUtc, zone).map((piece) => ({ id, ...piece }))
        return month ? all.slice(0, 1) : all
      }),
    [drawn, zone, month],
  )
  return { drawn, away, pieces }
}

const gridBackground = (item: CalendarItem): GridBackground => ({
  id: item.id,
  title: item.name,
  startUtc: item.startUtc,
  endUtc: item.endUtc,
})

const gridItem = (item: CalendarItem): GridItem<CalendarItem> => ({
  ...gridBackground(item),
  movable: item.movable,
  className: itemClassName(item),
  data: item,
})

const openBackground = (range: CalendarContent['open'][number]): GridBackground => ({
  id: range.startsAt,
  title: '',
  startUtc: range.startsAt,
  endUtc: range.endsAt,
  formats: range.formats,
})

function countByDay(pieces: readonly { day: string }[]) {
  const found = new Map<string, number>()
  for (const { day } of pieces) found.set(day, (found.get(day) ?? 0) + 1)
  return found
}

type Minutes = { from: number; to: number }

/** Returns the hours of the availability and of all items; without availability at least 8 to 19. */
export function usedHours(pieces: readonly Minutes[], openings: readonly Minutes[]): HourRange {
  const all = [...pieces, ...(openings.length > 0 ? openings : [{ from: 8 * 60, to: 19 * 60 }])]
  const [from, to] = [Math.min(...all.map((one) => one.from)), Math.max(...all.map((one) => one.to))]
  return { from: Math.floor(from / 60), to: Math.ceil(to / 60) }
}

const isVisible = (item: CalendarItem, days: readonly string[], zone: string) =>
  item.kind !== 'imported' && daySegments(item.startUtc, item.endUtc, zone).some((piece) => days.includes(piece.day))
