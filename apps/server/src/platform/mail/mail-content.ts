import { type Language, languages } from '@attune/contract/common/text'
import type { MailKind } from '@attune/contract/features/notification'
import type { Auth } from '../auth/auth.ts'
import type { CalendarFile } from '../channels/mail.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Db, Tx } from '../database/actor.ts'
import type { Site } from '../http/site.ts'
import type { EmailKinds, EmailReader } from './email-kind.ts'
import type { QueuedMail } from './outbox.ts'

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

type Deps = { config: Config; db: Db; auth: Auth; site: Site; clock: Clock; kinds: EmailKinds }

/** Determines recipient, parameters and links of a queued email from the current data; null if the email is outdated. */
export async function createMailContent(deps: Deps, queued: QueuedMail): Promise<MailContent | null> {
  const { config, auth, site, clock, kinds } = deps
  if (!(queued.kind in kinds)) return null
  const mail = { ...queued, kind: queued.kind as MailKind }
  const { path, link: purpose, readReader, read } = kinds[mail.kind]
  const reader = await (readReader ? asWorker(deps.db, mail, (tx) => readReader(tx, mail)) : personOf(deps, mail))
  if (!reader) return null
  const content = read ? await asWorker(deps.db, mail, (tx) => read(tx, mail, { auth, now: clock.now(), reader })) : {}
  if (!content) return null
  const link =
    content.link ??
    (purpose ? await auth.linkFor(purpose, mail.account_id ?? '', mail.generation) : `${site.origin()}${path}`)
  // A calendar file names the sender; without a sender address no email is sent.
  const heading = { to: reader.email, language: reader.language, origin: site.origin() }
  const postedAt = new Date(mail.created_at)
  const files = config.mailFrom ? content.calendar?.({ ...heading, from: config.mailFrom, postedAt }) : null
  return {
    to: content.to ?? reader.email,
    kind: mail.kind,
    language: reader.language,
    name: reader.name,
    link,
    words: content.words ?? {},
    code: content.code ?? null,
    calendar: files?.filter((file) => file !== null) ?? [],
  }
}

/** The guardian or the account to whom the email goes. */
const personOf = (deps: Deps, mail: QueuedMail): Promise<EmailReader | null> =>
  mail.contact_id ? guardianOf(deps, mail, mail.contact_id) : readerOf(deps, mail)

/** The recipient: email from the account; language and zone from the profile, or from the sign-up if there is no profile yet. */
async function readerOf({ db, auth }: Deps, mail: QueuedMail): Promise<EmailReader | null> {
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
async function guardianOf({ db }: Deps, mail: QueuedMail, contactId: string): Promise<EmailReader | null> {
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
