import { type NativePort, nativePort } from './port.ts'

/** The id of the channel of Android to which all notifications belong. */
export const notificationChannel = 'attune'

/** The ids of notifications on Android are 32-bit numbers [9.06]. */
const maxId = 2_147_483_647

/**
 * Shows a notification of the device for a new notification of the product, with the stored title, which names no one and nothing; without
 * a title, with `fallback` [4.08]. Does nothing in a browser and if the person has not permitted notifications.
 */
export async function showLocalNotification(
  { title, path }: { title: string; path: string },
  fallback: string,
  now: number = Date.now(),
  port: NativePort | null = nativePort(),
): Promise<void> {
  if (!port || !(await port.notifications.isPermitted())) return
  await port.notifications.show({
    id: now % maxId,
    title: title.trim() || fallback,
    channelId: notificationChannel,
    path,
  })
}
