import { weekdayOf } from '@attune/contract/common/time'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ViewerRole } from '@attune/contract/features/session.states'
import { orpc } from '../../platform/api.ts'
import type { CursorGrid } from './calendar-cursor.ts'
import type { GridBackground, GridItem } from './grid-items.ts'
import { itemClassName } from './CalendarItemCard.tsx'
import { itemAtTime, calendarItems, type CalendarItem } from './calendar-items.ts'
import type { useCalendarData } from './use-calendar-data.ts'
import type { MoveDraft } from './use-calendar-keys.ts'
import { visibleDays, type CalendarView } from './calendar-views.ts'
import { daySegments, wallClockAt } from './wall-clock.ts'
import type { CalendarText } from './use-calendar-text.ts'

type Props = {
  data: ReturnType<typeof useCalendarData>
  viewer: ViewerRole
  view: CalendarView
  day: string
  zone: string
  now: Date
  initials: boolean
  draft: MoveDraft | null
  words: CalendarText
}

/** Whether an item is drawn as background: an absence of whole days, except in a month. */
const isBackground = (item: CalendarItem, month: boolean) => !month && item.kind === 'absence' && item.absence.wholeDays

const slotMinutes = 30
const none: never[] = []

/** Derives from the loaded data what the calendar shows, and the positions of the keyboard cursor. */
export function useCalendarContent({ data, viewer, view, day, zone, now, initials, draft, words }: Props) {
  const { sessions, own } = data
  const today = wallClockAt(now.toISOString(), zone).day
  const { names } = words
  const standing = useMemo(
    () => calendarItems({ sessions: sessions ?? [], ...own }, { viewer, initials, words: names, now }),
    [sessions, own, viewer, initials, now, names],
  )
  const items = useMemo(
    () => standing.map((item) => (item.id === draft?.id ? itemAtTime(item, draft.startUtc, draft.endUtc) : item)),
    [standing, draft],
  )
  // Queries whether any weekly hours exist only when this period has none: a week of absence is closed, not unset.
  const hours = useQuery({
    ...orpc.availability.mine.queryOptions({ input: {} }),
    enabled: viewer === 'therapist' && own?.open.length === 0,
  })
  const hoursSet = !own || own.open.length > 0 || !hours.data || hours.data.weekly.length > 0
  const month = view === 'month'
  const drawn = useMemo(
    () =>
      items
        .filter((item) => !isBackground(item, month))
        .map((item): GridItem<CalendarItem> => ({
          id: item.id,
          title: item.name,
          startUtc: item.startUtc,
          endUtc: item.endUtc,
          movable: item.movable,
          className: itemClassName(item),
          data: item,
        })),
    [items, month],
  )
  const open = useMemo(
    () =>
      own && hoursSet
        ? own.open.map((range): GridBackground => ({
            id: range.startsAt,
            title: '',
            startUtc: range.startsAt,
            endUtc: range.endsAt,
          }))
        : null,
    [own, hoursSet],
  )
  const away = useMemo(
    () =>
      items
        .filter((item) => isBackground(item, month))
        .map((item): GridBackground => ({
          id: item.id,
          title: item.name,
          startUtc: item.startUtc,
          endUtc: item.endUtc,
        })),
    [items, month],
  )
  const pieces = useMemo(
    () =>
      drawn.flatMap(({ id, startUtc, endUtc }) => {
        const all = daySegments(startUtc, endUtc, zone).map((piece) => ({ id, ...piece }))
        return month ? all.slice(0, 1) : all
      }),
    [drawn, zone, month],
  )
  const { days } = data
  const used = useMemo(() => {
    const found = new Set(pieces.map((piece) => piece.day))
    for (const range of own?.open ?? none) found.add(wallClockAt(range.startsAt, zone).day)
    return found
  }, [pieces, own, zone])
  const shown = view === 'day' ? [day] : month ? days : visibleDays(days, used, today)
  const board: CursorGrid = { days: shown, segments: pieces, step: slotMinutes, kind: month ? 'month' : 'hours' }
  const free = useMemo(
    () => new Map((own?.days ?? none).filter((one) => one.day >= today).map((one) => [one.day, one.free])),
    [own, today],
  )
  const counts = useMemo(() => {
    const found = new Map<string, number>()
    for (const { day: on } of pieces) found.set(on, (found.get(on) ?? 0) + 1)
    return found
  }, [pieces])
  const starts = [
    ...pieces.filter((piece) => shown.includes(piece.day)).map((piece) => piece.from),
    ...(own?.open ?? none).map((range) => wallClockAt(range.startsAt, zone).minute),
  ]
  const ends = pieces.filter((piece) => shown.includes(piece.day)).map((piece) => piece.to)
  return {
    today,
    standing,
    items,
    drawn,
    open,
    away,
    board,
    shown,
    /** Hidden weekdays. */
    hidden: view === 'week' ? days.filter((one) => !shown.includes(one)).map(weekdayOf) : none,
    free,
    counts,
    hoursSet,
    /** The first and the last hour with items or availability. */
    first: Math.floor(Math.min(8 * 60, ...starts) / 60),
    last: Math.ceil(Math.max(19 * 60, ...ends) / 60),
    empty: !items.some((item) => isVisible(item, shown, zone)),
  }
}

const isVisible = (item: CalendarItem, days: readonly string[], zone: string) =>
  item.kind !== 'imported' && daySegments(item.startUtc, item.endUtc, zone).some((piece) => days.includes(piece.day))
