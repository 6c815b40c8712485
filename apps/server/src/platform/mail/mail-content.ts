import { type Language, languages } from '@attune/contract/common/text'
import type { MailKind } from '@attune/contract/features/notification'
import type { Auth } from '../auth/auth.ts'
import type { CalendarFile } from '../channels/mail.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Db, Tx } from '../database/actor.ts'
import type { Site } from '../http/site.ts'
import { formatDayInZone, formatDateTimeInZone, translate } from '../translations.ts'
import { isEntryMailCurrent } from './entry-mail.ts'
import { sessionOfMail, sessionsCancelledByDisconnect, isSessionMailOutdated } from './session-mail.ts'
import { calendarFileOfSession, calendarFileOfSessions, type CalendarFileHeading } from './calendar-file.ts'
import { isMailKind, linkPurposeOf, mailKinds } from './kinds.ts'
import type { QueuedMail } from './outbox.ts'
import { sessionsOfSeriesMail, formatSeriesDates, formatSeriesExceptions } from './series-mail.ts'
import { isTaskMailCurrent } from './task-mail.ts'

/** The content of an email before it is rendered. */
export type MailContent = {
  to: string
  kind: MailKind
  language: Language
  name: string
  link: string
  words: Record<string, string>
  code: string | null
  /** Calendar files, one per session unless the email is about a series. */
  calendar: CalendarFile[]
}

type Reader = { email: string; name: string; language: Language; zone: string }
type Deps = { config: Config; db: Db; auth: Auth; site: Site; clock: Clock }

/** Determines recipient, parameters and links of a queued email from the current data; null if the email is outdated. */
export async function createMailContent(deps: Deps, mail: QueuedMail): Promise<MailContent | null> {
  if (!isMailKind(mail.kind)) return null
  return mail.kind === 'invitation' ? writeInvitation(deps, mail) : writeToAccount(deps, mail, mail.kind)
}

async function writeToAccount(deps: Deps, mail: QueuedMail, kind: MailKind): Promise<MailContent | null> {
  const reader = mail.contact_id ? await guardianOf(deps, mail, mail.contact_id) : await readerOf(deps, mail)
  if (!reader) return null
  const { path, about } = mailKinds[kind]
  const words: Record<string, string> = {}
  let files: (heading: CalendarFileHeading) => (CalendarFile | null)[] = () => []
  if (about === 'session') {
    const appointment = await asWorker(deps.db, mail, (tx) => sessionOfMail(tx, mail))
    if (!appointment || isSessionMailOutdated(kind, mail.generation, appointment, deps.clock.now())) return null
    words.when = formatDateTimeInZone(appointment.startsAt, reader.language, reader.zone)
    files = (heading) => [calendarFileOfSession(appointment, heading)]
  }
  if (about === 'series') {
    const act = await asWorker(deps.db, mail, (tx) => sessionsOfSeriesMail(tx, mail, deps.clock.now()))
    if (!act) return null
    words.dates = formatSeriesDates(act, kind, reader.language, reader.zone)
    files = (heading) => [calendarFileOfSessions(act, heading)]
  }
  if (about === 'gaps') {
    const dates = await asWorker(deps.db, mail, (tx) => formatSeriesExceptions(tx, mail, reader.language, reader.zone))
    if (!dates) return null
    words.dates = dates
  }
  if (about === 'entry' && !(await asWorker(deps.db, mail, (tx) => isEntryMailCurrent(tx, mail)))) return null
  if (about === 'task' && !(await asWorker(deps.db, mail, (tx) => isTaskMailCurrent(tx, mail)))) return null
  if (about === 'connection') {
    const ended = await asWorker(deps.db, mail, (tx) => sessionsCancelledByDisconnect(tx, mail.subject_id ?? ''))
    if (!ended) return null
    files = (heading) => ended.map((appointment) => calendarFileOfSession(appointment, heading))
    const days = ended.map(({ startsAt }) => formatDateTimeInZone(startsAt, reader.language, reader.zone))
    const dates = days.length ? translate(reader.language, `mail.${kind}.cancelled`, { dates: days.join('; ') }) : ''
    words.dates = dates || translate(reader.language, `mail.${kind}.nothing`)
  }
  let to = reader.email
  if (kind === 'email-new' || kind === 'email-old') {
    const wanted = await deps.auth.emailChanges.pendingEmail(mail.account_id ?? '', mail.generation)
    if (!wanted) return null
    words.email = wanted
    if (kind === 'email-new') to = wanted
  }
  if (kind === 'factor-reset') {
    const at = await deps.auth.factorResets.takesEffectAt(mail.account_id ?? '', mail.generation)
    if (!at) return null
    words.when = formatDateTimeInZone(at.toISOString(), reader.language, reader.zone)
  }
  const purpose = linkPurposeOf(kind)
  const link = purpose
    ? await deps.auth.linkFor(purpose, mail.account_id ?? '', mail.generation)
    : `${deps.site.origin()}${path}`
  // A calendar file names the sender; without a sender address no email is sent.
  const { mailFrom: from } = deps.config
  const heading = { to: reader.email, language: reader.language, origin: deps.site.origin() }
  const postedAt = new Date(mail.created_at)
  const calendar = from ? files({ ...heading, from, postedAt }).filter((file) => file !== null) : []
  return { to, kind, language: reader.language, name: reader.name, link, words, code: null, calendar }
}

