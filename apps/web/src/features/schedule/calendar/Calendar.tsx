import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { dayText, daysText, monthOfText } from '../../../ui/page/date-text.ts'
import classes from './Calendar.module.css'
import { CalendarBody, type CalendarProps } from './CalendarBody.tsx'
import { CalendarDayStrip } from './toolbar/CalendarDayStrip.tsx'
import type { OpenCalendarDialog } from './CalendarDialogs.tsx'
import type { CalendarItem } from './item/items.ts'
import { CalendarLegend } from './item/CalendarLegend.tsx'
import { CalendarOverlays } from './CalendarOverlays.tsx'
import { PrintSheet } from './print/PrintSheet.tsx'
import { CalendarTextContext } from './item/text-context.ts'
import { CalendarToolbar } from './toolbar/CalendarToolbar.tsx'
import { useCalendarContent } from './use-calendar-content.ts'
import { useCalendarData } from './use-calendar-data.ts'
import { usePendingMove } from './move/use-pending-move.ts'
import { turnPage } from './calendar-views.ts'
import { useInitials } from './view-preferences.ts'
import { addMinutes } from './wall-clock.ts'
import { useCalendarText } from './item/use-calendar-text.ts'

/** Renders the calendar in the chosen view, the open dialog, and the card that confirms a move. */
export function Calendar(props: CalendarProps) {
  const { viewer, view, day, now, zone, phone, onLook } = props
  const calendarText = useCalendarText(viewer, zone)
  const { initials, setInitials } = useInitials()
  const own = viewer === 'therapist'
  const frame = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<OpenCalendarDialog | null>(null)
  const data = useCalendarData(viewer, view, day, zone)
  const moving = usePendingMove(() => frame.current?.focus({ preventScroll: true }))
  const board = useCalendarContent({ data, viewer, view, day, zone, now, initials, draft: moving.draft, calendarText })
  const title = usePageTitle(props, board.shown, calendarText.language)
  const onOpen = useOpenItem(props, board.items, setOpen)
  const hours = data.turning ? null : board.open
  const onTurn = (way: 1 | -1, to?: string) => onLook({ day: to ?? turnPage(view, day, way) })
  return (
    <CalendarTextContext value={calendarText}>
      <div className={classes.page} data-uses-width>
        <CalendarToolbar
          {...{ viewer, title, view, phone, initials, onTurn }}
          onInitials={setInitials}
          onView={(next) => onLook({ view: next, day })}
          onToday={() => onLook({ day: board.today })}
          onNew={() => setOpen({ kind: 'session', at: null })}
          onBusy={() => setOpen({ kind: 'event', ...nextFullHour(now) })}
          onPrint={() => window.print()}
        />
        {phone && view === 'day' && (
          <CalendarDayStrip
            {...{ day, days: data.days, today: board.today, counts: board.counts }}
            onDay={(next) => onLook({ day: next })}
          />
        )}
        <CalendarBody {...props} {...{ frame, data, board, moving, onOpen, onTurn }} onDialog={setOpen} />
        <CalendarLegend
          {...{ zone, items: board.items }}
          hours={own && board.open !== null && (view === 'day' || view === 'week')}
          names={own ? (initials ? 'hidden' : 'shown') : null}
          keys={!phone && own && view !== 'list'}
        />
        <CalendarOverlays {...{ moving, initials, zone, open, hours }} onOpen={setOpen} />
        <PrintSheet
          {...{ view, day, zone, days: data.days, shown: board.shown, items: board.items }}
          opens={props.prints && isLoaded(data)}
          onOpen={() => onLook({})}
        />
      </div>
    </CalendarTextContext>
  )
}

const isLoaded = ({ waits, turning, failed }: ReturnType<typeof useCalendarData>) => !waits && !turning && !failed

/** Returns a function that opens an item: a session on its page; for a therapist, any other item in a dialog. */
function useOpenItem(
  { viewer }: CalendarProps,
  items: readonly CalendarItem[],
  onDialog: (dialog: OpenCalendarDialog) => void,
) {
  const navigate = useNavigate()
  return (id: string) => {
    const item = items.find((one) => one.id === id)
    if (item?.kind === 'session')
      void navigate({ href: `/dashboard/${viewer}/sessions/session-details?id=${item.session.id}` })
    else if (item && viewer === 'therapist') onDialog({ kind: 'item', item })
  }
}

/** Returns the default time of a new busy time: one hour from the next full hour. */
function nextFullHour(now: Date) {
  const startUtc = new Date(Math.ceil(now.getTime() / 3_600_000) * 3_600_000).toISOString()
  return { startUtc, endUtc: addMinutes(startUtc, 60) }
}

/** Returns the visible days as text, and sets the title of the document to this text. */
function usePageTitle(props: CalendarProps, shown: readonly string[], language: string) {
  const title = titleOf(props, shown, language)
  useEffect(() => {
    document.title = `${title} · Attune`
  }, [title])
  return title
}

function titleOf({ view, day, zone, phone }: CalendarProps, days: readonly string[], language: string) {
  const locale = { zone, language }
  if (view === 'month') return monthOfText(`${day.slice(0, 8)}15T12:00:00Z`, locale)
  if (view === 'day') return phone ? dayText(day, locale) : daysText(day, day, language)
  return daysText(days[0] ?? day, days.at(-1) ?? day, language)
}
