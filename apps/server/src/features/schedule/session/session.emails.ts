import type { ClientId, SessionId, TherapistId } from '@attune/contract/common/ids'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { joinCallBeforeMinutes } from '@attune/contract/common/constants'
import { addressWithoutHealthWords } from '@attune/contract/common/text/health-words'
import { cityOf } from '@attune/contract/common/time/cities'
import type { MailKind } from '@attune/contract/features/messages/notification/notification'
import type { Tx } from '../../../platform/database/actor.ts'
import { type EmailKind, readSubject } from '../../../platform/mail/email-kind.ts'
import type { QueuedMail } from '../../../platform/mail/outbox.ts'
import { formatDateTimeInZone, formatShortDayInZone, translate } from '../../../platform/text/translations.ts'
import { calendarFileOfSession } from './notify/calendar-file.ts'
import { readGuardian } from './notify/guardian-reader.ts'

/** A session as the recipient of an email may see it. */
export type MailedSession = {
  id: SessionId
  startsAt: string
  endsAt: string
  status: string
  sequence: number
  format: string
  location: string
  videoUrl: string | null
  callInAttune: boolean
  /** The path of the session's page for the recipient; null if the recipient has no account. */
  page: string | null
  /** The recipient's own answer; null for the therapist. */
  answer: string | null
}

/** The kinds of emails that are sent only if the session still has one of the `activeSessionStatuses`. */
const requiresActiveSession: ReadonlySet<string> = new Set<MailKind>([
  'session-planned',
  'session-moved',
  'session-confirmed',
  'session-booked',
  'waiting-accepted',
  'session-countered',
  'session-edited',
  'session-reminder',
  'change-declined',
  'change-countered',
  'change-withdrawn',
  'counter-accepted',
  'counter-declined',
  'guardian-planned',
  'guardian-moved',
  'guardian-edited',
  'guardian-reminder',
])
/** The statuses in which a session is going to take place. */
export const activeSessionStatuses = new Set<string>(['scheduled', 'confirmed', 'rescheduled'])

const columns =
  's.id, s.starts_at as "startsAt", s.ends_at as "endsAt", s.status, s.sequence, s.format, s.location, s.video_url as "videoUrl", s.in_attune as "callInAttune"'

type SessionOfMail = Omit<MailedSession, 'page'> & {
  therapistId: TherapistId
  therapistName: string
  /** The client for whom the recipient acts as a guardian; null for all other recipients. */
  actingFor: ClientId | null
}

/**
 * Returns the session of an email, with the recipient’s answer. For a guardian, this is the client’s answer. Returns undefined if the session is kept
 * from guardians.
 */
async function findSessionOfMail(tx: Tx, mail: QueuedMail): Promise<SessionOfMail | undefined> {
  const { rows } = await tx.run<SessionOfMail>(
    `select ${columns}, s.therapist_id as "therapistId",
       coalesce((select p.name from app.person p where p.account_id = s.therapist_id), '') as "therapistName",
       (select sc.answer from app.session_client sc join app.client_name c on c.id = sc.client_id
        where sc.session_id = s.id and (c.account_id = $2 or c.id = $4 or c.id = (select g.client_id from app.contact_email g where g.id = $3))
        order by c.id = $4 desc nulls last limit 1) as answer,
       (select g.client_id from def.guardians_to_notify(s.id, array(select sc.client_id from app.session_client sc where sc.session_id = s.id)) g
        where g.account_id = $2 and g.client_id = coalesce($4, g.client_id) limit 1) as "actingFor"
     from app.session s where s.id = $1 and not exists (select from app.session_client k join app.contact_email g on g.client_id = k.client_id
       where k.session_id = s.id and g.id = $3 and k.kept_from_guardians)`,
    [mail.subject_id, mail.account_id, mail.contact_id, mail.guarded_client_id],
  )
  return rows[0]
}

/** Returns the sessions that a disconnect cancelled. Returns null if client and therapist are connected again. */
export async function listSessionsCancelledByDisconnect(tx: Tx, clientId: ClientId): Promise<MailedSession[] | null> {
  const [record, sessions] = await Promise.all([
    tx.run('select from app.client_name where id = $1 and disconnected_at is not null', [clientId]),
    tx.run<Omit<MailedSession, 'page'>>(
      `select ${columns}, sc.answer
       from app.client_name c join app.session_client sc on sc.client_id = c.id join app.session s on s.id = sc.session_id
       where c.id = $1 and s.status = 'cancelled' and s.updated_at = c.disconnected_at order by s.starts_at`,
      [clientId],
    ),
  ])
  return record.rows.length ? sessions.rows.map((session) => ({ ...session, page: null })) : null
}

/**
 * Returns whether an email still matches its session. The session must not have been moved since the email was queued.
 * Emails in `requiresActiveSession` need an active session, and an email about a request needs a pending one. A
 * reminder is not sent after the start.
 */
function isStillTrue(session: SessionOfMail, mail: QueuedMail, now: Date): boolean {
  if (isWithoutRight(session, mail)) return false
  const { kind, generation } = mail
  if (session.sequence !== generation) return false
  if (kind === 'session-requested' && session.status !== 'pending') return false
  const { isReminder }: EmailKind = sessionEmails[kind as keyof typeof sessionEmails]
  if (isReminder && Date.parse(session.startsAt) <= now.getTime()) return false
  return !requiresActiveSession.has(kind) || activeSessionStatuses.has(session.status)
}

