import type { AddressMailKind } from '@attune/contract/features/messages/notification-address/notification-address.rules'
import { isAdminNotificationType } from '@attune/contract/features/messages/notification/notification.admin-types'
import type { EmailKind, ReadReader } from '../../../platform/mail/email-kind.ts'
import { formatDateTimeInZone, languageFrom } from '../../../platform/text/translations.ts'
import { findAddress } from './notification-address.queries.ts'

/** Returns the address for an email to admins; null if it was removed. Until the address is verified, it receives only the latest link. */
export const readAddress: ReadReader = async (tx, mail) => {
  const isLink = mail.kind === 'notification-address'
  if (!isLink && mail.kind !== 'notification-test' && !isAdminNotificationType(mail.kind)) return null
  const row = await findAddress(tx, mail.subject_id ?? '')
  if (!row) return null
  const isDue = isLink ? row.verified_at === null && row.generation === mail.generation : row.verified_at !== null
  return isDue ? { email: row.email, name: '', language: languageFrom(row.language), zone: row.zone } : null
}

/** Makes the link with which the recipient verifies the address; null if the address was removed or the link has expired. */
const readLink: EmailKind['read'] = async (tx, mail, { auth, now, reader }) => {
  const row = await findAddress(tx, mail.subject_id ?? '')
  if (!row || new Date(row.expires_at) <= now) return null
  const expiresAt = new Date(row.expires_at)
  return {
    link: await auth.linkFor('notification-address', row.id, mail.generation, { expiresAt }),
    words: { until: formatDateTimeInZone(row.expires_at, reader.language, reader.zone) },
  }
}

export const notificationAddressEmails = {
  'notification-address': { path: '/', isSecret: true, read: readLink },
  'notification-test': { path: '/dashboard/admin/notification-settings' },
} as const satisfies Record<AddressMailKind, EmailKind>
