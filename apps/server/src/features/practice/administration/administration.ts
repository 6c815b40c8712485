import { mailedNotificationTypes } from '@attune/contract/features/messages/notification/notification'
import { addressWithoutHealthWords, withoutHealthWords } from '@attune/contract/common/text/health-words'
import { isAdminNotificationType } from '@attune/contract/features/messages/notification/notification.admin-types'
import type { Db } from '../../../platform/database/actor.ts'
import { type EmailSender, productSender } from '../../../platform/mail/email-kind.ts'
import type { QueuedMail } from '../../../platform/mail/outbox.ts'
import { readEmailChoices } from '../../messages/notification/notification.ts'
import { readProductSettings } from './settings/stored-settings.ts'

export { type BackupsBefore, readBackupsBefore } from './backup/backups-before.ts'
export { sendErasuresBriefly } from './backup/send-erasures.ts'
export type { LegalPlace } from './settings/public-texts.ts'
export { insertFeedback } from './health/feedback.ts'
export { lockProductSettings } from './settings/settings.ts'
export {
  lockAccessSettings,
  readAccessSettings,
  saveAccessSettings,
  saveFirstSettings,
  saveLegalPages,
} from './settings/settings-of-others.ts'
export { readProductSettings } from './settings/stored-settings.ts'
export { readSupportHours } from './settings/support-hours.ts'

/**
 * Returns the sender of an email: the practice, or Attune if the recipient has chosen discreet emails. `settingsPath` is null if the email goes
 * neither to an account nor to a notification address of the admins, or if the notification settings do not cover this kind of email.
 */
export async function readEmailSender(db: Db, mail: QueuedMail): Promise<EmailSender> {
  const [practice, choices] = await Promise.all([
    readPracticeSender(db),
    mail.account_id ? readEmailChoices(db, mail.account_id) : null,
  ])
  const isCovered = mailedNotificationTypes.some((kind) => kind === mail.kind)
  const role = mail.account_id === null && isAdminNotificationType(mail.kind) ? 'admin' : choices?.role
  const settingsPath = role && isCovered ? settingsPathOf(role) : null
  if (choices?.isDiscreet) return { ...productSender, settingsPath, isNeutral: isCovered }
  return { ...practice, settingsPath, isNeutral: false }
}

/**
 * Returns the practice as the sender of an email. Omits words of health care from its name, because a name that was entered before such words were
 * refused can still contain them, and from the lines of its address that only name it. A street with such a word stays.
 */
export async function readPracticeSender(db: Db): Promise<Pick<EmailSender, 'name' | 'address'>> {
  const settings = await readProductSettings({ db })
  return {
    name: withoutHealthWords(settings.emailName) || productSender.name,
    address: addressWithoutHealthWords(settings.practiceAddress),
  }
}

/** Returns the path of the page with a person's notification settings. Admins have a separate page. */
const settingsPathOf = (role: string) => `/dashboard/${role}/${role === 'admin' ? 'notification-settings' : 'settings'}`
