import { localChannel, localNotification } from '@attune/contract/features/people/native-app/native-app.rules'
import { type NativePort, nativePort } from '../port.ts'

/**
 * Shows a new notification of the product as a notification of the device. The title is the stored title, which contains no names and no details, or
 * `fallback` if there is no title [4.08]. Does nothing in a browser and if the person has not permitted notifications.
 */
export async function showLocalNotification(
  { title, path }: { title: string; path: string },
  fallback: string,
  now: number = Date.now(),
  port: NativePort | null = nativePort(),
): Promise<void> {
  if (!port || !(await port.notifications.isPermitted())) return
  await port.notifications.show({ ...localNotification(title, now, fallback), channelId: localChannel.id, path })
}
