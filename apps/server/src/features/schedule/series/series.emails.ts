import type { SessionId } from '@attune/contract/common/ids'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { instantOf, shiftDay } from '@attune/contract/common/time/time'
import type { Tx } from '../../../platform/database/actor.ts'
import { type EmailKind, readSubject } from '../../../platform/mail/email-kind.ts'
import type { QueuedMail } from '../../../platform/mail/outbox.ts'
import { formatDateTimeInZone, formatShortDayInZone, translate } from '../../../platform/text/translations.ts'
import {
  activeSessionStatuses,
  calendarFileOfSessions,
  callParagraph,
  type MailedSession,
  pageOfSession,
  readGuardian,
} from '../session/session.ts'
import type { MailKind } from '@attune/contract/features/messages/notification/notification'

/**
 * The maximum number of dates in one list in the text of an email. A longer list ends with the number of the omitted
 * dates. The calendar file contains all of them.
 */
const maxListed = 12

type Step = Omit<MailedSession, 'page'> & { action: string; after: string }

/**
 * The sessions of one command that an email mentions. `active` sessions have the time that the command set. `cancelled`
 * sessions were cancelled or denied by the command.
 */
type SeriesMailSessions = { active: MailedSession[]; cancelled: MailedSession[] }

/**
 * Returns the upcoming sessions that a command changed, without sessions that were changed again later. Returns null if
 * there are none.
 */
async function findSessionsOfSeriesMail(tx: Tx, mail: QueuedMail, now: Date): Promise<SeriesMailSessions | null> {
  const { rows } = await tx.run<Step>(
    `select distinct on (s.starts_at, s.id) s.id, s.starts_at as "startsAt", s.ends_at as "endsAt",
       case when sc.answer = 'declined' then 'cancelled' else s.status end as status, s.sequence, s.format, s.location, s.video_url as "videoUrl",
       s.in_attune as "callInAttune",
       sc.answer, h.action, h.starts_at_after as after
     from app.session_history h
       join app.session s on s.therapist_id = h.therapist_id and s.id = h.session_id
       join app.session_client sc on sc.therapist_id = s.therapist_id and sc.session_id = s.id
       join app.client_name c on c.id = sc.client_id
     where h.therapist_id = $1 and h.act = $2
       -- A member who was removed from a group has declined by this command, and reads which sessions that concerns.
       and (sc.answer <> 'declined' or h.action = 'cancel' and h.client_id = sc.client_id)
       and ($3 = h.therapist_id or $5::uuid is null and c.account_id = $3 or c.id = (select g.client_id from app.contact_email g where g.id = $4)
         or c.id = $5 and exists (select from def.guardians_to_notify(s.id, array[c.id]) g where g.account_id = $3))
       and ($4::uuid is null or not sc.kept_from_guardians)
     order by s.starts_at, s.id`,
    [mail.acting_for, mail.subject_id, mail.account_id, mail.contact_id, mail.guarded_client_id],
  )
  const page = pageFor(mail)
  const sessions = rows.map((row) => ({ ...row, page: page(row.id) }))
  const upcoming = sessions.filter((row) => Date.parse(row.startsAt) > now.getTime())
  const active = upcoming.filter(
    (row) => row.action !== 'cancel' && activeSessionStatuses.has(row.status) && row.startsAt === row.after,
  )
  const cancelled = upcoming.filter(
    (row) => (row.action === 'cancel' || row.action === 'deny') && !activeSessionStatuses.has(row.status),
  )
  return active.length + cancelled.length ? { active, cancelled } : null
}

/** Returns a function that returns the path of a session's page for the recipient of an email; null if the recipient has no account. */
function pageFor({ account_id: to, acting_for: therapist, guarded_client_id: guarded }: QueuedMail) {
  const reader = guarded ? { guardianOf: guarded } : to === therapist ? 'therapist' : 'client'
  return (id: SessionId) => (to === null ? null : pageOfSession(id, reader))
}

