import { displayName, initials } from '@attune/contract/features/people/account/account.rules'
import type { FeedMode } from '@attune/contract/features/schedule/calendar/calendar'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { wallClockOf } from '@attune/contract/common/time/time'
import ical, { ICalEventStatus } from 'ical-generator'
import { translate } from '../../../../platform/text/translations.ts'
import type { FeedEntry, FeedPerson } from './queries.ts'

type Reader = { role: 'therapist' | 'client'; language: Language; zone: string; hostname: string }

/**
 * Returns the feed as an iCalendar file (RFC 5545) with times in UTC and the same event ids as in emails. The file contains no reason for a
 * session, and names only as far as `mode` permits. The same entries always produce the same file.
 */
export function feedFile(entries: FeedEntry[], mode: FeedMode, reader: Reader): string {
  const file = ical({
    prodId: { company: 'Attune', product: 'Attune', language: reader.language.toUpperCase() },
    name: 'Attune',
    ttl: 15 * 60,
  })
  for (const entry of entries) {
    file.createEvent({
      id: `${entry.id}@${reader.hostname}`,
      sequence: entry.sequence,
      stamp: new Date(entry.updatedAt),
      ...timesOf(entry, reader.zone),
      summary: titleOf(entry, mode, reader),
      status: ['scheduled', 'rescheduled'].includes(entry.status)
        ? ICalEventStatus.TENTATIVE
        : ICalEventStatus.CONFIRMED,
      ...(mode === 'name' && entry.location ? { location: entry.location } : {}),
    })
  }
  return file.toString()
}

/** Returns dates without a zone for whole-day entries, and instants for all other entries. */
function timesOf({ startsAt, endsAt, wholeDays }: FeedEntry, zone: string) {
  if (!wholeDays) return { start: new Date(startsAt), end: new Date(endsAt) }
  const midnight = (instant: string) => new Date(`${wallClockOf(instant, zone).day}T00:00:00Z`)
  return { start: midnight(startsAt), end: midnight(endsAt), allDay: true, timezone: 'UTC' }
}

function titleOf({ people, title, isAbsence }: FeedEntry, mode: FeedMode, { role, language }: Reader): string {
  if (mode === 'busy' || (!people && mode !== 'name')) return translate(language, 'feed.busy')
  if (!people) return title || translate(language, isAbsence ? 'feed.absent' : 'feed.busy')
  const labels = people.map((person) => personLabel(person, mode, role)).filter(Boolean)
  return labels.join(', ') || translate(language, 'mail.appointment')
}

function personLabel(person: FeedPerson, mode: FeedMode, role: Reader['role']): string {
  const name = displayName(person)
  if (mode === 'name') return name
  if (mode === 'code') return role === 'client' ? '' : person.code || initials(name)
  return initials(name)
}
