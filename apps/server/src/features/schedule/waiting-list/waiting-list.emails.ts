import type { MailKind } from '@attune/contract/features/messages/notification/notification'
import { sql } from 'kysely'
import { type EmailKind, readSubject } from '../../../platform/mail/email-kind.ts'
import { formatDateTimeInZone, formatShortDayInZone } from '../../../platform/text/translations.ts'

type Offered = { startsAt: string; expiresAt: string; state: string }

/** The email about an offer is sent only while the offer is open; the email about its end is always sent. */
const readOffer = readSubject<Offered>({
  subject: async (tx, mail) => {
    const { rows } = await sql<Offered>`
      select starts_at as "startsAt", expires_at as "expiresAt", state from app.waiting_offer where id = ${mail.subject_id}`.execute(
      tx.kysely,
    )
    return rows[0]
  },
  isStillTrue: ({ state, expiresAt }, { kind }, now) =>
    kind !== 'waiting-offered' || (state === 'open' && Date.parse(expiresAt) > now.getTime()),
  words: ({ startsAt, expiresAt }, { language, zone }, _kind, now) => ({
    when: formatDateTimeInZone(startsAt, language, zone),
    day: formatShortDayInZone(startsAt, language, zone, now),
    until: formatDateTimeInZone(expiresAt, language, zone),
  }),
})

/** The email about a freed time is sent only if the time is in the future and has not been offered since. */
const readFreed = readSubject<{ startsAt: string; isOffered: boolean }>({
  subject: async (tx, mail) => {
    const { rows } = await sql<{ startsAt: string; isOffered: boolean }>`
      select starts_at as "startsAt", coalesce(offered_at > notified_at, false) as "isOffered" from app.freed_time where id = ${mail.subject_id}`.execute(
      tx.kysely,
    )
    return rows[0]
  },
  isStillTrue: ({ startsAt, isOffered }, _mail, now) => !isOffered && Date.parse(startsAt) > now.getTime(),
  words: ({ startsAt }, { language, zone }, _kind, now) => ({
    when: formatDateTimeInZone(startsAt, language, zone),
    day: formatShortDayInZone(startsAt, language, zone, now),
  }),
})

export const waitingListEmails = {
  'waiting-offered': { path: '/dashboard/client/waiting-list', read: readOffer, endsWithTherapist: true },
  'waiting-expired': { path: '/dashboard/client/waiting-list', read: readOffer },
  'waiting-withdrawn': { path: '/dashboard/client/waiting-list', read: readOffer },
  'waiting-freed': { path: '/dashboard/therapist/waiting-list', read: readFreed },
} as const satisfies Partial<Record<MailKind, EmailKind>>
