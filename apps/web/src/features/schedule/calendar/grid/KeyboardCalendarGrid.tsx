import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { IconPlaneDeparture } from '@tabler/icons-react'
import { useContext, useId, useMemo, useState, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { columnHeadText } from '../../../../ui/page/date-text.ts'
import classes from '../Calendar.module.css'
import { CalendarGrid } from './CalendarGrid.tsx'
import type { GridBackground, GridItemContext, GridView } from './items.ts'
import { CalendarItemCard } from '../item/CalendarItemCard.tsx'
import type { CalendarItem } from '../item/items.ts'
import { CalendarTextContext } from '../item/text-context.ts'
import { CursorRing } from './CursorRing.tsx'
import type { useCalendarContent } from '../use-calendar-content.ts'
import { useCalendarKeys, type MoveDraft } from './use-calendar-keys.ts'
import type { PendingMove } from '../move/use-pending-move.ts'
import type { CalendarText } from '../item/use-calendar-text.ts'
import type { HourRange } from './hour-height.ts'
import { heightOfHours, useMeasured, useOpeningScroll } from './use-grid-scroll.ts'
import { useCalendarAnnouncements } from './use-calendar-announcements.ts'
import { useSwipe } from './use-swipe.ts'
import { turnPage } from '../calendar-views.ts'
import { instantAtWallClock, daySegments, wallClockAt } from '../wall-clock.ts'

type Props = {
  frame: RefObject<HTMLDivElement | null>
  view: GridView
  day: string
  viewer: ViewerRole
  zone: string
  now: Date
  phone: boolean
  hours: HourRange
  hourHeight: number
  board: ReturnType<typeof useCalendarContent>
  moving: PendingMove
  onOpen: (id: string) => void
  onDay: (day: string) => void
  onTurn: (turn: 1 | -1, day?: string) => void
  onToday: () => void
  onNew?: () => void
  onCreate?: (startUtc: string, endUtc: string | null) => void
}

const content = (item: CalendarItem, room: GridItemContext) => <CalendarItemCard item={item} {...room} />

/**
 * Renders the grid with keyboard control. The grid is one tab stop, arrow keys move the cursor, and a live region
 * announces the position of the cursor.
 */
export function KeyboardCalendarGrid(props: Props) {
  const { view, viewer, zone, phone, hours, board: at } = props
  const { t } = useTranslation('calendar')
  const calendarText = useContext(CalendarTextContext)
  if (!calendarText) throw new Error('the calendar is rendered without its texts')
  const { say, keys, ask } = useGridKeys(props, calendarText)
  const dayHead = useMemo(
    () => headOf(calendarText.language, at.today, at.away, zone),
    [calendarText.language, at.today, at.away, zone],
  )
  const gridTexts = useMemo(() => ({ hours: t('hours'), more: (count: number) => t('moreItems', { count }) }), [t])
  const helpId = useId()
  return (
    <>
      <GridFrame {...props} keys={keys} helpId={helpId}>
        <CalendarGrid
          {...{ view, zone, hours, content, dayHead }}
          hourHeight={props.hourHeight}
          day={props.day}
          hidden={at.hidden}
          header={!(phone && view === 'day')}
          locale={calendarText.language === 'en' ? 'en-GB' : calendarText.language}
          texts={gridTexts}
          events={at.drawn}
          open={at.open}
          away={at.away}
          dayLabel={(one) => calendarText.dayLabel(one, at.free.get(one))}
          onOpen={props.onOpen}
          onDay={props.onDay}
          onCreate={props.onCreate}
          onMove={(id, startUtc, endUtc) => ask({ id, startUtc, endUtc })}
        />
      </GridFrame>
      <p id={helpId} className={classes.spoken}>
        {t(viewer === 'therapist' ? 'keysLong' : 'keysRead')}
      </p>
      <p className={classes.spoken} aria-live="assertive" aria-atomic>
        {say.said}
      </p>
    </>
  )
}

/**
 * Returns the keyboard handlers of the grid, the announcements, and `ask`, which opens the card that confirms a move.
 */
function useGridKeys(props: Props, calendarText: CalendarText) {
  const { view, viewer, zone, now, board: at, moving, onCreate } = props
  const month = view === 'month'
  const open = viewer === 'therapist' ? at.open : null
  const say = useCalendarAnnouncements({ items: at.items, open, zone, month, calendarText })
  const { minute } = wallClockAt(now.toISOString(), zone)
  const ask = (draft: MoveDraft) => {
    const item = at.standing.find((one) => one.id === draft.id)
    if (item) moving.ask(item, draft)
  }
  const keys = useCalendarKeys({
    board: at.board,
    items: at.standing,
    zone,
    start: { day: at.today, minute: Math.floor(minute / 30) * 30 },
    draft: moving.draft,
    onDraft: moving.setDraft,
    onKeep: ask,
    onOpen: props.onOpen,
    onCreate:
      onCreate &&
      ((cursor) => onCreate(instantAtWallClock(month ? { ...cursor, minute: 9 * 60 } : cursor, zone), null)),
    onNew: props.onNew,
    onToday: props.onToday,
    turned: ({ day, minute: at }, turn) => ({ turn, day: turnPage(view, day, turn), minute: at }),
    onTurn: props.onTurn,
    say,
  })
  return { say, keys, ask }
}

type FrameProps = Pick<Props, 'frame' | 'view' | 'phone' | 'hours' | 'hourHeight' | 'board' | 'onTurn'> & {
  keys: ReturnType<typeof useCalendarKeys>
  helpId: string
  children: ReactNode
}

/**
 * Renders the focusable frame around the grid. Scrolls to the first hour, turns the page on a swipe on a phone, and
 * draws the cursor.
 */
function GridFrame(props: FrameProps) {
  const { frame, view, phone, hours, hourHeight, board: at, keys, helpId, children } = props
  const { t } = useTranslation('calendar')
  const [focused, setFocused] = useState(false)
  const month = view === 'month'
  const swipe = useSwipe(phone ? props.onTurn : null)
  useMeasured(frame)
  useOpeningScroll(frame, { view, phone, hours, hourHeight, used: at.used, now: at.nowHour })
  const part = {
    role: 'application',
    tabIndex: 0,
    'aria-label': t('name'),
    'aria-describedby': helpId,
    onKeyDown: keys.onKeyDown,
  }
  return (
    <div
      ref={frame}
      className={classes.frame}
      data-view={view}
      style={month ? undefined : heightOfHours(hours, hourHeight)}
      {...part}
      onFocus={(event) => {
        if (event.target !== event.currentTarget || !event.target.matches(':focus-visible')) return
        setFocused(true)
        keys.sayHere()
      }}
      onBlur={() => setFocused(false)}
      {...swipe}
    >
      {children}
      {focused && (
        <CursorRing
          around={frame}
          cursor={keys.here}
          step={at.board.step}
          month={month}
          hours={hours}
          with={at.drawn}
        />
      )}
    </div>
  )
}

/**
 * Returns the function that renders the header of a column: the weekday and, in the day and week views, also the date
 * and an absence.
 */
const headOf = (language: string, today: string, away: readonly GridBackground[], zone: string) =>
  function head(day: string, room: GridItemContext) {
    const { weekday, number } = columnHeadText(day, language)
    const gone = away.find((one) => daySegments(one.startUtc, one.endUtc, zone).some((piece) => piece.day === day))
    return (
      <span className={classes.head} data-today={(day === today && !room.month) || undefined}>
        <span>{weekday}</span>
        {!room.month && <strong>{number}</strong>}
        {gone && (
          <span className={classes.gone}>
            <IconPlaneDeparture size={14} stroke={1.75} aria-hidden /> {gone.title}
          </span>
        )}
      </span>
    )
  }
