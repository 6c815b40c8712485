import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CalendarItem } from '../item/items.ts'
import type { CalendarView } from '../calendar-search.ts'
import { PrintedWeek } from './PrintedWeek.tsx'

type Props = {
  view: CalendarView
  day: string
  /** The loaded days, which form whole weeks. */
  days: readonly string[]
  shown: readonly string[]
  items: readonly CalendarItem[]
  zone: string
  /** Whether to open the print dialog. */
  opens: boolean
  onOpen: () => void
}

/** Renders the print version of the visible days. In the day and month views, prints the week of the chosen day. */
export function PrintSheet({ view, day, days, shown, items, zone, opens, onOpen }: Props) {
  const printing = usePrinting()
  usePrintDialog(opens, onOpen)
  if (!printing) return null
  return <PrintedWeek days={view === 'month' || view === 'day' ? weekOf(days, day) : shown} items={items} zone={zone} />
}

/** Returns the week of `days` that contains `day`. */
function weekOf(days: readonly string[], day: string) {
  const from = Math.floor(Math.max(0, days.indexOf(day)) / 7) * 7
  return days.slice(from, from + 7)
}

/** Opens the browser's print dialog once `opens` is true. Calls `onOpen` immediately before. */
function usePrintDialog(opens: boolean, onOpen: () => void) {
  const begin = useEffectEvent(onOpen)
  useEffect(() => {
    if (!opens) return
    // The sheet cannot be rendered while React runs effects.
    setTimeout(() => {
      begin()
      window.print()
    })
  }, [opens])
}

/** Returns true while the browser prints the page. */
function usePrinting() {
  const [printing, set] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => set(true))
    const end = () => set(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}
