import type { Notification } from '@attune/contract/features/messages/notification/notification'

/** Repeated notifications, shown as one row with the content of the newest one. */
export type NotificationGroup = {
  newest: Notification
  /** The ids of all notifications of the row, the newest first. */
  ids: Notification['id'][]
  /** The ids of the subjects of these notifications. */
  subjects: ReadonlySet<string>
}

/** The kinds whose notifications share one row even if they are about several subjects, for example eight sessions that one person scheduled. */
const kindsOfSeveral = [
  'session-planned',
  'session-accepted',
  'session-declined',
  'session-moved',
  'session-cancelled',
  'session-confirmed',
  'session-requested',
  'session-booked',
  'session-edited',
  'task-assigned',
  'task-due',
  'task-handed-in',
  'entry-shared',
  'form-sent',
  'form-due',
  'invoice-issued',
  'document-shared',
  'document-asked',
] as const satisfies Notification['kind'][]
type KindOfSeveral = (typeof kindsOfSeveral)[number]
const isKindOfSeveral = (kind: Notification['kind']): kind is KindOfSeveral =>
  (kindsOfSeveral as readonly string[]).includes(kind)

const day = 24 * 60 * 60_000

/** Returns the kind of a group about several subjects, whose title contains their number; null for any other group. */
export const kindOfSeveral = ({ newest, subjects }: NotificationGroup): KindOfSeveral | null =>
  subjects.size > 1 && isKindOfSeveral(newest.kind) ? newest.kind : null

function keyOf({ id, kind, personId, relatedType, relatedId, isRead, actingFor }: Notification): string {
  if (isKindOfSeveral(kind)) return [kind, personId, isRead, actingFor].join(' ')
  return relatedId ? [kind, relatedType, relatedId, isRead, actingFor].join(' ') : id
}

/**
 * Whether a notification belongs to a group with the same key. A read notification about a subject that is not yet in the group belongs to the group
 * only if it is less than a day older than the newest one, so that the list stays in order.
 */
const belongsTo = ({ newest, subjects }: NotificationGroup, item: Notification) =>
  !item.isRead ||
  (item.relatedId !== null && subjects.has(item.relatedId)) ||
  Date.parse(newest.createdAt) - Date.parse(item.createdAt) < day

/**
 * Groups repeated notifications, all read or all unread: those of the same type about the same subject and, for `kindsOfSeveral`, those of the same
 * type from the same person. Those for different clients of a guardian stay apart. Expects the newest notification first. Sorts the groups by their
 * newest notification.
 */
export function groupNotifications(items: readonly Notification[]): NotificationGroup[] {
  const groups: (NotificationGroup & { subjects: Set<string> })[] = []
  const latest = new Map<string, (typeof groups)[number]>()
  for (const item of items) {
    const key = keyOf(item)
    const subject = item.relatedId ?? item.id
    const group = latest.get(key)
    if (group && belongsTo(group, item)) {
      group.ids.push(item.id)
      group.subjects.add(subject)
      continue
    }
    const opened = { newest: item, ids: [item.id], subjects: new Set([subject]) }
    latest.set(key, opened)
    groups.push(opened)
  }
  return groups
}
