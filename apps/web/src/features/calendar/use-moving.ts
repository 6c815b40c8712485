import type { EventScope } from '@attune/contract/features/calendar'
import type { Conflict, Session } from '@attune/contract/features/session'
import { useState } from 'react'
import { newId } from '../../platform/api.ts'
import type { Item } from './items.ts'
import type { Draft } from './use-keys.ts'
import { useMove, type Move } from './use-move.ts'

/** Sessions of a series that are moved together, each date decided by itself. */
export type Together = {
  session: Session
  scope: 'following' | 'all'
  to: { startsAt: string; durationMinutes: number }
}

type Asked = { item: Item; draft: Draft; found: { scope: EventScope; conflicts: Conflict[] } | null }

/**
 * From a new place to a kept one: what is moved is drawn there and asked about; a single busy block, of which nobody is
 * told, is kept at once unless something is in its way.
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
    // Both in one frame: what was a draft is what is hoped for.
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
    /** `item` as it stood before. */
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