async function writeInvitation({ db, auth }: Deps, mail: QueuedMail): Promise<MailContent | null> {
  const found = await asWorker(db, mail, async (tx) => {
    const invitation = await tx.kysely
      .selectFrom('invitation')
      .select(['id', 'email', 'language', 'generation', 'state', 'expires_at'])
      .where('id', '=', mail.subject_id ?? '')
      .executeTakeFirst()
    const therapist = await tx.kysely
      .selectFrom('profile')
      .select(['first_name', 'last_name', 'zone'])
      .where('account_id', '=', mail.acting_for)
      .executeTakeFirst()
    return invitation && therapist && { ...invitation, therapist }
  })
  if (!found || found.generation !== mail.generation || found.state === 'accepted') return null
  const language = languageFrom(found.language)
  const { link, code } = await auth.invitationSecrets(found.id, found.generation, {
    email: found.email,
    expiresAt: new Date(found.expires_at),
  })
  return {
    to: found.email,
    kind: 'invitation',
    language,
    name: '',
    link,
    words: {
      therapist: `${found.therapist.first_name} ${found.therapist.last_name}`.trim(),
      until: formatDayInZone(found.expires_at, language, found.therapist.zone),
    },
    code,
    calendar: [],
  }
}

/** The recipient: email from the account; language and zone from the profile, or from the sign-up if there is no profile yet. */
async function readerOf({ db, auth }: Deps, mail: QueuedMail): Promise<Reader | null> {
  const id = mail.account_id
  if (!id) return null
  const [person, profile] = await Promise.all([
    auth.userById(id),
    asWorker(db, mail, (tx) =>
      tx.kysely
        .selectFrom('profile')
        .select(['first_name', 'language', 'zone'])
        .where('account_id', '=', id)
        .executeTakeFirst(),
    ),
  ])
  if (!person) return null
  return {
    email: person.email,
    name: profile?.first_name || person.firstName,
    language: languageFrom(profile?.language ?? person.language),
    zone: profile?.zone ?? person.zone ?? 'UTC',
  }
}

/** A guardian with an email address, if the client has no account; with the client's language and the therapist's zone. */
async function guardianOf({ db }: Deps, mail: QueuedMail, contactId: string): Promise<Reader | null> {
  return asWorker(db, mail, async (tx) => {
    const { rows } = await tx.run<{ email: string; language: string; zone: string }>(
      `select g.email, c.language, t.zone from app.client_contact g
         join app.client c on c.therapist_id = g.therapist_id and c.id = g.client_id join app.profile t on t.account_id = g.therapist_id
       where g.id = $1 and g.is_guardian and g.email is not null and c.account_id is null`,
      [contactId],
    )
    const row = rows[0]
    return row ? { email: row.email, name: '', language: languageFrom(row.language), zone: row.zone } : null
  })
}

const asWorker = <T>(db: Db, mail: QueuedMail, work: (tx: Tx) => Promise<T>) =>
  db.asActor({ role: 'worker', id: mail.acting_for }, work)

const languageFrom = (value: string): Language => languages.find((language) => language === value) ?? 'en'
