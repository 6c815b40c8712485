import type { Language } from '@attune/contract/common/text/text.schemas'
import type { Auth } from '../auth/auth.ts'
import type { CalendarFile } from '../channels/mail.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { Db, Tx } from '../database/actor.ts'
import type { Site } from '../http/site/site.ts'
import type { EmailSender, Emails } from './email-kind.ts'
import type { QueuedMail } from './outbox.ts'

/** The content of an email before it is rendered. */
export type MailContent = {
  /** The address to which the email is sent. */
  to: string
  sender: Omit<EmailSender, 'settingsPath'>
  /** The address of the page on which the recipient can switch off emails of this kind; null if there is none. */
  settingsLink: string | null
  /** The kind of the email, which selects its texts. */
  kind: string
  language: Language
  name: string
  /** The address that the button opens; null for an email without a button. */
  link: string | null
  /** Set if the recipient has an account and acts as a guardian. The email then has the texts that say for whom it is. */
  isForGuardian?: true
  /** The parameters of the texts. */
  words: Record<string, string>
  /** The code that replaces the link for a person who types it; null if there is none. */
  code: string | null
  /** Calendar files: a single file with all sessions for an email about a series, otherwise one file per session. */
  calendar: CalendarFile[]
}

type Deps = { config: Config; db: Db; auth: Auth; site: Site; clock: Clock; emails: Emails }

/**
 * Reads recipient, parameters and links of a queued email from the current data. Returns null if the email is outdated, is of an unknown
 * kind, or no longer has a recipient.
 */
export async function createMailContent(deps: Deps, mail: QueuedMail): Promise<MailContent | null> {
  const { config, db, auth, site, clock, emails } = deps
  const kind = emails.kinds[mail.kind]
  if (!kind) return null
  const { path, link: purpose, readReader = emails.readRecipient, read } = kind
  const readAll = async (tx: Tx) => {
    const reader = await readReader(tx, mail, auth)
    if (!reader) return null
    const guarded = isToGuardian(mail) ? await emails.readGuardedName(tx, mail) : undefined
    if (guarded === null) return null
    const content = read ? await read(tx, mail, { auth, now: clock.now(), reader }) : {}
    return (
      content && { reader, content, words: { ...(guarded !== undefined && { forClient: guarded }), ...content.words } }
    )
  }
  const [found, { settingsPath, ...sender }] = await Promise.all([
    db.asActor({ role: 'worker', id: mail.acting_for }, readAll),
    emails.readSender(db, mail),
  ])
  if (!found) return null
  const { reader, content, words } = found
  const page = content.path ?? path
  const link =
    content.link ??
    (purpose ? await auth.linkFor(purpose, mail.account_id ?? '', mail.generation) : page && `${site.origin()}${page}`)
  // Calendar files contain the sender's address. Without a configured address, there are no calendar files and the
  // email is not sent.
  const heading = { to: reader.email, language: reader.language, origin: site.origin() }
  const postedAt = new Date(mail.created_at)
  const files = config.mailFrom ? content.calendar?.({ ...heading, from: config.mailFrom, postedAt }) : null
  return {
    to: content.to ?? reader.email,
    sender,
    settingsLink: settingsPath && `${site.origin()}${settingsPath}`,
    kind: mail.kind,
    language: reader.language,
    name: reader.name,
    link,
    ...(mail.guarded_client_id !== null && { isForGuardian: true }),
    words,
    code: content.code ?? null,
    calendar: files?.filter((file) => file !== null) ?? [],
  }
}

/** Whether the recipient gets the email because of a client for whom they are a guardian, with an account or as a contact. */
const isToGuardian = ({ guarded_client_id, contact_id }: QueuedMail) =>
  guarded_client_id !== null || contact_id !== null
