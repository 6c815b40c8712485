import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cursor } from './cursor.ts'
import type { Item } from './items.ts'
import type { Draft, Mode } from './use-keys.ts'
import { instantAt, wallAt } from './wall.ts'
import type { Words } from './words.ts'

type Span = { startUtc: string; endUtc: string }
type Around = {
  items: readonly Item[]
  /** Availability; null when it is not announced. */
  open: readonly Span[] | null
  zone: string
  month: boolean
  words: Words
}

/** The live announcements of keyboard control: every position of the cursor and every step of a move. */
export function useSay({ items, open, zone, month, words }: Around) {
  const { t } = useTranslation('calendar')
  const [said, setSaid] = useState('')
  // A screen reader announces a repeated text only when it differs.
  const speak = (text: string) => setSaid((before) => (before === text ? `${text}\u00a0` : text))
  const dayOf = (instant: string) => words.full(wallAt(instant, zone).day)
  const times = ({ startUtc, endUtc }: Span) => ({
    from: words.time(startUtc),
    to: words.time(endUtc),
  })
  const kindOf = (cursor: Cursor) => {
    if (!open) return t('say.free')
    const at = instantAt(cursor, zone)
    return t(open.some((range) => range.startUtc <= at && range.endUtc > at) ? 'say.open' : 'say.closed')
  }
  const place = (cursor: Cursor) => {
    const item = items.find((one) => one.id === cursor.id)
    const day = words.full(cursor.day)
    if (item) return speak(t('say.item', { name: item.name, standing: words.standing(item), day, ...times(item) }))
    if (month) {
      const count = items.filter((one) => wallAt(one.startUtc, zone).day === cursor.day).length
      return speak(t('say.month', { day, count }))
    }
    return speak(t('say.slot', { time: words.time(instantAt(cursor, zone)), kind: kindOf(cursor), day }))
  }
  const draft = (item: Item, next: Draft) => {
    const inTheWay = items.filter(
      (one) => one.id !== item.id && blocks(one) && one.startUtc < next.endUtc && one.endUtc > next.startUtc,
    )
    const what = inTheWay.map((one) => `${one.name}, ${words.time(one.startUtc)}`).join('; ')
    const where = { day: dayOf(next.startUtc), ...times(next) }
    speak(what ? t('say.draftTaken', { ...where, what }) : t('say.draft', where))
  }
  return {
    said,
    place,
    draft,
    begun: (item: Item, mode: Mode) => speak(t(`say.${mode}`, { name: item.name, ...times(item) })),
    back: (item: Item) => speak(t('say.back', { day: dayOf(item.startUtc), ...times(item) })),
    fixed: ({ name }: Item) => speak(t('say.fixed', { name })),
    unchanged: ({ name }: Item) => speak(t('say.unchanged', { name })),
  }
}

const free = ['pending', 'cancelled', 'denied', 'completed', 'no-show']
/** Whether an item blocks its time for others. */
export const blocks = (item: Item) => !free.includes(item.standing)
