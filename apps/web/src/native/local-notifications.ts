import i18next from 'i18next'
import { notificationLink } from '../features/messages/notification/notification.ts'
import { api } from '../platform/api/api.ts'
import { loginInCache } from '../platform/login/login.ts'
import { isPushRegistered } from '../platform/native/push/device-push.ts'
import { showLocalNotification } from '../platform/native/push/local-notification.ts'
import { queryClient } from '../platform/query/query-client.ts'
import { realtimeClient } from '../platform/realtime/realtime-client.ts'
import type { RowChange } from '../platform/realtime/realtime-subscription.ts'

/** Shows the unread notifications with these ids, if a person is signed in. Returns false if they could not be read. */
async function show(ids: readonly string[]): Promise<boolean> {
  // In the background, the system already shows the push notification. In the foreground, it shows none.
  if (document.visibilityState === 'hidden' && isPushRegistered()) return true
  const login = loginInCache()
  if (!login || ids.length === 0) return true
  const unread = await api.notification.list({ unreadOnly: true }).catch(() => null)
  for (const item of (unread?.items ?? []).filter(({ id }) => ids.includes(id)))
    await showLocalNotification(
      { title: item.title, path: notificationLink(item, login.role) },
      i18next.t('native:newNotification'),
    )
  return unread !== null
}

const idsOfNew = (changes: readonly RowChange[]) =>
  changes.filter(({ event }) => event === 'INSERT').map(({ id }) => id)

/** Shows each new notification of the signed-in person as a notification of the device, while the app is connected [4.08]. */
export function showNewNotifications(): void {
  let followed: string | null = null
  let stop = () => {}
  queryClient.getQueryCache().subscribe(() => {
    const userId = loginInCache()?.userId ?? null
    if (userId === followed) return
    stop()
    followed = userId
    if (!userId) return
    const filter = { column: 'user_id', op: 'eq', value: userId } as const
    // The ids of notifications that could not be read. They are shown together with the next change, or after the next connection.
    let missed: string[] = []
    stop = realtimeClient.subscribe({ table: 'notifications', filter }, (changes) => {
      const ids = [...missed, ...idsOfNew(changes)]
      missed = []
      const keepMissed = (isRead: boolean) => {
        if (!isRead) missed = [...ids, ...missed]
      }
      // A notification that the device refuses is not tried again.
      void show(ids).then(keepMissed, () => {})
    })
  })
}
