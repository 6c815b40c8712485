import { useState, type KeyboardEvent } from 'react'
import {
  type PageTurn,
  type CursorGrid,
  type CalendarCursor,
  adjacentDay,
  cursorAt,
  cursorOnItem,
  moveCursor,
  type CursorDirection,
} from './calendar-cursor.ts'
import type { CalendarItem } from './calendar-items.ts'
import { instantAtWallClock, addMinutes, wholeMinutesBetween, wallClockAt } from './wall-clock.ts'

/** A new time for an item that is not confirmed yet. */
export type MoveDraft = { id: string; startUtc: string; endUtc: string }
export type MoveMode = 'move' | 'resize'

/** Minutes by which an arrow key moves or resizes. */
const stride = 15
const ways: Record<string, CursorDirection> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
}

type Props = {
  board: CursorGrid
  items: readonly CalendarItem[]
  zone: string
  /** Initial position of the cursor. */
  start: { day: string; minute: number }
  draft: MoveDraft | null
  onDraft: (draft: MoveDraft | null) => void
  /** Confirms the draft. */
  onKeep: (draft: MoveDraft) => void
  onOpen: (id: string) => void
  onCreate?: (cursor: CalendarCursor) => void
  onNew?: () => void
  onToday: () => void
  /** The same position on the previous or next page. */
  turned: (cursor: CalendarCursor, turn: 1 | -1) => PageTurn
  /** Turns to the previous or next page, which contains `day`. */
  onTurn: (turn: 1 | -1, day: string) => void
  /** Announces the position of the cursor and the progress of a move. */
  say: {
    place: (cursor: CalendarCursor) => void
    begun: (item: CalendarItem, mode: MoveMode) => void
    draft: (item: CalendarItem, draft: MoveDraft, mode: MoveMode) => void
    back: (item: CalendarItem) => void
    fixed: (item: CalendarItem) => void
    unchanged: (item: CalendarItem) => void
  }
}

/**
 * Keyboard control of the calendar: one tab stop, arrow keys move the cursor, Enter opens or adds, M and arrow keys move,
 * R and arrow keys resize, Enter confirms, Escape cancels, N adds a session, T goes to today. Works only while the calendar
 * has the focus.
 */
export function useCalendarKeys(props: Props) {
  const { board, zone, draft, say } = props
  const cursor = useCursor(props)
  const { here, go } = cursor
  const edit = useKeyboardMove(props, cursor)
  /** The action of a key; undefined when the calendar does not use it. */
  const actionOf = (key: string): (() => void) | undefined => {
    const way = ways[key]
    if (way) return () => go(moveCursor(board, here, way))
    if (key === 'PageUp' || key === 'PageDown') return () => go(props.turned(here, key === 'PageUp' ? -1 : 1))
    if (key === 'Enter') return () => (here.id ? props.onOpen(here.id) : props.onCreate?.(here))
    const letter = key.toLowerCase()
    if (letter === 'm') return () => edit.begin('move')
    if (letter === 'r') return () => edit.begin('resize')
    if (letter === 'n') return props.onNew
    if (letter === 't') return cursor.goToday
    return undefined
  }
  const editActionOf = (event: KeyboardEvent, mode: MoveMode, moved: MoveDraft): (() => void) | undefined => {
    const way = ways[event.key]
    if (event.key === 'Enter') return edit.end
    if (event.key === 'Escape') return () => (event.stopPropagation(), edit.putBack())
    return way && (() => edit.change(shiftDraft(moved, mode, way, board, zone)))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const act = edit.mode && draft ? editActionOf(event, edit.mode, draft) : actionOf(event.key)
    if (!act) return
    event.preventDefault()
    act()
  }
  return { here, onKeyDown, sayHere: () => say.place(here) }
}

