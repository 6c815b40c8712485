import type { Language } from '@attune/contract/common/text.schemas'
import type { Auth } from '../auth/auth.ts'
import type { CalendarFile } from '../channels/mail.ts'
import type { Db, Tx } from '../database/actor.ts'
import type { QueuedMail } from './outbox.ts'

export type LinkPurpose = 'confirm' | 'reset' | 'email-new' | 'email-old' | 'stop-factor-reset'

/** The person to whom an email is written. */
export type EmailReader = { email: string; name: string; language: Language; zone: string }

/** The data of the email that a calendar file needs. */
export type CalendarFileHeading = { to: string; language: Language; origin: string; from: string; postedAt: Date }

/** What the feature adds to the fixed text of a kind of email. */
export type EmailContent = {
  /** The address to send to, if it differs from the reader's. */
  to?: string
  /** The parameters of the text, in the reader's language and zone. */
  words?: Record<string, string>
  link?: string
  code?: string
  calendar?: (heading: CalendarFileHeading) => (CalendarFile | null)[]
}

/** Reads the data for the content of an email; null if the email is outdated. `tx` acts for the account that the email names. */
type ReadContent = (
  tx: Tx,
  mail: QueuedMail,
  context: { auth: Auth; now: Date; reader: EmailReader },
) => Promise<EmailContent | null>

/** Reads the recipient of an email; null if nobody is left to write to. `tx` acts for the account that the email names. */
export type ReadReader = (tx: Tx, mail: QueuedMail, auth: Auth) => Promise<EmailReader | null>

/** How a feature defines one kind of email. */
export type EmailKind = {
  /** The page that the button opens. */
  path: string
  /** The purpose of the token in the link, if it has one. */
  link?: LinkPurpose
  /** The link is secret and the only way back into the account: without a mail server it is written to a folder. */
  isSecret?: true
  /** Reminders have fixed hours in which they are sent: the reader's quiet hours could delay them too long. */
  isReminder?: true
  /** Reads the recipient if it is not an account. */
  readReader?: ReadReader
  read?: ReadContent
}

/** Whether an email is sent now, dropped, or postponed until a time. */
export type DeliveryDecision = 'send' | 'drop' | { until: Date }

/** What the features tell the mailer about emails: the kinds, the recipients and when to send. */
export type Emails = {
  kinds: Readonly<Record<string, EmailKind>>
  /** Reads the recipient of an email to an account; null if the account is gone. */
  readAccount: ReadReader
  /** Decides by the settings of the recipient. `kind` is undefined for one that this version does not know. */
  decideDelivery: (db: Db, mail: QueuedMail, kind: EmailKind | undefined, now: Date) => Promise<DeliveryDecision>
}

/**
 * Returns a `read` function that builds the content of an email from its subject. Drops an email whose subject no longer exists, or whose
 * text is no longer true.
 */
export const readSubject =
  <Subject>(parts: {
    subject: (tx: Tx, mail: QueuedMail, now: Date) => Promise<Subject | null | undefined>
    isStillTrue?: (subject: Subject, mail: QueuedMail, now: Date) => boolean
    words?: (subject: Subject, reader: EmailReader, kind: string) => Record<string, string>
    calendar?: (subject: Subject, heading: CalendarFileHeading) => (CalendarFile | null)[]
  }): ReadContent =>
  async (tx, mail, { now, reader }) => {
    const subject = await parts.subject(tx, mail, now)
    if (subject === null || subject === undefined) return null
    if (parts.isStillTrue && !parts.isStillTrue(subject, mail, now)) return null
    const { calendar } = parts
    return {
      words: parts.words?.(subject, reader, mail.kind) ?? {},
      ...(calendar && { calendar: (heading: CalendarFileHeading) => calendar(subject, heading) }),
    }
  }