/**
 * Whether the recipient no longer has a right to the session: they are neither the therapist nor a participant nor a guardian who may see the
 * session.
 */
const isWithoutRight = ({ answer, actingFor, therapistId }: SessionOfMail, mail: QueuedMail) => {
  const { account_id: to, guarded_client_id: guarded } = mail
  return to !== null && to !== therapistId && actingFor === null && (answer === null || guarded !== null)
}

/** The kinds of emails about a session that does not take place. The button of such an email opens the dashboard instead of the session. */
const opensDashboard: ReadonlySet<string> = new Set<MailKind>([
  'session-cancelled',
  'session-denied',
  'session-withdrawn',
  'session-expired',
  'session-left',
])

/** Returns the path of the session's page for the recipient. A guardian without an account opens no session. */
function pathOfSession(
  { id, therapistId, answer, actingFor }: SessionOfMail,
  { kind, account_id: to, guarded_client_id: guarded }: QueuedMail,
): string | undefined {
  if (to === null) return undefined
  const forClient = guarded ?? (answer === null ? actingFor : null)
  if (opensDashboard.has(kind)) return forClient ? `/for/${forClient}` : undefined
  return pageOfSession(id, forClient ? { guardianOf: forClient } : to === therapistId ? 'therapist' : 'client')
}

/** The path of the session's page for a person. */
export const pageOfSession = (id: SessionId, reader: 'therapist' | 'client' | { guardianOf: ClientId }): string =>
  typeof reader === 'object'
    ? `/for/${reader.guardianOf}/sessions/${id}`
    : `/dashboard/${reader}/sessions/session-details?id=${id}`

/** Returns the lines of a confirmation: with whom the session is, and where. */
function detailsOf(session: SessionOfMail, language: Language): string {
  const { format, videoUrl, callInAttune, therapistName } = session
  const location = addressWithoutHealthWords(session.location)
  const say = (part: string, params: Record<string, string>) => translate(language, `mail.details.${part}`, params)
  const place =
    format === 'phone'
      ? say('phone', {})
      : format === 'video'
        ? !callInAttune && say(videoUrl ? 'videoLink' : 'video', { link: videoUrl ?? '' })
        : location && say('location', { location })
  return [therapistName && say('with', { name: therapistName }), place].filter(Boolean).join('\n')
}

/**
 * Returns the paragraph about a call in Attune: it states that the session takes place in Attune and, for a recipient who can join, from where and
 * when. Returns an empty text for any other session. The button of the email opens the page from which the recipient joins.
 */
export function callParagraph(
  { callInAttune, page }: Pick<MailedSession, 'callInAttune' | 'page'>,
  language: Language,
  count: 'call' | 'calls' = 'call',
): string {
  if (!callInAttune) return ''
  const reader = page && /^\/(dashboard|for)\//.test(page) ? 'join' : 'place'
  return `\n\n${translate(language, `mail.${count}.${reader}`, { minutes: String(joinCallBeforeMinutes) })}`
}

type SessionWithPage = SessionOfMail & MailedSession

const read = readSubject<SessionWithPage>({
  subject: async (tx, mail) => {
    const session = await findSessionOfMail(tx, mail)
    return session && { ...session, page: pathOfSession(session, mail) ?? null }
  },
  isStillTrue,
  words: (session, { language, zone }, kind, now) => ({
    when: translate(language, 'mail.inZone', {
      when: formatDateTimeInZone(session.startsAt, language, zone),
      city: cityOf(zone),
    }),
    day: formatShortDayInZone(session.startsAt, language, zone, now),
    ...(kind === 'session-confirmed' && { details: detailsOf(session, language) }),
    format: translate(language, `mail.format.${session.format}`),
    call: callParagraph(session, language),
  }),
  path: ({ page }) => page ?? undefined,
  calendar: (session, heading) => [calendarFileOfSession(session, heading)],
})

export const sessionEmails = {
  'guardian-planned': { path: null, readReader: readGuardian, read },
  'guardian-moved': { path: null, readReader: readGuardian, read },
  'guardian-cancelled': { path: null, readReader: readGuardian, read },
  'guardian-reminder': { path: null, readReader: readGuardian, isReminder: true, read },
  'guardian-edited': { path: null, readReader: readGuardian, read },
  'session-planned': { path: '/dashboard', read },
  'session-moved': { path: '/dashboard', read },
  'session-cancelled': { path: '/dashboard', read },
  'session-accepted': { path: '/dashboard', read },
  'session-declined': { path: '/dashboard', read },
  'session-reminder': { path: '/dashboard', isReminder: true, read },
  'session-requested': { path: '/dashboard', read },
  'session-booked': { path: '/dashboard', read },
  'waiting-accepted': { path: '/dashboard', read },
  'session-confirmed': { path: '/dashboard', read },
  'session-denied': { path: '/dashboard', read },
  'session-countered': { path: '/dashboard', read },
  'session-withdrawn': { path: '/dashboard', read },
  'session-expired': { path: '/dashboard', read },
  'session-left': { path: '/dashboard', read },
  'session-edited': { path: '/dashboard', read },
  'change-asked': { path: '/dashboard', read },
  'change-accepted': { path: '/dashboard', read },
  'change-declined': { path: '/dashboard', read },
  'change-countered': { path: '/dashboard', read },
  'change-withdrawn': { path: '/dashboard', read },
  'counter-accepted': { path: '/dashboard', read },
  'counter-declined': { path: '/dashboard', read },
} as const satisfies Partial<Record<MailKind, EmailKind>>
