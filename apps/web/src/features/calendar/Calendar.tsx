import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { dayText, daysText, monthOfText } from '../../ui/date-text.ts'
import classes from './Calendar.module.css'
import { CalendarBody, type CalendarProps } from './CalendarBody.tsx'
import { CalendarDayStrip } from './CalendarDayStrip.tsx'
import type { OpenCalendarDialog } from './CalendarDialogs.tsx'
import { useInitials } from './view-preferences.ts'
import { CalendarLegend } from './CalendarLegend.tsx'
import { PrintedWeek } from './PrintedWeek.tsx'
import { CalendarTextContext } from './calendar-text-context.ts'
import { CalendarToolbar } from './CalendarToolbar.tsx'
import { useCalendarContent } from './use-calendar-content.ts'
import { useCalendarData } from './use-calendar-data.ts'
import { usePendingMove } from './use-pending-move.ts'
import { turnPage, type CalendarView } from './calendar-views.ts'
import { addMinutes } from './wall-clock.ts'
import { useCalendarText } from './use-calendar-text.ts'

const MoveCard = lazyNamed(() => import('./ConfirmMoveCard.tsx'), 'ConfirmMoveCard')
const Dialogs = lazyNamed(() => import('./CalendarDialogs.tsx'), 'CalendarDialogs')

/** The calendar in one of its views, with the open dialog and the move that waits for confirmation. */
export function Calendar({ viewer, view, day, now, zone, phone, onLook }: CalendarProps) {
  const navigate = useNavigate()
  const words = useCalendarText(viewer, zone)
  const { initials, setInitials } = useInitials()
  const own = viewer === 'therapist'
  const frame = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<OpenCalendarDialog | null>(null)
  const data = useCalendarData(viewer, view, day, zone)
  const moving = usePendingMove(() => frame.current?.focus({ preventScroll: true }))
  const board = useCalendarContent({ data, viewer, view, day, zone, now, initials, draft: moving.draft, words })
  const { shown, items } = board
  const title = titleOf(view, shown, day, { zone, language: words.language }, phone)
  const printing = usePrinting()
  useEffect(() => {
    document.title = `${title} · Attune`
  }, [title])

  const onOpen = (id: string) => {
    const item = items.find((one) => one.id === id)
    if (item?.kind === 'session')
      void navigate({ href: `/dashboard/${viewer}/sessions/session-details?id=${item.session.id}` })
    else if (item && own) setOpen({ kind: 'item', item })
  }
  const turn = (way: 1 | -1, to?: string) => onLook({ day: to ?? turnPage(view, day, way) })
  return (
    <CalendarTextContext value={words}>
      <div className={classes.page}>
        <CalendarToolbar
          viewer={viewer}
          title={title}
          view={view}
          phone={phone}
          initials={initials}
          onInitials={setInitials}
          onView={(next) => onLook({ view: next, day })}
          onTurn={turn}
          onToday={() => onLook({ day: board.today })}
          onNew={() => setOpen({ kind: 'session', at: null })}
          onBusy={() => {
            const startUtc = addMinutes(new Date(Math.ceil(now.getTime() / 3_600_000) * 3_600_000).toISOString(), 0)
            setOpen({ kind: 'event', startUtc, endUtc: addMinutes(startUtc, 60) })
          }}
          onPrint={() => window.print()}
        />
        {phone && view === 'day' && (
          <CalendarDayStrip
            days={data.days}
            day={day}
            today={board.today}
            counts={board.counts}
            onDay={(next) => onLook({ day: next })}
          />
        )}
        <CalendarBody
          {...{ viewer, view, day, now, zone, phone, onLook, frame, data, board, moving }}
          onOpen={onOpen}
          onTurn={turn}
          onDialog={setOpen}
        />
        <CalendarLegend
          zone={zone}
          hours={own && board.open !== null && (view === 'day' || view === 'week')}
          names={own ? (initials ? 'hidden' : 'shown') : null}
          keys={!phone && own && view !== 'list'}
        />
        <Suspense>
          {moving.asked && (
            <MoveCard
              key={`${moving.asked.draft.startUtc} ${moving.asked.draft.endUtc}`}
              item={moving.asked.item}
              draft={moving.asked.draft}
              initials={initials}
              found={moving.asked.found}
              onKeep={moving.keep}
              onDates={(together) => {
                moving.putBack()
                setOpen({ kind: 'series', ...together })
              }}
              onBack={moving.putBack}
            />
          )}
          {open && <Dialogs open={open} zone={zone} onOpen={setOpen} />}
        </Suspense>
        {printing && (
          <PrintedWeek
            days={view === 'month' || view === 'day' ? weekOf(data.days, day) : shown}
            items={items}
            zone={zone}
          />
        )}
      </div>
    </CalendarTextContext>
  )
}

/** The seven days of `days` that contain `day`. */
function weekOf(days: readonly string[], day: string) {
  const from = Math.floor(Math.max(0, days.indexOf(day)) / 7) * 7
  return days.slice(from, from + 7)
}

function titleOf(
  view: CalendarView,
  days: readonly string[],
  day: string,
  reader: { zone: string; language: string },
  phone: boolean,
) {
  if (view === 'month') return monthOfText(`${day.slice(0, 8)}15T12:00:00Z`, reader)
  if (view === 'day') return phone ? dayText(day, reader) : daysText(day, day, reader.language)
  return daysText(days[0] ?? day, days.at(-1) ?? day, reader.language)
}

/** True while the page is printed. The print sheet is rendered only then. */
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
