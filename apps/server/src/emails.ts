import type { MailKind } from '@attune/contract/features/messages/notification/notification'
import { accountEmails } from './features/people/account/account.ts'
import { readEmailSender } from './features/practice/administration/administration.ts'
import { calendarEmails } from './features/schedule/calendar/calendar.ts'
import { channelSetupEmails } from './features/messages/channel-setup/channel-setup.emails.ts'
import { connectionEmails } from './features/people/connection/connection.ts'
import { documentEmails } from './features/care/document/document.ts'
import { estimateEmails } from './features/billing/estimate/estimate.ts'
import { formEmails } from './features/care/form/form.ts'
import { fileEmails } from './features/care/file/file.ts'
import { invoiceEmails } from './features/billing/invoice/invoice.ts'
import { journalEmails } from './features/care/journal/journal.ts'
import { loginEmails } from './features/people/login/login.emails.ts'
import { messageEmails } from './features/messages/message/message.ts'
import {
  notificationAddressEmails,
  readAddress,
} from './features/messages/notification-address/notification-address.ts'
import { decideDelivery } from './features/messages/notification/notification.ts'
import { productEmails } from './features/practice/product/product.emails.ts'
import { readAccount } from './features/people/profile/profile.ts'
import { seriesEmails } from './features/schedule/series/series.ts'
import { sessionEmails } from './features/schedule/session/session.ts'
import { superbillEmails } from './features/billing/superbill/superbill.emails.ts'
import { taskEmails } from './features/care/task/task.ts'
import { treatmentPlanEmails } from './features/care/treatment-plan/treatment-plan.emails.ts'
import { waitingListEmails } from './features/schedule/waiting-list/waiting-list.ts'
import type { EmailKind, Emails, ReadReader } from './platform/mail/email-kind.ts'

/** The description of every kind of email, from the feature that sends it. The type check fails for a kind without a description. */
export const emailKinds = {
  ...accountEmails,
  ...calendarEmails,
  ...channelSetupEmails,
  ...connectionEmails,
  ...documentEmails,
  ...estimateEmails,
  ...formEmails,
  ...fileEmails,
  ...invoiceEmails,
  ...journalEmails,
  ...loginEmails,
  ...messageEmails,
  ...notificationAddressEmails,
  ...productEmails,
  ...seriesEmails,
  ...sessionEmails,
  ...superbillEmails,
  ...taskEmails,
  ...treatmentPlanEmails,
  ...waitingListEmails,
} satisfies Record<MailKind, EmailKind>

/** Reads the recipient of an email: an account, or a notification address, which has none. */
const readRecipient: ReadReader = (tx, mail, auth) =>
  mail.account_id === null ? readAddress(tx, mail, auth) : readAccount(tx, mail, auth)

/** The parts of the mailer that the features provide. */
export const emails: Emails = { kinds: emailKinds, readRecipient, readSender: readEmailSender, decideDelivery }
