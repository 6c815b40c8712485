import { pushPayloadKey } from '@attune/contract/features/people/native-app/native-app.rules'
import { Capacitor, registerPlugin } from '@capacitor/core'
import { PushNotifications } from '@capacitor/push-notifications'
import type { PushPort } from './push-port.ts'

/** Attune's own plugin: `PushPlugin` in `apps/native/android`. */
const Keys = registerPlugin<{ check(): Promise<{ found: boolean }> }>('AttunePush')

/**
 * The time that `register` waits for the token, in milliseconds. Without a connection, the device returns the token later, to the listener of
 * `onToken`.
 */
export const tokenMilliseconds = 15_000

const ignore = () => {}
let answerRegistration: ((token: string | null) => void) | null = null
let announceToken: (token: string) => void = ignore
let listening: Promise<unknown> | null = null

function arrived(token: string | null): void {
  if (answerRegistration) answerRegistration(token)
  else if (token) announceToken(token)
}

/** iOS does not store events, so the listeners must be added before the app registers. */
const listen = () =>
  (listening ??= Promise.all([
    PushNotifications.addListener('registration', ({ value }) => arrived(value)),
    PushNotifications.addListener('registrationError', () => arrived(null)),
  ]))

/** Whether the app can register. On Android, registering without Firebase keys crashes the app. */
const hasKeys = () =>
  Capacitor.getPlatform() === 'ios'
    ? Promise.resolve(true)
    : Keys.check()
        .then(({ found }) => found)
        .catch(() => false)

async function register(): Promise<string | null> {
  if (!(await hasKeys())) return null
  let timer: ReturnType<typeof setTimeout> | undefined
  const answer = new Promise<string | null>((resolve) => {
    answerRegistration = resolve
    timer = setTimeout(() => resolve(null), tokenMilliseconds)
  })
  try {
    await listen()
    await PushNotifications.register()
    return await answer
  } catch {
    return null
  } finally {
    clearTimeout(timer)
    answerRegistration = null
  }
}

/** Push notifications, implemented with the push plugin of Capacitor. */
export const capacitorPush: PushPort = {
  hasKeys,
  register,
  unregister: async () => {
    if (await hasKeys()) await PushNotifications.unregister().catch(ignore)
  },
  clear: () => PushNotifications.removeAllDeliveredNotifications().catch(ignore),
  onToken(listener) {
    announceToken = listener
    void listen().catch(ignore)
  },
  onOpen(listener) {
    void PushNotifications.addListener('pushNotificationActionPerformed', ({ notification }) => {
      const payload = (notification.data as Record<string, unknown> | undefined)?.[pushPayloadKey]
      listener(typeof payload === 'string' ? payload : '')
    }).catch(ignore)
  },
}
