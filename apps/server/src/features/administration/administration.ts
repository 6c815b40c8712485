import type { ProductSettings } from '@attune/contract/features/administration'
import { mailedKinds } from '@attune/contract/features/notification'
import { isAdminKind } from '@attune/contract/features/notification.admin-kinds'
import { sql } from 'kysely'
import type { AppContext } from '../../platform/app-context.ts'
import type { Db } from '../../platform/database/actor.ts'
import { queryBuilder } from '../../platform/database/query-builder.ts'
import { type EmailSender, productSender } from '../../platform/mail/email-kind.ts'
import type { QueuedMail } from '../../platform/mail/outbox.ts'
import { readEmailChoices } from '../notification/notification.ts'

export { readSupportHours } from './administration.support-hours.ts'

export type StoredProductSettings = ProductSettings & { publicKey: string }

/**
 * The sender name of emails: the 'Name in emails' that an admin has entered, or the name of the practice if that
 * field is empty.
 */
const emailName = sql<string>`coalesce(nullif(email_name, ''), practice_name)`.as('emailName')

const settingsQuery = queryBuilder
  .selectFrom('product_setting')
  .select([
    'practice_name as practiceName',
    emailName,
    'practice_address as practiceAddress',
    'therapist_signup as therapistSignup',
    'tell_existing_accounts as tellExistingAccounts',
    'public_url as publicUrl',
    'support_text as supportText',
    'support_email as supportEmail',
    'public_key as publicKey',
  ])
  .compile()

/** Reads the product settings from the database on each call, so that a change applies immediately. */
export async function readProductSettings(app: Pick<AppContext, 'db'>): Promise<StoredProductSettings> {
  const [row] = await app.db.readAs({ role: 'worker', id: null }, settingsQuery)
  if (!row) throw new Error('the product has no settings')
  return row as StoredProductSettings
}

/**
 * Returns the sender of an email: the practice, or Attune if the recipient has chosen discreet emails. `settingsPath`
 * is null if the recipient has neither an account nor an address of the admins, or if the notification settings do not cover this kind of email.
 */
export async function readEmailSender(db: Db, mail: QueuedMail): Promise<EmailSender> {
  const [practice, choices] = await Promise.all([
    readPracticeSender(db),
    mail.account_id ? readEmailChoices(db, mail.account_id) : null,
  ])
  const isCovered = mailedKinds.some((kind) => kind === mail.kind)
  const role = mail.account_id === null && isAdminKind(mail.kind) ? 'admin' : choices?.role
  const settingsPath = role && isCovered ? settingsPathOf(role) : null
  if (choices?.isDiscreet) return { ...productSender, settingsPath, isNeutral: isCovered }
  return { ...practice, settingsPath, isNeutral: false }
}

/** Returns the sender name and the postal address of the practice. */
export async function readPracticeSender(db: Db): Promise<Pick<EmailSender, 'name' | 'address'>> {
  const settings = await readProductSettings({ db })
  return { name: settings.emailName || productSender.name, address: settings.practiceAddress }
}

/** Returns the path of the page that contains a person's notification settings. Admins have a page of their own for them. */
const settingsPathOf = (role: string) => `/dashboard/${role}/${role === 'admin' ? 'notification-settings' : 'settings'}`
