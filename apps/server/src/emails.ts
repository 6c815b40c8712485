import type { MailKind } from '@attune/contract/features/messages/notification/notification'
import { features } from './features.ts'
import { readEmailSender } from './features/practice/administration/administration.ts'
import { readAddress } from './features/messages/notification-address/notification-address.ts'
import { decideDelivery } from './features/messages/notification/notification.ts'
import { readGuardedName } from './features/people/guardian/guardian.ts'
import { readAccount } from './features/people/profile/profile.ts'
import { mergeParts } from './platform/feature.ts'
import type { EmailKind, Emails, ReadReader } from './platform/mail/email-kind.ts'

/** The description of every kind of email, from the feature that sends it. The type check fails for a kind without a description. */
export const emailKinds = mergeParts(features, 'emails')

/** Reads the recipient of an email: an account, or a notification address, which has no account. */
const readRecipient: ReadReader = (tx, mail, auth) =>
  mail.account_id === null ? readAddress(tx, mail, auth) : readAccount(tx, mail, auth)

/** The parts of the mailer that the features provide. */
export const emails: Emails = {
  kinds: emailKinds satisfies Record<MailKind, EmailKind>,
  readRecipient,
  readGuardedName,
  readSender: readEmailSender,
  decideDelivery,
}
