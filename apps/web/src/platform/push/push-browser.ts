import { api } from '../api/api.ts'
import { errorCode } from '../api/errors.ts'
import { isHeldAccount } from '../login/held-accounts.ts'
import { pushAccountKey } from './push-flag.ts'
import { browserStorage } from '../safe-storage.ts'

/**
 * The reason why this browser receives no push notifications. `home-screen`: on an iPhone or iPad, only apps on the home screen receive them.
 * `blocked`: the person has blocked them in the browser. `no-answer`: the browser's push service did not respond. `not-permitted`: the admin has not
 * allowed the push service.
 */
export type PushProblem = 'unsupported' | 'home-screen' | 'blocked' | 'no-answer' | 'not-permitted' | 'failed'

/** The error of a push subscription that could not be created. */
export class PushError extends Error {
  override name = 'PushError'
  readonly problem: PushProblem
  constructor(problem: PushProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}

/** The browser's push service must answer within this time. */
export const pushAnswerMilliseconds = 10_000

const isOnHomeScreen = () =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true

/** Whether this is an iPhone or iPad. The user agent of an iPad is that of a Mac, but a Mac has no touch screen. */
const isAppleMobile = () =>
  /\b(iPhone|iPad|iPod)\b/.test(navigator.userAgent) ||
  (/\bMacintosh\b/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/** Returns the problem that prevents push notifications in this browser before the person is asked; null if there is none. */
export function pushObstacle(): PushProblem | null {
  if (isAppleMobile() && !isOnHomeScreen()) return 'home-screen'
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : null
}

/**
 * Asks the person for permission, subscribes at the browser's push service and saves the subscription. Call this only from a click. Throws a
 * PushError with the problem.
 */
export async function turnOnPush(account: string): Promise<void> {
  const obstacle = pushObstacle()
  if (obstacle) throw new PushError(obstacle)
  if ((await Notification.requestPermission()) !== 'granted') throw new PushError('blocked')
  const { key } = await api.push.hostKey({})
  const made = await subscribe(key)
  try {
    await save(made, key, false)
    browserStorage.set(pushAccountKey, account)
  } catch (error) {
    await endSubscription()
    const code = errorCode(error)
    throw new PushError(code === 'PUSH_SERVICE_UNKNOWN' ? 'not-permitted' : 'failed', { cause: error })
  }
}

/**
 * Reports to the server that the app was opened in this browser. Creates a new subscription if the old one is lost or was created with another host
 * key. Ends the subscription if another person has signed in or if the person has removed this browser. Keeps the subscription of another account
 * that is signed in here.
 */
export async function renewPush(account: string): Promise<void> {
  const switchedOnBy = browserStorage.get(pushAccountKey)
  if (!switchedOnBy || pushObstacle() || Notification.permission !== 'granted') return
  if (switchedOnBy !== account) return isHeldAccount(switchedOnBy) ? undefined : turnOffPush()
  const { key } = await api.push.hostKey({})
  const before = await currentSubscription()
  const isCurrent = before !== null && hostKeyOf(before) === key
  if (before && !isCurrent) await before.unsubscribe()
  try {
    await save(isCurrent ? before : await subscribe(key), key, true)
  } catch (error) {
    if (errorCode(error) === 'REMOVED') await turnOffPush()
  }
}

/** Ends the subscription of this browser and closes the notifications that it shows. The server is not notified. */
export async function turnOffPush(): Promise<void> {
  browserStorage.remove(pushAccountKey)
  await endSubscription().catch(() => {})
  for (const shown of await shownPushes()) shown.close()
}

/** Closes the push notifications that this browser shows, except test notifications and notifications of the given types. */
export async function closeShownPushes(unread: ReadonlySet<string>): Promise<void> {
  for (const shown of await shownPushes()) if (shown.tag !== 'test' && !unread.has(shown.tag)) shown.close()
}

/** Returns the notifications of the app that this browser shows. */
async function shownPushes(): Promise<Notification[]> {
  const registration = await navigator.serviceWorker?.getRegistration()
  return (await registration?.getNotifications()) ?? []
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function endSubscription(): Promise<void> {
  await (await currentSubscription())?.unsubscribe()
}

/**
 * Creates a subscription. Without a connection to its push service, a browser may never respond, or fail with AbortError. A subscription that
 * arrives too late is ended.
 */
async function subscribe(key: string): Promise<PushSubscription> {
  const asked = navigator.serviceWorker.ready.then(({ pushManager }) =>
    pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }),
  )
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), pushAnswerMilliseconds)
  })
  try {
    const made = await Promise.race([asked, tooLate])
    if (made) return made
  } catch (error) {
    throw new PushError((error as Error).name === 'NotAllowedError' ? 'blocked' : 'no-answer', { cause: error })
  } finally {
    clearTimeout(timer)
  }
  asked.then((late) => late.unsubscribe()).catch(() => {})
  throw new PushError('no-answer')
}

function save(made: PushSubscription, hostKey: string, isRenewal: boolean) {
  const { endpoint, keys } = made.toJSON()
  return api.push.subscribe({
    endpoint: endpoint ?? '',
    p256dh: keys?.p256dh ?? '',
    auth: keys?.auth ?? '',
    hostKey,
    isRenewal,
  })
}

/** Returns the key of the host for which a subscription was made, in base64url; '' if the subscription has no key. */
function hostKeyOf({ options: { applicationServerKey: key } }: PushSubscription): string {
  if (!key) return ''
  const bytes = String.fromCharCode(...new Uint8Array(key))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
