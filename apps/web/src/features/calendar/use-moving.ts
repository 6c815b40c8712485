import type { EventScope } from '@attune/contract/features/calendar'
import type { Conflict, Session } from '@attune/contract/features/session'
import { useState } from 'react'
import { newId } from '../../platform/api.ts'
import type { Item } from './items.ts'
import type { Draft } from './use-keys.ts'
import { useMove, type Move } from './use-move.ts'

/** Several sessions of a series to move, with a decision about each date. */
export type Together = {
  session: Session
  scope: 'following' | 'all'
  to: { startsAt: string; durationMinutes: number }
}

type Asked = { item: Item; draft: Draft; found: { scope: EventScope; conflicts: Conflict[] } | null }

/**
 * The state of a move from drag to save. The item is shown at its new time while the move is confirmed. A single busy time is
 * saved without confirmation unless it has conflicts, because nobody is notified of it.
 */
export function useMoving(focusBack: () => void) {
  const [draft, setDraft] = useState<Draft | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const move = useMove((taken, conflicts) => {
    const { item, startUtc, endUtc, scope } = taken
    const again = { id: item.id, startUtc, endUtc }
    setDraft(again)
    setAsked({ item, draft: again, found: { scope, conflicts } })
  })
  const keep = (wanted: Move) => {
    // Both in one render: the optimistic update replaces the draft.
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
    /** `item` is the item at its old time. */
    ask(item: Item, next: Draft) {
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
          command: newId(),
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
export type Moving = ReturnType<typeof useMoving>