/** The paragraph about the calls in Attune among the sessions of an email; empty if no session has one. */
const callsParagraph = ({ active }: SeriesMailSessions, language: Language): string => {
  const call = active.find(({ callInAttune }) => callInAttune)
  return call ? callParagraph(call, language, 'calls') : ''
}

/** Formats the dates of a command in the recipient’s language and time zone. */
function formatSeriesDates(
  { active, cancelled }: SeriesMailSessions,
  kind: string,
  language: Language,
  zone: string,
): string {
  const list = (dates: MailedSession[]) =>
    listOf(
      dates.map(({ startsAt }) => startsAt),
      language,
      zone,
    )
  if (kind.endsWith('cancelled')) return list(cancelled)
  const cancelledDates = cancelled.length ? translate(language, 'mail.series.gone', { dates: list(cancelled) }) : ''
  return [active.length ? list(active) : '', cancelledDates].filter(Boolean).join('\n\n')
}

/** Returns the start of the session that the subject line mentions; an empty string if the email has no session. */
function firstOf({ active, cancelled }: SeriesMailSessions, kind: string): string {
  const [session] = kind.endsWith('cancelled') ? [...cancelled, ...active] : [...active, ...cancelled]
  return session?.startsAt ?? ''
}

function listOf(instants: string[], language: Language, zone: string): string {
  const lines = instants.slice(0, maxListed).map((instant) => formatDateTimeInZone(instant, language, zone))
  const more = instants.length - lines.length
  return [...lines, ...(more ? [translate(language, 'mail.series.more', { count: String(more) })] : [])].join('\n')
}

/**
 * Returns the starts of the dates that the last extension of a series skipped; null if there are none. These dates are
 * after the day with the number `mail.generation` (see `dayNumber` in create/store.ts).
 */
async function findExceptionsOfMail(tx: Tx, mail: QueuedMail): Promise<string[] | null> {
  const { rows } = await tx.run<{ day: string; time: string; zone: string }>(
    `select g.day, s.time, s.zone from app.series s join app.series_gap g on g.therapist_id = s.therapist_id and g.series_id = s.id
     where s.id = $1 and g.day > $2 order by g.day`,
    [mail.subject_id, shiftDay('1970-01-01', mail.generation)],
  )
  return rows.length ? rows.map((row) => instantOf(row.day, row.time, row.zone)) : null
}

const readSessions = readSubject<SeriesMailSessions>({
  subject: findSessionsOfSeriesMail,
  words: (sessions, { language, zone }, kind, now) => ({
    dates: formatSeriesDates(sessions, kind, language, zone),
    call: callsParagraph(sessions, language),
    day: formatShortDayInZone(firstOf(sessions, kind), language, zone, now),
  }),
  path: (_sessions, { guarded_client_id: guarded }) => (guarded ? `/for/${guarded}/sessions` : undefined),
  calendar: (sessions, heading) => [calendarFileOfSessions(sessions, heading)],
})

const readExceptions = readSubject<string[]>({
  subject: findExceptionsOfMail,
  words: (instants, { language, zone }, _kind, now) => ({
    dates: listOf(instants, language, zone),
    day: formatShortDayInZone(instants[0] ?? '', language, zone, now),
  }),
})

/** The emails about several sessions of one command, and about dates that a series skips. */
export const seriesEmails = {
  'guardian-series-planned': { path: null, readReader: readGuardian, read: readSessions },
  'guardian-series-changed': { path: null, readReader: readGuardian, read: readSessions },
  'guardian-series-cancelled': { path: null, readReader: readGuardian, read: readSessions },
  'series-planned': { path: '/dashboard', read: readSessions },
  'series-changed': { path: '/dashboard', read: readSessions },
  'series-cancelled': { path: '/dashboard', read: readSessions },
  'series-accepted': { path: '/dashboard', read: readSessions },
  'sessions-moved': { path: '/dashboard', read: readSessions },
  'sessions-cancelled': { path: '/dashboard', read: readSessions },
  'series-gap': { path: '/dashboard', read: readExceptions },
} as const satisfies Partial<Record<MailKind, EmailKind>>
