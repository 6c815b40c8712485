import type { Language } from '@attune/contract/common/text/text.schemas'
import type { Auth } from '../auth/auth.ts'
import type { CalendarFile } from '../channels/mail.ts'
import type { Db, Tx } from '../database/actor.ts'
import type { QueuedMail } from './outbox.ts'

export type LinkPurpose = 'confirm' | 'reset' | 'email-new' | 'email-old' | 'stop-factor-reset'

/** The recipient of an email. The server writes the email in the recipient's language and zone. */
export type EmailReader = { email: string; name: string; language: Language; zone: string }

/** The sender of an email, as the recipient sees it. */
export type EmailSender = {
  name: string
  /** The postal address for the footer; empty if there is none. */
  address: string
  /** The path of the page on which the recipient can switch off emails of this kind; null if there is none. */
  settingsPath: string | null
  /** Whether subject and preview are the same for every kind of email, because the recipient has chosen discreet emails. */
  isNeutral: boolean
}

/** The sender of emails that do not name the practice. */
export const productSender = { name: 'Attune', address: '' }

/** The data of an email that its calendar files repeat. */
export type CalendarFileHeading = {
  /** The recipient's address. */
  to: string
  /** The recipient's language. */
  language: Language
  /** The origin of the product, for links. */
  origin: string
  /** The address of the sender of all emails. */
  from: string
  /** The time at which the email was queued. */
  postedAt: Date
}

/** The content that a feature adds to the fixed text of an email of its kind. */
export type EmailContent = {
  /** The address to which the email is sent, if it differs from the address of the recipient's account. */
  to?: string
  /** The parameters of the text, in the recipient's language and zone. */
  words?: Record<string, string>
  /** The address that the button opens, if it is not `path` of the kind. */
  link?: string
  /** The path of the page that the button opens, if it is not `path` of the kind. */
  path?: string
  /** The code that replaces the link for a person who types it. */
  code?: string
  /** Returns the attached calendar files. Omits a file that is null. */
  calendar?: (heading: CalendarFileHeading) => (CalendarFile | null)[]
}

/**
 * Reads the data for the content of an email. Returns null if the email is outdated. `tx` acts for the account in `acting_for` of the
 * email.
 */
type ReadContent = (
  tx: Tx,
  mail: QueuedMail,
  context: { auth: Auth; now: Date; reader: EmailReader },
) => Promise<EmailContent | null>

/**
 * Reads the recipient of an email. Returns null if the recipient no longer exists. `tx` acts for the account in `acting_for` of the email.
 */
export type ReadReader = (tx: Tx, mail: QueuedMail, auth: Auth) => Promise<EmailReader | null>

/** The definition of one kind of email, from the feature that sends it. */
export type EmailKind = {
  /** The path of the page that the button in the email opens; null for an email without a button, to a person who has no account. */
  path: string | null
  /** The purpose of the token in the link, if the link contains a token. */
  link?: LinkPurpose
  /**
   * Set if the person cannot continue without the secret link, for example to reset a password. Without a mail server,
   * the email is then written to a folder.
   */
  isSecret?: true
  /** Set for a reminder. Fixed quiet hours apply to reminders, because the recipient's own quiet hours could delay a reminder too long. */
  isReminder?: true
  /**
   * Set if the email reminds or invites on behalf of a therapist. It is dropped while an admin has disabled the account of the therapist.
   * Every reminder with `isReminder` is dropped too.
   */
  endsWithTherapist?: true
  /** Reads the recipient if the recipient is neither an account nor a notification address of the admins. */
  readReader?: ReadReader
  /** Reads the content that the feature adds. Without it, the email has only its fixed text. */
  read?: ReadContent
}

/** Whether to send an email now, to drop it, or to postpone it until a time. */
export type DeliveryDecision = 'send' | 'drop' | { until: Date }

/** The parts of the mailer that features provide: the kinds of emails, their recipients and when to send them. */
export type Emails = {
  kinds: Readonly<Record<string, EmailKind>>
  /** Reads the recipient of an email, unless its kind does that itself. Returns null if the recipient no longer exists. */
  readRecipient: ReadReader
  /**
   * Reads the first name of the client about whom a guardian gets the email. Returns null if the recipient is no longer a guardian of the client, or
   * if the guardian's rights are paused.
   */
  readGuardedName: (tx: Tx, mail: QueuedMail) => Promise<string | null>
  readSender: (db: Db, mail: QueuedMail) => Promise<EmailSender>
  /**
   * Decides whether to send the email now, according to the recipient's settings. `kind` is undefined if this version does not know the kind of the
   * email.
   */
  decideDelivery: (db: Db, mail: QueuedMail, kind: EmailKind | undefined, now: Date) => Promise<DeliveryDecision>
}

/**
 * Creates a `read` function that builds an email from the row that it is about, such as an invoice. `read` returns null for an outdated email: the
 * row no longer exists, or `isStillTrue` returns false.
 */
export const readSubject =
  <Subject>(parts: {
    subject: (tx: Tx, mail: QueuedMail, now: Date) => Promise<Subject | null | undefined>
    isStillTrue?: (subject: Subject, mail: QueuedMail, now: Date) => boolean
    words?: (subject: Subject, reader: EmailReader, kind: string, now: Date) => Record<string, string>
    /** Returns the path that the button opens; undefined for the path of the kind. */
    path?: (subject: Subject, mail: QueuedMail) => string | undefined
    calendar?: (subject: Subject, heading: CalendarFileHeading) => (CalendarFile | null)[]
  }): ReadContent =>
  async (tx, mail, { now, reader }) => {
    const subject = await parts.subject(tx, mail, now)
    if (subject === null || subject === undefined) return null
    if (parts.isStillTrue && !parts.isStillTrue(subject, mail, now)) return null
    const { calendar } = parts
    const path = parts.path?.(subject, mail)
    return {
      words: parts.words?.(subject, reader, mail.kind, now) ?? {},
      ...(path && { path }),
      ...(calendar && { calendar: (heading: CalendarFileHeading) => calendar(subject, heading) }),
    }
  }
