import type { ViewerRole } from '@attune/contract/features/session.states'
import { IconPlaneDeparture } from '@tabler/icons-react'
import {
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type RefObject,
} from 'react'
import { useTranslation } from 'react-i18next'
import { columnHeadText } from '../../ui/date-text.ts'
import classes from './Calendar.module.css'
import { CalendarGrid } from './CalendarGrid.tsx'
import type { GridBackground, GridItemSpace, GridView } from './grid-items.ts'
import { CalendarItemCard } from './CalendarItemCard.tsx'
import type { CalendarItem } from './calendar-items.ts'
import { CalendarTextContext } from './calendar-text-context.ts'
import { CursorRing } from './CursorRing.tsx'
import type { useCalendarContent } from './use-calendar-content.ts'
import { useCalendarKeys } from './use-calendar-keys.ts'
import type { PendingMove } from './use-pending-move.ts'
import { useCalendarAnnouncements } from './use-calendar-announcements.ts'
import { useSwipe } from './use-swipe.ts'
import { turnPage } from './calendar-views.ts'
import { instantAtWallClock, daySegments, wallClockAt } from './wall-clock.ts'

type Props = {
  frame: RefObject<HTMLDivElement | null>
  view: GridView
  day: string
  viewer: ViewerRole
  zone: string
  now: Date
  phone: boolean
  hours: { from: number; to: number }
  firstHour: number
  board: ReturnType<typeof useCalendarContent>
  moving: PendingMove
  onOpen: (id: string) => void
  onDay: (day: string) => void
  onTurn: (turn: 1 | -1, day?: string) => void
  onToday: () => void
  onNew?: () => void
  onCreate?: (startUtc: string, endUtc: string | null) => void
}

/** Height of an hour in the grid, in pixels. */
const hourHeight = 54
/** Height in pixels below which FullCalendar has not measured its rows yet. */
const minMeasuredHeight = 180
const content = (item: CalendarItem, room: GridItemSpace) => <CalendarItemCard item={item} room={room} />

/** The grid with keyboard control: one tab stop, arrow keys move the cursor, and a live region announces its position. */
export function KeyboardCalendarGrid(props: Props) {
  const { frame, view, day, viewer, zone, now, phone, hours, board: at, moving, onTurn } = props
  const { t } = useTranslation('calendar')
  const words = useContext(CalendarTextContext)
  const [focused, setFocused] = useState(false)
  const month = view === 'month'
  const own = viewer === 'therapist'
  if (!words) throw new Error('the calendar is read without words')
  const say = useCalendarAnnouncements({ items: at.items, open: own ? at.open : null, zone, month, words })
  const here = wallClockAt(now.toISOString(), zone)
  const bookedItem = (id: string) => at.standing.find((item) => item.id === id)
  const ask = (draft: { id: string; startUtc: string; endUtc: string }) => {
    const item = bookedItem(draft.id)
    if (item) moving.ask(item, draft)
  }
  const keys = useCalendarKeys({
    board: at.board,
    items: at.standing,
    zone,
    start: { day: at.today, minute: Math.floor(here.minute / 30) * 30 },
    draft: moving.draft,
    onDraft: moving.setDraft,
    onKeep: ask,
    onOpen: props.onOpen,
    onCreate:
      props.onCreate &&
      ((cursor) => props.onCreate?.(instantAtWallClock(month ? { ...cursor, minute: 9 * 60 } : cursor, zone), null)),
    onNew: props.onNew,
    onToday: props.onToday,
    turned: ({ day: from, minute }, turn) => ({ turn, day: turnPage(view, from, turn), minute }),
    onTurn,
    say,
  })
  const swipe = useSwipe(phone ? onTurn : null)
  useMeasured(frame)
  useFirstHour(frame, view, props.firstHour)
  const free = at.free
  const dayHead = useMemo(
    () => headOf(words.language, at.today, at.away, zone),
    [words.language, at.today, at.away, zone],
  )
  const helpId = useId()
  const part = {
    role: 'application',
    tabIndex: 0,
    'aria-label': t('name'),
    'aria-describedby': helpId,
    onKeyDown: keys.onKeyDown,
  }
  return (
    <>
      <div
        ref={frame}
        className={classes.frame}
        data-view={view}
        style={view === 'month' ? undefined : heightOf(hours)}
        {...part}
        onFocus={(event) => {
          if (event.target !== event.currentTarget || !event.target.matches(':focus-visible')) return
          setFocused(true)
          keys.sayHere()
        }}
        onBlur={() => setFocused(false)}
        {...swipe}
      >
        <CalendarGrid
          view={view}
          day={day}
          hidden={at.hidden}
          zone={zone}
          hours={hours}
          header={!(phone && view === 'day')}
          locale={words.language === 'en' ? 'en-GB' : words.language}
          words={{
            hours: t('hours'),
            more: (count) => t('moreItems', { count }),
            moreHint: (count) => t('moreItems', { count }),
          }}
          events={at.drawn}
          open={at.open}
          away={at.away}
          content={content}
          dayHead={dayHead}
          dayWords={(one) => words.dayWords(one, free.get(one))}
          onOpen={props.onOpen}
          onDay={props.onDay}
          onCreate={props.onCreate}
          onMove={(id, startUtc, endUtc) => ask({ id, startUtc, endUtc })}
        />
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
      <p id={helpId} className={classes.spoken}>
        {t(own ? 'keysLong' : 'keysRead')}
      </p>
      <p className={classes.spoken} aria-live="assertive" aria-atomic>
        {say.said}
      </p>
    </>
  )
}

/** The final height of the grid. FullCalendar sets it only after the first render; reserving it avoids a layout shift. */
const heightOf = ({ from, to }: Props['hours']) =>
  ({ '--attune-calendar-height': `${(to - from) * hourHeight}px` }) as CSSProperties

/** Marks the frame with `data-sized` once FullCalendar has measured its rows. Until then the grid is hidden. */
function useMeasured(frame: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const [around, grid] = [frame.current, frame.current?.firstElementChild]
    if (!around || !grid) return
    const look = new ResizeObserver(() => {
      if (grid.clientHeight < minMeasuredHeight) return
      look.disconnect()
      around.dataset.sized = ''
    })
    look.observe(grid)
    return () => look.disconnect()
  }, [frame])
}

/** Scrolls a day or week to its first used hour, once for each view. */
function useFirstHour(frame: RefObject<HTMLElement | null>, view: GridView, hour: number) {
  const done = useRef<GridView | null>(null)
  useEffect(() => {
    const scroller = frame.current
    if (done.current === view || !scroller) return
    const top = view === 'month' ? 0 : Math.max(0, hour - 0.5) * hourHeight
    const show = () => {
      scroller.scrollTo({ top })
      done.current = view
    }
    // The grid of an empty week gets its height later; where the page itself scrolls, the frame never gets one.
    if (scroller.scrollHeight - scroller.clientHeight >= top) return show()
    const grown = new ResizeObserver(() => {
      if (scroller.scrollHeight - scroller.clientHeight < top) return
      grown.disconnect()
      show()
    })
    if (scroller.firstElementChild) grown.observe(scroller.firstElementChild)
    return () => grown.disconnect()
  }, [frame, view, hour])
}

/** The header of a column: the weekday, in a day or week also the date and an absence. */
const headOf = (language: string, today: string, away: readonly GridBackground[], zone: string) =>
  function head(day: string, room: GridItemSpace) {
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
