import i18next from 'i18next'
import { notificationLink } from '../features/messages/notification/notification.ts'
import { api } from '../platform/api/api.ts'
import { loginInCache } from '../platform/login/login.ts'
import { isPushRegistered } from '../platform/native/push/device-push.ts'
import { showLocalNotification } from '../platform/native/push/local-notification.ts'
import { queryClient } from '../platform/query/query-client.ts'
import { realtimeClient } from '../platform/realtime/realtime-client.ts'
import type { RowChange } from '../platform/realtime/realtime-subscription.ts'

async function show(changes: readonly RowChange[]) {
  // In the background, the system already shows the push notification. In the foreground, it shows none.
  if (document.visibilityState === 'hidden' && isPushRegistered()) return
  const login = loginInCache()
  const added = changes.filter(({ event }) => event === 'INSERT').map(({ id }) => id)
  if (!login || added.length === 0) return
  const { items } = await api.notification.list({ unreadOnly: true })
  for (const item of items.filter(({ id }) => added.includes(id)))
    await showLocalNotification(
      { title: item.title, path: notificationLink(item, login.role) },
      i18next.t('native:newNotification'),
    )
}

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
    // A failed read is ignored, and its notifications are not shown by the device.
    stop = realtimeClient.subscribe({ table: 'notifications', filter }, (changes) => void show(changes).catch(() => {}))
  })
}
