import type { Role } from '../../people/account/account.ts'
import { mailAudience, mailedKinds, type MailedKind } from './notification.ts'

/** The kinds that admins get. Their emails go to the notification addresses, if there are any. */
export type AdminKind = {
  [Kind in MailedKind]: 'admin' extends (typeof mailAudience)[Kind][number] ? Kind : never
}[MailedKind]
export const isAdminKind = (kind: string): kind is AdminKind =>
  mailedKinds.some((one) => one === kind && (mailAudience[one] as readonly Role[]).includes('admin'))
export const adminKinds = mailedKinds.filter(isAdminKind) as [AdminKind, ...AdminKind[]]
