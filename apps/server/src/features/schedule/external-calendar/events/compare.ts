import type { IcsOccurrence } from '../../calendar/calendar.ts'
import type { ExpectedOccurrence, OwnObject } from './own-events.ts'

/** A change of an Attune event about which the therapist is asked. For a change of a whole series, the subject is the series. */
export type FoundChange = {
  subjectId: string
  kind: 'session' | 'event' | 'series'
} & ({ change: 'moved'; startsAt: string; endsAt: string } | { change: 'deleted' } | { change: 'changed' })

export type FoundObject = { repeats: boolean; occurrences: IcsOccurrence[]; isUnreadable: boolean }

type Known = { ourHash: string; theirHash: string; isAsked: boolean }

/**
 * Returns whether the external event is unchanged since it was last seen, which is also true after Attune's own write. While a question is open, the
 * therapist is asked again only if the event has changed in Attune too. `hash` is the digest of the required event; `seen` is null if there is no
 * event.
 */
export const isAsSeenLast = (row: Known, hash: string | undefined, seen: { hash: string } | null): boolean =>
  seen !== null && seen.hash === row.theirHash && !(row.isAsked && row.ourHash !== hash)

const dayMilliseconds = 24 * 60 * 60 * 1000
/**
 * The maximum number of questions about single occurrences of a series. If more occurrences differ, the therapist is asked about the whole series
 * instead.
 */
const maxSingleQuestions = 5

/**
 * Compares an Attune event with the one in the external calendar (null if there is none). Ignores past events. Returns no changes if both are
 * equal.
 */
export function changesOf(object: OwnObject, found: FoundObject | null, now: Date): FoundChange[] {
  const upcoming = object.expected.filter(({ endsAt }) => Date.parse(endsAt) > now.getTime())
  if (upcoming.length === 0) return []
  const whole = { subjectId: object.id, kind: object.kind }
  // It is unknown how an unreadable event was changed, so the change is reported only as 'changed'.
  if (found?.isUnreadable) return [{ ...whole, change: 'changed' }]
  if (!found || found.occurrences.length === 0) return [{ ...whole, change: 'deleted' }]
  if (object.kind !== 'series') {
    const [only] = found.occurrences
    const [expected] = object.expected
    if (found.repeats || found.occurrences.length > 1 || !only || !expected) return [{ ...whole, change: 'changed' }]
    return differenceOf(expected, only)
  }
  const byStart = new Map(found.occurrences.map((one) => [Date.parse(one.originalStart), one]))
  const isClear = (start: string) => !object.isAmbiguous?.(start)
  const clear = upcoming.filter(({ originalStart, startsAt }) => isClear(originalStart) && isClear(startsAt))
  const changes = clear.flatMap((one) => differenceOf(one, byStart.get(Date.parse(one.originalStart))))
  const known = new Set(object.expected.map(({ originalStart }) => Date.parse(originalStart)))
  const more = found.occurrences.filter(
    ({ originalStart, endsAt }) =>
      !known.has(Date.parse(originalStart)) && Date.parse(endsAt) > now.getTime() && isClear(originalStart),
  )
  return more.length > 0 || changes.length > maxSingleQuestions ? [{ ...whole, change: 'changed' }] : changes
}

function differenceOf(expected: ExpectedOccurrence, found: IcsOccurrence | undefined): FoundChange[] {
  const subject = { subjectId: expected.id, kind: expected.kind }
  if (!found) return [{ ...subject, change: 'deleted' }]
  const [startsAt, endsAt] = [Date.parse(found.startsAt), Date.parse(found.endsAt)]
  if (startsAt !== Date.parse(expected.startsAt) || endsAt !== Date.parse(expected.endsAt)) {
    // A session lasts at most a day, so a longer time cannot be proposed.
    const fits = endsAt > startsAt && endsAt - startsAt <= dayMilliseconds
    return [fits ? { ...subject, change: 'moved', ...timesOf(startsAt, endsAt) } : { ...subject, change: 'changed' }]
  }
  const isSame = found.title === plain(expected.title) && found.location === plain(expected.location)
  return isSame ? [] : [{ ...subject, change: 'changed' }]
}

const timesOf = (startsAt: number, endsAt: number) => ({
  startsAt: new Date(startsAt).toISOString(),
  endsAt: new Date(endsAt).toISOString(),
})
/** Texts are compared in the form in which the reader returns them. */
const plain = (text: string) => [...text.replaceAll(/\p{Cc}|\p{Cs}/gu, ' ').trim()].slice(0, 200).join('').trim()
