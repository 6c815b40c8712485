import { IconCalendarOff } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { Viewer } from '@attune/contract/features/session.states'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { dayText, daysText, monthText } from '../../ui/moment.ts'
import { Empty } from '../../ui/Empty.tsx'
import { LoadFailed } from '../../ui/Waiting.tsx'
import { BookButton } from '../availability/availability.ts'
import { Agenda } from './Agenda.tsx'
import classes from './Calendar.module.css'
import { DayStrip } from './DayStrip.tsx'
import type { Open } from './Dialogs.tsx'
import { useInitials } from './kept.ts'
import { Legend } from './Legend.tsx'
import { Printed } from './Printed.tsx'
import { Reading } from './reading.ts'
import { Toolbar } from './Toolbar.tsx'
import { useBoard } from './use-board.ts'
import { useCalendar } from './use-calendar.ts'
import { useMoving } from './use-moving.ts'
import { turned, type View } from './views.ts'
import { Waiting } from './Waiting.tsx'
import { minutesAfter } from './wall.ts'
import { useWords } from './words.ts'

type Props = {
  viewer: Viewer
  view: View
  day: string
  now: Date
  zone: string
  phone: boolean
  onLook: (look: { view?: View; day?: string }) => void
}

/** The grid is the largest part of the page. It loads in parallel with the data instead of with the page. */
const drawing = import('./Hours.tsx')
const Hours = lazy(() => drawing.then((file) => ({ default: file.Hours })))
const MoveCard = lazy(() => import('./MoveCard.tsx').then((file) => ({ default: file.MoveCard })))
const Dialogs = lazy(() => import('./Dialogs.tsx').then((file) => ({ default: file.Dialogs })))
const timetable = '/dashboard/therapist/weekly-timetable' as '/dashboard/therapist'

/** The calendar in one of its views, with the open dialog and the move that waits for confirmation. */
export function Calendar({ viewer, view, day, now, zone, phone, onLook }: Props) {
  const { t } = useTranslation('calendar')
  const navigate = useNavigate()
  const words = useWords(viewer, zone)
  const { initials, setInitials } = useInitials()
  const own = viewer === 'therapist'
  const frame = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<Open | null>(null)
  const data = useCalendar(viewer, view, day, zone)
  const moving = useMoving(() => frame.current?.focus({ preventScroll: true }))
  const board = useBoard({ data, viewer, view, day, zone, now, initials, draft: moving.draft, words })
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
  const turn = (way: 1 | -1, to?: string) => onLook({ day: to ?? turned(view, day, way) })
  const { first, last } = board
  return (
    <Reading value={words}>
      <div className={classes.page}>
        <Toolbar
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
            const startUtc = minutesAfter(new Date(Math.ceil(now.getTime() / 3_600_000) * 3_600_000).toISOString(), 0)
            setOpen({ kind: 'event', startUtc, endUtc: minutesAfter(startUtc, 60) })
          }}
          onPrint={() => window.print()}
        />
        {phone && view === 'day' && (
          <DayStrip
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
          <Waiting view={view} columns={phone ? 1 : shown.length} />
        ) : (
          <>
            {board.empty && !data.turning && (view === 'list' || !board.hoursSet) && (
              <div className={classes.empty} data-list={view === 'list' || undefined}>
                <Empty
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
                </Empty>
              </div>
            )}
            {view === 'list' ? (
              <Agenda days={data.days} items={items} zone={zone} today={board.today} free={free} onOpen={onOpen} />
            ) : (
              <Suspense fallback={<Waiting view={view} columns={phone ? 1 : shown.length} />}>
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
        <Legend
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
          <Printed
            days={view === 'month' || view === 'day' ? weekOf(data.days, day) : shown}
            items={items}
            zone={zone}
          />
        )}
      </div>
    </Reading>
  )
}

/** The seven days of `days` that contain `day`. */
function weekOf(days: readonly string[], day: string) {
  const from = Math.floor(Math.max(0, days.indexOf(day)) / 7) * 7
  return days.slice(from, from + 7)
}

function titleOf(
  view: View,
  days: readonly string[],
  day: string,
  reader: { zone: string; language: string },
  phone: boolean,
) {
  if (view === 'month') return monthText(`${day.slice(0, 8)}15T12:00:00Z`, reader)
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
