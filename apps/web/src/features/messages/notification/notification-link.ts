import type { ClientId } from '@attune/contract/common/ids'
import type { Role } from '@attune/contract/features/people/account/account'
import type { Notification, RelatedType } from '@attune/contract/features/messages/notification/notification'

/** Returns the path of the page about a notification's subject, or the start page of the role if there is no such page. */
export function notificationLink(
  item: Pick<Notification, 'relatedType' | 'relatedId'> & Partial<Pick<Notification, 'kind' | 'actingFor'>>,
  role: Role,
): string {
  if (item.kind === 'closed-records-ending') return '/dashboard/admin/settings/privacy'
  if (role === 'admin') return '/dashboard/admin'
  if (item.actingFor) return guardianLink(item.actingFor, item)
  if (item.relatedType === 'session' && item.relatedId)
    return `/dashboard/${role}/sessions/session-details?id=${item.relatedId}`
  if (item.relatedType === 'task' && item.relatedId) return `/dashboard/${role}/tasks/${item.relatedId}`
  if (item.relatedType?.startsWith('message')) return `/dashboard/${role}/messages`
  if (item.relatedType === 'guardian-messages' && item.relatedId)
    return `/dashboard/${role}/messages?guardian=${item.relatedId}`
  if (item.relatedType?.startsWith('conversation') && item.relatedId)
    return `/dashboard/${role}/messages?conversation=${item.relatedId}`
  if (item.relatedType === 'invoice' && item.relatedId) return `/dashboard/${role}/payments/${item.relatedId}`
  if (item.kind?.startsWith('records-')) return '/dashboard/therapist/clients/retention'
  if (item.kind === 'superbill-made') return `/dashboard/${role}/payments`
  if (item.kind?.startsWith('guardian-') && item.relatedType === 'user') return '/dashboard/client/therapists'
  if (item.kind === 'plan-shared') return '/dashboard/client/plan'
  if (item.relatedType === 'waiting-offer') return `/dashboard/${role}/waiting-list`
  if (item.relatedType === 'estimate') return `/dashboard/${role}/payments`
  if (item.relatedType === 'form' && item.relatedId && role === 'client')
    return `/dashboard/client/forms/${item.relatedId}`
  if (item.relatedType === 'record-request') return `/dashboard/${role}/settings/own-data`
  if (item.relatedType === 'document' && role === 'client') return '/dashboard/client/forms'
  if (item.relatedType === 'entry' && item.relatedId) {
    return role === 'therapist'
      ? `/dashboard/therapist/journals/${item.relatedId}`
      : `/dashboard/client/journal?entry=${item.relatedId}`
  }
  if (item.relatedType === 'client' && item.relatedId && role === 'therapist') {
    return `/dashboard/therapist/clients/${item.relatedId}/client-profile${item.kind === 'form-flagged' ? '?tab=documents' : ''}`
  }
  return `/dashboard/${role}`
}

/** The pages of a guardian about one subject, by the type of the subject. */
const guardianPages: Partial<Record<RelatedType, string>> = { session: 'sessions', form: 'forms', invoice: 'invoices' }

/** Returns the path of the guardian's page about a notification's subject, or of the client's home if there is no such page. */
function guardianLink(
  actingFor: ClientId,
  {
    relatedType,
    relatedId,
    kind,
  }: Pick<Notification, 'relatedType' | 'relatedId'> & Partial<Pick<Notification, 'kind'>>,
): string {
  if (relatedType === 'guardian-messages') return `/for/${actingFor}/messages`
  if (kind === 'plan-shared') return `/for/${actingFor}/plan`
  const page = relatedType && guardianPages[relatedType]
  return page && relatedId ? `/for/${actingFor}/${page}/${relatedId}` : `/for/${actingFor}`
}

/**
 * Returns the path of the list that contains the subjects of several notifications of one kind; the path for the newest one if there is no such list.
 */
export function notificationListLink(newest: Notification, role: Role): string {
  if (newest.actingFor && newest.relatedType !== 'guardian-messages')
    return `/for/${newest.actingFor}${newest.relatedType === 'session' ? '/sessions' : ''}`
  if (newest.relatedType === 'session') return `/dashboard/${role}/sessions`
  if (newest.relatedType === 'task') return `/dashboard/${role}/tasks`
  if (newest.relatedType === 'form') return `/dashboard/${role}/forms`
  if (newest.relatedType === 'invoice') return `/dashboard/${role}/payments`
  if (newest.relatedType === 'entry') return `/dashboard/${role}/${role === 'client' ? 'journal' : 'journals'}`
  return notificationLink(newest, role)
}
