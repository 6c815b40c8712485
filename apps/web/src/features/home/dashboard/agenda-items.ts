import type { DaySession } from '@attune/contract/features/home/dashboard/dashboard'

export type AgendaItem =
  | { kind: 'session'; session: DaySession; when: 'past' | 'running' | 'next' | 'later' }
  | { kind: 'free'; from: string; minutes: number }
  | { kind: 'now' }

/** Minimum length in minutes of a gap that the agenda shows as free time. */
const shortestFree = 30

/**
 * Returns the agenda of a day: the sessions, sorted by start, future free time between them, and the line at the current time
 * unless a session is running.
 */
export function agendaItems(sessions: DaySession[], now: Date): AgendaItem[] {
  const items: AgendaItem[] = []
  let hasNowLine = false
  let nextFound = false
  let busyUntil: number | null = null
  for (const session of sessions) {
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
