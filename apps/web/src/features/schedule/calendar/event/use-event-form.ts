import { createDatedId } from '@attune/contract/common/dated-id'
import type { Repeat } from '@attune/contract/common/time/recurrence.schemas'
import type { CalendarEvent, EventScope } from '@attune/contract/features/schedule/calendar/calendar'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createId, orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import {
  eventDraftOf,
  newEventDraft,
  eventProblems,
  eventRepeat,
  eventSpan,
  type EventDraft,
  type EventProblems,
} from './draft.ts'
import { useSaveEvent } from './use-event-mutations.ts'
import { conflictsFromError } from '../move/use-move-item.ts'

type Props = {
  event: CalendarEvent | null
  scope: EventScope
  startUtc: string
  endUtc: string
  onSaved: () => void
}

/** Stores the draft of a new or edited busy time, checks and saves it, and loads its conflicts (`taken`). */
export function useEventForm({ event, scope, startUtc, endUtc, onSaved }: Props) {
  const { zone } = useLocale()
  const [id] = useState(() => event?.id ?? createDatedId())
  const [start] = useState(() => (event ? editedDraft(event, scope, zone) : newEventDraft(startUtc, endUtc, zone)))
  const [draft, setDraft] = useState<EventDraft>(start)
  const [tried, setTried] = useState(false)
  const problems: EventProblems = tried ? eventProblems(draft) : {}
  const span = eventSpan(draft, zone, event)
  const repeat = event ? changedRepeat(draft, start) : newRepeat(draft)
  const conflicts = useEventConflicts(draft, span && { ...span, ...(event && { but: event.id, scope }), ...repeat })
  const save = useSaveEvent(onSaved)
  const taken = conflictsFromError(save.error) ?? conflicts
  const change = (next: Partial<EventDraft>) => {
    setDraft({ ...draft, ...next })
    if (save.isError) save.reset()
  }
  const submit = () => {
    setTried(true)
    if (!span || Object.keys(eventProblems(draft)).length) return
    // Accepts only the conflicts that the dialog shows. The server refuses to save if there are other conflicts.
    const anyway = taken.map(({ startsAt }) => startsAt)
    const what = { id, title: draft.title, location: draft.place, ...span, anyway }
    if (!event) return save.mutate({ add: { ...what, ...newRepeat(draft) } })
    const edit = { ...what, scope, revision: event.revision, command: createId(), ...repeat }
    save.mutate({ edit, seriesId: event.seriesId })
  }
  const dirty = JSON.stringify(draft) !== JSON.stringify(start)
  return { draft, dirty, change, problems, taken, save, submit }
}

const newRepeat = (draft: EventDraft): { repeat?: Repeat } => {
  const repeat = eventRepeat(draft)
  return repeat ? { repeat } : {}
}

/**
 * Returns the draft of a saved busy time. If only this busy time of a series changes, the draft does not repeat,
 * because the recurrence rule stays the same.
 */
const editedDraft = (event: CalendarEvent, scope: EventScope, zone: string): EventDraft => {
  const draft = eventDraftOf(event, zone)
  return scope === 'one' ? { ...draft, repeats: false } : draft
}

/** Returns the changed recurrence rule. Returns an empty object if the rule is the same or only the day changed. */
function changedRepeat(draft: EventDraft, start: EventDraft): { repeat?: Repeat | null } {
  const ruleOf = (one: EventDraft) => one.repeats && (eventRepeat({ ...one, day: start.day }) ?? one.rhythm)
  const same = JSON.stringify(ruleOf(draft)) === JSON.stringify(ruleOf(start))
  return same ? {} : { repeat: eventRepeat(draft) }
}

/** Loads the conflicts of a busy time while it is edited. Returns no conflicts while its time is incomplete. */
function useEventConflicts(draft: EventDraft, wanted: Parameters<typeof conflictsOf>[0] | null) {
  const complete = wanted !== null && Object.keys(eventProblems(draft)).length === 0
  // Serialized, because the debounce compares values by identity and each render creates a new object.
  const [asked] = useDebouncedValue(complete ? JSON.stringify(wanted) : '', 250)
  const conflicts = useQuery({
    ...conflictsOf(JSON.parse(asked || '{}') as NonNullable<typeof wanted>),
    enabled: asked !== '',
    staleTime: 0,
  })
  return conflicts.data?.items ?? []
}

const conflictsOf = (input: Parameters<typeof orpc.calendar.conflicts.queryOptions>[0]['input'] & object) =>
  orpc.calendar.conflicts.queryOptions({ input })
