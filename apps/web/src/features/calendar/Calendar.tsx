import { IconCalendarOff } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ViewerRole } from '@attune/contract/features/session.states'
import { Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { dayText, daysText, monthOfText } from '../../ui/date-text.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailed } from '../../ui/ListStates.tsx'
import { BookButton } from '../availability/availability.ts'
import { CalendarAgenda } from './CalendarAgenda.tsx'
import classes from './Calendar.module.css'
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
import { CalendarSkeleton } from './CalendarSkeleton.tsx'
import { addMinutes } from './wall-clock.ts'
import { useCalendarText } from './use-calendar-text.ts'

type Props = {
  viewer: ViewerRole
  view: CalendarView
  day: string
  now: Date
  zone: string
  phone: boolean
  onLook: (look: { view?: CalendarView; day?: string }) => void
}

/** The grid is the largest part of the page. It loads in parallel with the data instead of with the page. */
const drawing = import('./KeyboardCalendarGrid.tsx')
const Hours = lazyNamed(() => drawing, 'KeyboardCalendarGrid')
const MoveCard = lazyNamed(() => import('./ConfirmMoveCard.tsx'), 'ConfirmMoveCard')
const Dialogs = lazyNamed(() => import('./CalendarDialogs.tsx'), 'CalendarDialogs')
const timetable = '/dashboard/therapist/weekly-timetable' as '/dashboard/therapist'

/** The calendar in one of its views, with the open dialog and the move that waits for confirmation. */
export function Calendar({ viewer, view, day, now, zone, phone, onLook }: Props) {
  const { t } = useTranslation('calendar')
  const navigate = useNavigate()
  const words = useCalendarText(viewer, zone)
  const { initials, setInitials } = useInitials()
  const own = viewer === 'therapist'
  const frame = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<OpenCalendarDialog | null>(null)
  const data = useCalendarData(viewer, view, day, zone)
  const moving = usePendingMove(() => frame.current?.focus({ preventScroll: true }))
  const board = useCalendarContent({ data, viewer, view, day, zone, now, initials, draft: moving.draft, words })
  const { shown, items, free } = board
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
  const onDay = (next: string) => onLook({ view: 'day', day: next })
  const turn = (way: 1 | -1, to?: string) => onLook({ day: to ?? turnPage(view, day, way) })
  const { first, last } = board
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
        {data.failed ? (
          <LoadFailed words={t('failed')} again={t('again')} onAgain={data.again} />
        ) : data.waits ? (
          <CalendarSkeleton view={view} columns={phone ? 1 : shown.length} />
        ) : (
          <>
            {board.empty && !data.turning && (view === 'list' || !board.hoursSet) && (
              <div className={classes.empty} data-list={view === 'list' || undefined}>
                <EmptyState
                  icon={IconCalendarOff}
                  title={t(`empty.title.${view}`)}
                  text={t(own ? 'empty.therapist' : 'empty.client')}
                >
                  {own ? (
                    <ButtonLink to={timetable} variant="default">
                      {t('empty.setHours')}
                    </ButtonLink>
                  ) : (
                    <BookButton variant="default" />
                  )}
                </EmptyState>
              </div>
            )}
            {view === 'list' ? (
              <CalendarAgenda
                days={data.days}
                items={items}
                zone={zone}
                today={board.today}
                free={free}
                onOpen={onOpen}
              />
            ) : (
              <Suspense fallback={<CalendarSkeleton view={view} columns={phone ? 1 : shown.length} />}>
                <Hours
                  frame={frame}
                  view={view}
                  day={shown[0] && view === 'week' ? shown[0] : day}
                  viewer={viewer}
                  zone={zone}
                  now={now}
                  phone={phone}
                  hours={
                    phone && view === 'day' ? { from: Math.min(7, first), to: Math.max(21, last) } : { from: 0, to: 24 }
                  }
                  firstHour={first}
                  board={board}
                  moving={moving}
                  onOpen={onOpen}
                  onDay={onDay}
                  onTurn={turn}
                  onToday={() => onLook({ day: board.today })}
                  onNew={own ? () => setOpen({ kind: 'session', at: null }) : undefined}
                  onCreate={own ? (startUtc, endUtc) => setOpen({ kind: 'make', startUtc, endUtc }) : undefined}
                />
              </Suspense>
            )}
            {board.empty && !data.turning && view !== 'list' && board.hoursSet && (
              <p className={classes.nothing}>{t(`empty.title.${view}`)}</p>
            )}
          </>
        )}
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
