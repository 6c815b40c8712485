import type { EventScope } from '@attune/contract/features/schedule/calendar/calendar'
import type { Conflict, Session } from '@attune/contract/features/schedule/session/session'
import { ORPCError } from '@orpc/client'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../../../platform/api/api.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { useSessionRefusalText } from '../../session/session.ts'
import type { CalendarItem } from '../item/items.ts'
import { conflictStarts, useUndoErrorText } from '../event/use-event-mutations.ts'
import { wholeMinutesBetween } from '../wall-clock.ts'

export type CalendarMove = {
  item: CalendarItem
  startUtc: string
  endUtc: string
  scope: EventScope
  /** The name of the notified client; in privacy mode, the initials. */
  name: string
  agreed: boolean
  /** The start times of the conflicts that the therapist accepts. */
  anyway: string[]
  /** The days of a series on which the therapist accepts conflicts. */
  anywayOn: string[]
  command: string
}
/** Returns whether an item keeps its start, so only its duration changes. */
export const changesDurationOnly = (item: Pick<CalendarItem, 'startUtc'>, startUtc: string) =>
  Date.parse(item.startUtc) === Date.parse(startUtc)

type Moved = { count: number; undo: () => Promise<unknown> }

const keys = () => [orpc.session.between.key(), orpc.calendar.between.key()]

/** Applies the move optimistically to the cached queries. Returns a function that reverts it. */
function applyOptimistically(client: QueryClient, { item, startUtc, endUtc, agreed }: CalendarMove): () => void {
  const before = keys().flatMap((queryKey) => client.getQueriesData({ queryKey }))
  const time = { startsAt: startUtc, endsAt: endUtc }
  client.setQueriesData<{ items: Session[] }>(
    { queryKey: orpc.session.between.key() },
    (data) =>
      data && {
        ...data,
        items: data.items.map((one) =>
          one.id === item.id
            ? {
                ...one,
                ...time,
                durationMinutes: wholeMinutesBetween(startUtc, endUtc),
                status: agreed ? ('confirmed' as const) : ('rescheduled' as const),
              }
            : one,
        ),
      },
  )
  client.setQueriesData<{ events: { id: string }[] }>(
    { queryKey: orpc.calendar.between.key() },
    (data) => data && { ...data, events: data.events.map((one) => (one.id === item.id ? { ...one, ...time } : one)) },
  )
  return () => {
    for (const [queryKey, data] of before) client.setQueryData(queryKey, data)
  }
}

async function send({
  item,
  startUtc: startsAt,
  endUtc: endsAt,
  scope,
  agreed,
  anyway,
  anywayOn,
  command,
}: CalendarMove): Promise<Moved> {
  const again = createId()
  if (item.kind === 'event') {
    const { id, title, location, revision, seriesId } = item.event
    const same = { id, scope, title, location }
    const edit = { ...same, startsAt, endsAt, anyway, revision, command }
    if (seriesId) {
      await api.calendar.editEvent(edit)
      return { count: 1, undo: () => api.calendar.undoEventChange({ seriesId, undoes: command }) }
    }
    const was = { startsAt: item.event.startsAt, endsAt: item.event.endsAt }
    // Loads the conflicts at the old time, because Undo moves the busy time back and must accept these conflicts.
    const [over, after] = await Promise.all([conflictStarts({ ...was, but: id }), api.calendar.editEvent(edit)])
    const back = { ...same, ...was, anyway: over, revision: after.revision }
    return { count: 1, undo: () => api.calendar.editEvent(back) }
  }
  if (item.kind !== 'session') throw new Error('only sessions and busy blocks are moved')
  const { session } = item
  const { id, revision, format, location, videoUrl, callInAttune } = session
  const time = { startsAt, durationMinutes: wholeMinutesBetween(startsAt, endsAt), agreed }
  const back = {
    startsAt: session.startsAt,
    durationMinutes: session.durationMinutes,
    agreed: session.status === 'confirmed',
  }
  if (scope === 'one') {
    const after = await api.session.move({ id, command, revision, ...time, anyway: anyway.length > 0 })
    const undone = { ...back, anyway: session.bookedAnyway, revision: after.revision }
    return { count: 1, undo: () => api.session.move({ id, command: again, ...undone }) }
  }
  const same = { sessionId: id, scope, format, location, videoUrl, callInAttune }
  const { changed } = await api.series.change({ ...same, ...time, anyway: anywayOn, command, revision })
  return { count: changed, undo: () => api.series.change({ ...same, ...back, undoes: command, command: again }) }
}

/** Returns the conflicts from a server error; null for errors without conflicts. */
export function conflictsFromError(error: unknown): Conflict[] | null {
  if (!(error instanceof ORPCError)) return null
  const data = error.data as { conflicts?: Conflict[]; dates?: { conflicts: Conflict[] }[] } | undefined
  if (error.code === 'SLOT_TAKEN') return data?.conflicts ?? []
  return error.code === 'SERIES_TAKEN' ? (data?.dates ?? []).flatMap((date) => date.conflicts) : null
}

/**
 * Returns a mutation that moves a session or busy time optimistically, and reverts the move if the server refuses it. If conflicts are the reason,
 * `onTaken` receives them. After a move, the toast offers Undo.
 */
export function useMoveItem(onTaken: (move: CalendarMove, conflicts: Conflict[]) => void) {
  const { t } = useTranslation('calendar')
  const client = useQueryClient()
  const refusalText = useSessionRefusalText('therapist')
  const whyNot = useUndoErrorText()
  const refresh = () =>
    Promise.all(
      [orpc.session.key(), orpc.client.key(), orpc.calendar.between.key()].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    )
  return useMutation({
    mutationFn: send,
    onMutate: async (move) => {
      const revert = applyOptimistically(client, move)
      await Promise.all(keys().map((queryKey) => client.cancelQueries({ queryKey })))
      return revert
    },
    onSuccess: ({ count, undo }, { item, startUtc, scope, name }) => {
      const done = changesDurationOnly(item, startUtc) ? 'resized' : 'moved'
      const title =
        item.kind !== 'session'
          ? t(`move.${done}Event`)
          : scope === 'one'
            ? t(`move.${done}`, { name })
            : t(`move.${done}Series`, { name, count })
      const onClick = () =>
        void undo()
          .then(() => toast.success(t('move.undone')))
          .catch((error: unknown) => toast.error(whyNot(error)))
          .finally(refresh)
      toast({ variant: 'success', title, action: { label: t('move.undo'), onClick } })
    },
    onError: (error, move, revert) => {
      revert?.()
      const conflicts = conflictsFromError(error)
      if (conflicts) onTaken(move, conflicts)
      else toast.error(refusalText(error))
    },
    onSettled: refresh,
  })
}