/** The position of the cursor, and moving it, also beyond the page. */
function useCursor({ board, start, say, onTurn, onToday }: Props) {
  const [at, setAt] = useState<CalendarCursor | null>(null)
  const here = (at?.id ? cursorOnItem(board, at.id) : null) ?? nearest(board, at ?? { ...start, id: null })
  const go = (next: ReturnType<typeof moveCursor>) => {
    if (!('turn' in next)) {
      setAt(next)
      say.place(next)
      return
    }
    const beyond = { day: next.day, minute: next.minute, id: null }
    setAt(beyond)
    onTurn(next.turn, next.day)
    say.place(beyond)
  }
  const goToday = () => {
    setAt({ ...start, id: null })
    say.place({ ...start, id: null })
    onToday()
  }
  /** Follows an item to a day, which may be on another page. */
  const follow = (id: string, day: string) => {
    setAt({ ...here, day, id })
    const [first] = board.days
    if (first && !board.days.includes(day)) onTurn(day < first ? -1 : 1, day)
  }
  return { here, go, goToday, follow }
}

/** Moves or resizes the item under the cursor, until the change is confirmed or cancelled. */
function useKeyboardMove(props: Props, { here, follow }: ReturnType<typeof useCursor>) {
  const { board, items, zone, draft, say, onDraft } = props
  const [mode, setMode] = useState<MoveMode | null>(null)
  const item = items.find((one) => one.id === (draft?.id ?? here.id))
  const begin = (wanted: MoveMode) => {
    if (!item) return
    if (!item.movable || (wanted === 'resize' && board.kind === 'month')) return say.fixed(item)
    setMode(wanted)
    onDraft({ id: item.id, startUtc: item.startUtc, endUtc: item.endUtc })
    say.begun(item, wanted)
  }
  const change = (next: MoveDraft) => {
    if (!item) return
    onDraft(next)
    say.draft(item, next, mode ?? 'move')
    follow(next.id, wallClockAt(next.startUtc, zone).day)
  }
  const end = () => {
    setMode(null)
    if (!draft || !item) return
    const same = items.some((one) => one.id === draft.id && sameTime(one, draft))
    if (same) {
      onDraft(null)
      say.unchanged(item)
    } else props.onKeep(draft)
  }
  const putBack = () => {
    setMode(null)
    onDraft(null)
    if (!item) return
    follow(item.id, wallClockAt(item.startUtc, zone).day)
    say.back(item)
  }
  return { mode, begin, change, end, putBack }
}

const sameTime = (item: { startUtc: string; endUtc: string }, draft: MoveDraft) =>
  Date.parse(item.startUtc) === Date.parse(draft.startUtc) && Date.parse(item.endUtc) === Date.parse(draft.endUtc)

/** The cursor position nearest to a slot. On a page without that day, it is the same hour of the first day. */
function nearest(board: CursorGrid, cursor: CalendarCursor): CalendarCursor {
  const day = board.days.includes(cursor.day) ? cursor.day : (board.days[0] ?? cursor.day)
  return cursorAt(board, day, cursor.minute)
}

/** One step of moving or resizing. A moved item keeps its duration in real time. */
export function shiftDraft(
  draft: MoveDraft,
  mode: MoveMode,
  way: CursorDirection,
  board: Pick<CursorGrid, 'kind' | 'days'>,
  zone: string,
): MoveDraft {
  const lasts = wholeMinutesBetween(draft.startUtc, draft.endUtc)
  if (mode === 'resize') {
    const minutes = { up: -stride, down: stride }[way as 'up' | 'down'] ?? 0
    const next = Math.min(1440, Math.max(stride, lasts + minutes))
    return { ...draft, endUtc: addMinutes(draft.startUtc, next) }
  }
  const { day, minute } = wallClockAt(draft.startUtc, zone)
  const month = board.kind === 'month'
  const days = { left: -1, right: 1, up: month ? -7 : 0, down: month ? 7 : 0, first: 0, last: 0 }[way]
  // Up and down count in real time, so that steps through a repeated or skipped hour are reversible.
  const minutes = { up: -stride, down: stride }[way as 'up' | 'down'] ?? 0
  const startUtc = days
    ? instantAtWallClock({ day: adjacentDay(board.days, day, days), minute }, zone)
    : addMinutes(draft.startUtc, month ? 0 : minutes)
  return { ...draft, startUtc, endUtc: addMinutes(startUtc, lasts) }
}
