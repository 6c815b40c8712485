import type { ProductSettings } from '@attune/contract/features/administration'
import { mailedKinds } from '@attune/contract/features/notification'
import { sql } from 'kysely'
import type { AppContext } from '../../platform/app-context.ts'
import type { Db } from '../../platform/database/actor.ts'
import { queryBuilder } from '../../platform/database/query-builder.ts'
import { type EmailSender, productSender } from '../../platform/mail/email-kind.ts'
import type { QueuedMail } from '../../platform/mail/outbox.ts'
import { readEmailChoices } from '../notification/notification.ts'

export { readSupportHours } from './administration.support-hours.ts'

export type StoredProductSettings = ProductSettings & { publicKey: string }

/** Until an admin enters a name in emails, it is the name of the practice. */
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

/** Reads the product settings from the database on each call, so that a change applies at once. */
export async function readProductSettings(app: Pick<AppContext, 'db'>): Promise<StoredProductSettings> {
  const [row] = await app.db.readAs({ role: 'worker', id: null }, settingsQuery)
  if (!row) throw new Error('the product has no settings')
  return row as StoredProductSettings
}

/**
 * Returns who an email comes from: the practice under its name in emails, or the product if the recipient has chosen
 * discreet emails. Emails to an account link to its notification settings if these settings cover the kind of email.
 */
export async function readEmailSender(db: Db, mail: QueuedMail): Promise<EmailSender> {
  const [practice, choices] = await Promise.all([
    readPracticeSender(db),
    mail.account_id ? readEmailChoices(db, mail.account_id) : null,
  ])
  const isCovered = mailedKinds.some((kind) => kind === mail.kind)
  const settingsPath = choices && isCovered ? settingsPathOf(choices.role) : null
  if (choices?.isDiscreet) return { ...productSender, settingsPath, isNeutral: isCovered }
  return { ...practice, settingsPath, isNeutral: false }
}

/** Returns the name in emails and the postal address of the practice. */
export async function readPracticeSender(db: Db): Promise<Pick<EmailSender, 'name' | 'address'>> {
  const settings = await readProductSettings({ db })
  return { name: settings.emailName || productSender.name, address: settings.practiceAddress }
}

/** Admins have their notification settings on their profile, because their page 'Settings' shows those of the product. */
const settingsPathOf = (role: string) => `/dashboard/${role}/${role === 'admin' ? 'profile' : 'settings'}`
