import type { EventScope } from '@attune/contract/features/schedule/calendar/calendar'
import type { Conflict, Session } from '@attune/contract/features/schedule/session/session'
import { useState } from 'react'
import { createId } from '../../../../platform/api/api.ts'
import type { CalendarItem } from '../item/items.ts'
import type { MoveDraft } from '../grid/use-calendar-keys.ts'
import { useMoveItem, type CalendarMove } from './use-move-item.ts'

/** A new time for several sessions of a series. A dialog lets the therapist decide about each date. */
export type SeriesMove = {
  session: Session
  scope: 'following' | 'all'
  to: { startsAt: string; durationMinutes: number }
}

type Asked = { item: CalendarItem; draft: MoveDraft; found: { scope: EventScope; conflicts: Conflict[] } | null }

/**
 * Stores the state of a move from drag to save. While a card asks for confirmation, the calendar shows the item at its new time. A busy time that
 * does not repeat is saved without confirmation, because its move notifies no one. In this case the card opens only if the server reports conflicts.
 */
export function usePendingMove(focusBack: () => void) {
  const [draft, setDraft] = useState<MoveDraft | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const move = useMoveItem((taken, conflicts) => {
    const { item, startUtc, endUtc, scope } = taken
    const again = { id: item.id, startUtc, endUtc }
    setDraft(again)
    setAsked({ item, draft: again, found: { scope, conflicts } })
  })
  const keep = (wanted: CalendarMove) => {
    // The optimistic update of `mutate` replaces the draft in the same render.
    move.mutate(wanted)
    setDraft(null)
    setAsked(null)
    focusBack()
  }
  return {
    draft,
    setDraft,
    asked,
    keep,
    /** Starts a move to the time of `next`. `item` still has its old time. */
    ask(item: CalendarItem, next: MoveDraft) {
      if (item.kind === 'event' && !item.repeats) {
        const { startUtc, endUtc } = next
        keep({
          item,
          startUtc,
          endUtc,
          scope: 'one',
          name: '',
          agreed: false,
          anyway: [],
          anywayOn: [],
          command: createId(),
        })
        return
      }
      setDraft(next)
      setAsked({ item, draft: next, found: null })
    },
    putBack() {
      setDraft(null)
      setAsked(null)
      focusBack()
    },
  }
}
export type PendingMove = ReturnType<typeof usePendingMove>
