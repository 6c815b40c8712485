import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { IconCalendarOff } from '@tabler/icons-react'
import { Suspense, useEffect, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyInBoundary } from '../../../platform/lazy-named.ts'
import { ButtonLink } from '../../../ui/base/ButtonLink.tsx'
import { EmptyState } from '../../../ui/page/loading/EmptyState.tsx'
import { LoadFailed } from '../../../ui/page/loading/ListStates.tsx'
import { BookButton } from '../availability/availability.ts'
import { CalendarAgenda } from './item/CalendarAgenda.tsx'
import classes from './Calendar.module.css'
import type { OpenCalendarDialog } from './CalendarDialogs.tsx'
import { CalendarItemIcons } from './item/CalendarItemIcon.tsx'
import { CalendarSkeleton } from './CalendarSkeleton.tsx'
import { hourHeightFor, type HourRange, phoneHours } from './grid/hour-height.ts'
import { storeHourHeight } from './view-preferences.ts'
import type { CalendarView } from './calendar-search.ts'
import type { useCalendarContent } from './use-calendar-content.ts'
import type { useCalendarData } from './use-calendar-data.ts'
import type { PendingMove } from './move/use-pending-move.ts'

/** The module of the grid. It is the largest part of the page, so it loads separately, in parallel with the data. */
export const calendarGridModule = import('./grid/KeyboardCalendarGrid.tsx')
const KeyboardCalendarGrid = lazyInBoundary(() => calendarGridModule, 'KeyboardCalendarGrid')
const timetable = '/dashboard/therapist/weekly-timetable' as '/dashboard/therapist'

export type CalendarProps = {
  viewer: ViewerRole
  view: CalendarView
  day: string
  now: Date
  zone: string
  phone: boolean
  /** Whether the page opens the print dialog once it has loaded. */
  prints: boolean
  onLook: (shown: { view?: CalendarView; day?: string }) => void
}
type Props = CalendarProps & {
  frame: RefObject<HTMLDivElement | null>
  data: ReturnType<typeof useCalendarData>
  board: ReturnType<typeof useCalendarContent>
  moving: PendingMove
  onOpen: (id: string) => void
  onTurn: (way: 1 | -1, to?: string) => void
  onDialog: (dialog: OpenCalendarDialog) => void
}

/** Renders the content below the toolbar: an error, a skeleton, the list or the grid. */
export function CalendarBody(props: Props) {
  const { viewer, view, zone, phone, data, board, onOpen } = props
  const { t } = useTranslation('calendar')
  if (data.failed) return <LoadFailed text={t('failed')} again={t('again')} onAgain={data.again} />
  const skeleton = <CalendarSkeleton view={view} days={board.shown} heads={!(phone && view === 'day')} />
  if (data.waits) return skeleton
  const empty = board.empty && !data.turning
  return (
    <>
      <CalendarItemIcons />
      {empty && view === 'list' && <EmptyCalendar viewer={viewer} view={view} />}
      {view === 'list' ? (
        <CalendarAgenda
          days={data.days}
          items={board.items}
          zone={zone}
          today={board.today}
          free={board.free}
          onOpen={onOpen}
        />
      ) : (
        <Suspense fallback={skeleton}>
          <HourGrid {...props} view={view} />
        </Suspense>
      )}
      {empty && view !== 'list' && !board.hoursSet && <EmptyCalendar viewer={viewer} view={view} />}
      {empty && view !== 'list' && board.hoursSet && <p className={classes.nothing}>{t(`empty.title.${view}`)}</p>}
    </>
  )
}

function HourGrid(props: Props & { view: Exclude<CalendarView, 'list'> }) {
  const { viewer, view, day, phone, frame, board, moving, onLook, onDialog } = props
  const { used, shown } = board
  const hourHeight = useHourHeight(used, props)
  const own = viewer === 'therapist'
  return (
    <KeyboardCalendarGrid
      frame={frame}
      view={view}
      day={shown[0] && view === 'week' ? shown[0] : day}
      viewer={viewer}
      zone={props.zone}
      now={props.now}
      phone={phone}
      hours={phone && view === 'day' ? phoneHours(used, board.nowHour) : { from: 0, to: 24 }}
      hourHeight={hourHeight}
      board={board}
      moving={moving}
      onOpen={props.onOpen}
      onDay={(next) => onLook({ view: 'day', day: next })}
      onTurn={props.onTurn}
      onToday={() => onLook({ day: board.today })}
      onNew={own ? () => onDialog({ kind: 'session', at: null }) : undefined}
      onCreate={own ? (startUtc, endUtc) => onDialog({ kind: 'make', startUtc, endUtc }) : undefined}
    />
  )
}

/**
 * Returns the height of an hour with which the used hours fit on the screen, and stores it for the next visit. While another page loads, its used
 * hours are unknown, so the height stays the same.
 */
function useHourHeight(used: HourRange, { data, phone }: Props): number {
  const fitting = hourHeightFor(used, window.innerHeight, phone)
  const [height, setHeight] = useState(fitting)
  if (height !== fitting && !data.turning) setHeight(fitting)
  useEffect(() => storeHourHeight(height), [height])
  return height
}

type EmptyProps = { viewer: ViewerRole; view: CalendarView }

/** Says that nothing is scheduled, with the next step. Replaces the list, or covers the lower end of the hours, so that they don't move. */
function EmptyCalendar({ viewer, view }: EmptyProps) {
  const { t } = useTranslation('calendar')
  const title = t(`empty.title.${view}`)
  const text = t(viewer === 'therapist' ? 'empty.therapist' : 'empty.client')
  if (view === 'list')
    return (
      <div className={classes.empty}>
        <EmptyState icon={IconCalendarOff} title={title} text={text}>
          <EmptyCalendarAction viewer={viewer} />
        </EmptyState>
      </div>
    )
  return (
    <div className={classes.emptyHours}>
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      <EmptyCalendarAction viewer={viewer} />
    </div>
  )
}

function EmptyCalendarAction({ viewer }: { viewer: ViewerRole }) {
  const { t } = useTranslation('calendar')
  if (viewer !== 'therapist') return <BookButton variant="default" />
  return (
    <ButtonLink to={timetable} variant="default">
      {t('empty.setHours')}
    </ButtonLink>
  )
}
