import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CalendarCursor } from './cursor.ts'
import type { CalendarItem } from '../item/items.ts'
import type { MoveDraft, MoveMode } from './use-calendar-keys.ts'
import { isOutsideAvailability } from '../move/outside-availability.ts'
import { instantAtWallClock, wallClockAt } from '../wall-clock.ts'
import type { CalendarText } from '../item/use-calendar-text.ts'

type Span = { startUtc: string; endUtc: string }
type Around = {
  items: readonly CalendarItem[]
  /** The availability. If null, the announcements do not mention open and closed hours. */
  open: readonly (Span & { formats?: readonly string[] })[] | null
  zone: string
  month: boolean
  calendarText: CalendarText
}

/** Announces each position of the keyboard cursor and each step of a move to screen readers. */
export function useCalendarAnnouncements({ items, open, zone, month, calendarText }: Around) {
  const { t } = useTranslation('calendar')
  const [said, setSaid] = useState('')
  // A screen reader does not announce an unchanged text again, so a repeated text gets a trailing space.
  const speak = (text: string) => setSaid((before) => (before === text ? `${text}\u00a0` : text))
  const dayOf = (instant: string) => calendarText.full(wallClockAt(instant, zone).day)
  const times = ({ startUtc, endUtc }: Span) => ({
    from: calendarText.time(startUtc),
    to: calendarText.time(endUtc),
  })
  const kindOf = (cursor: CalendarCursor) => {
    if (!open) return t('announce.free')
    const at = instantAtWallClock(cursor, zone)
    return t(open.some((range) => range.startUtc <= at && range.endUtc > at) ? 'announce.open' : 'announce.closed')
  }
  const place = (cursor: CalendarCursor) => {
    const item = items.find((one) => one.id === cursor.id)
    const day = calendarText.full(cursor.day)
    if (item)
      return speak(t('announce.item', { name: item.name, status: calendarText.standing(item), day, ...times(item) }))
    if (month) {
      const count = items.filter((one) => wallClockAt(one.startUtc, zone).day === cursor.day).length
      return speak(t('announce.month', { day, count }))
    }
    return speak(
      t('announce.slot', { time: calendarText.time(instantAtWallClock(cursor, zone)), kind: kindOf(cursor), day }),
    )
  }
  const draft = (item: CalendarItem, next: MoveDraft) => {
    const inTheWay = items.filter(
      (one) => one.id !== item.id && blocksTime(one) && one.startUtc < next.endUtc && one.endUtc > next.startUtc,
    )
    const what = inTheWay.map((one) => `${one.name}, ${calendarText.time(one.startUtc)}`).join('; ')
    const where = { day: dayOf(next.startUtc), ...times(next) }
    if (what) return speak(t('announce.draftTaken', { ...where, what }))
    const isOutside = item.kind === 'session' && isOutsideAvailability(open, next, item.session.format)
    return speak(t(isOutside ? 'announce.draftOutside' : 'announce.draft', where))
  }
  return {
    said,
    place,
    draft,
    begun: (item: CalendarItem, mode: MoveMode) => speak(t(`announce.${mode}`, { name: item.name, ...times(item) })),
    back: (item: CalendarItem) => speak(t('announce.back', { day: dayOf(item.startUtc), ...times(item) })),
    fixed: ({ name }: CalendarItem) => speak(t('announce.fixed', { name })),
    unchanged: ({ name }: CalendarItem) => speak(t('announce.unchanged', { name })),
  }
}

const free = ['pending', 'cancelled', 'denied', 'completed', 'no-show']
/** Returns whether an item blocks its time for other sessions. */
export const blocksTime = (item: CalendarItem) => !free.includes(item.status)
