import type { Session } from '@attune/contract/features/session'

export type AgendaItem =
  | { kind: 'session'; session: Session; when: 'past' | 'running' | 'next' | 'later' }
  | { kind: 'free'; from: string; minutes: number }
  | { kind: 'now' }

/** Minimum length in minutes of a gap that the agenda shows as free time. */
const shortestFree = 30
const shown = new Set<Session['status']>(['pending', 'scheduled', 'confirmed', 'rescheduled', 'completed', 'no-show'])

/** Returns the sessions with a status in `shown`, sorted by start. Leaves out cancelled and declined sessions. */
export const sessionsTakingPlace = (sessions: Session[]) =>
  sessions.filter((session) => shown.has(session.status)).toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))

/**
 * Returns the agenda of a day: the sessions in order, future free time between them, and the line at the current time
 * unless a session is running.
 */
export function agendaItems(sessions: Session[], now: Date): AgendaItem[] {
  const items: AgendaItem[] = []
  let hasNowLine = false
  let nextFound = false
  let busyUntil: number | null = null
  for (const session of sessionsTakingPlace(sessions)) {
    const start = Date.parse(session.startsAt)
    const end = Date.parse(session.endsAt)
    const ahead = start > now.getTime()
    const running = !ahead && end > now.getTime()
    if (busyUntil !== null && ahead) {
      const from = Math.max(busyUntil, Math.min(now.getTime(), start))
      const minutes = Math.floor((start - from) / 60_000)
      if (hasNowLine && minutes >= shortestFree)
        items.push({ kind: 'free', from: new Date(from).toISOString(), minutes })
    }
    if (ahead && !hasNowLine) {
      if (!nextFound) items.push({ kind: 'now' })
      hasNowLine = true
    }
    const when = running ? 'running' : ahead ? (nextFound ? 'later' : 'next') : 'past'
    if (when === 'running' || when === 'next') nextFound = true
    if (running) hasNowLine = true
    items.push({ kind: 'session', session, when })
    busyUntil = Math.max(busyUntil ?? 0, end)
  }
  if (items.length && !hasNowLine) items.push({ kind: 'now' })
  return items
}
