/** The systems on which the native app runs. */
export const nativePlatforms = ['android', 'ios'] as const
export type NativePlatform = (typeof nativePlatforms)[number]

/**
 * The level of this version's API. Increase it when an older app or server could no longer work with the new version. The server reports its level
 * and the lowest app level that it supports; the app contains its own level and the lowest server level that it supports.
 */
export const apiLevel = 2
export const oldestAppLevel = 1
export const oldestHostLevel = 2

/** The path of the data about a practice that an app reads before signing in (GET, without a login). */
export const practicePath = '/api/practice'

/** The response at `practicePath`. It contains only data that the sign-in page also shows to everyone. */
export type Practice<Settings = unknown> = {
  product: 'attune'
  /** The name of the practice; empty until the installation is set up. */
  name: string
  /** The version of the server, for example `0.1.0`. */
  version: string
  apiLevel: number
  oldestAppLevel: number
  /** The public key, which the app sends in the header `x-attune-key`. */
  key: string
  /** Whether the installation is set up. */
  setUp: boolean
  /** The settings that pages use before signing in, the same as in the web version. */
  settings: Settings
}

type Levels = { apiLevel: number; oldestHostLevel: number }
export type PracticeCheck<Settings = unknown> =
  | { kind: 'fine'; practice: Practice<Settings> }
  | { kind: 'host-too-old' | 'host-too-new'; practice: Practice<Settings> }
  | { kind: 'not-attune' }

/** Parses the response of `practicePath` and checks whether an app with these levels can work with the server. */
export function checkPractice<Settings = unknown>(
  answer: unknown,
  app: Levels = { apiLevel, oldestHostLevel },
): PracticeCheck<Settings> {
  if (!isPractice<Settings>(answer)) return { kind: 'not-attune' }
  if (answer.apiLevel < app.oldestHostLevel) return { kind: 'host-too-old', practice: answer }
  if (answer.oldestAppLevel > app.apiLevel) return { kind: 'host-too-new', practice: answer }
  return { kind: 'fine', practice: answer }
}

function isPractice<Settings>(answer: unknown): answer is Practice<Settings> {
  if (typeof answer !== 'object' || answer === null) return false
  const { product, name, version, apiLevel: level, oldestAppLevel: oldest, key } = answer as Record<string, unknown>
  const areTexts = [name, version, key].every((text) => typeof text === 'string')
  return product === 'attune' && areTexts && Number.isInteger(level) && Number.isInteger(oldest)
}

/** The URL scheme that opens the app. */
export const appScheme = 'attune:'
/** The page of the practice that the app opens in the system's browser, with its challenge in the parameter `app`. */
export const appSignInPath = '/sign-in'
/** The URL that returns from the browser to the app after signing in. Its parameter `code` is for `login.redeemAppCode`. */
export const appSignInReturn = 'attune://signed-in'

/** Whether a text can be a challenge or a verifier of a sign-in: 32 bytes in base64url. */
export const isChallenge = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** Returns the URL of the page that signs in the app. The challenge is the base64url SHA-256 of the app's verifier (RFC 7636, S256). */
export const appSignInAddress = (practice: string, challenge: string): string =>
  `${practice}${appSignInPath}?${new URLSearchParams({ app: challenge })}`

/**
 * The header in which the server sends a login to a caller with a bearer token, instead of a cookie. An empty value means that the login has ended.
 */
export const loginHeader = 'x-attune-login'

/** The names of the app in the list of logins. The server derives them from `user-agent`. */
export const appDeviceNames: Record<NativePlatform, string> = { android: 'Attune · Android', ios: 'Attune · iOS' }
/** The `user-agent` headers of the app, from which the server derives its name in the list of logins. */
export const appUserAgents: Record<NativePlatform, string> = { android: 'AttuneApp (Android)', ios: 'AttuneApp (iOS)' }

/** The number of seconds for which a ticket is valid. */
export const ticketSeconds = 30
/** Returns the path of the live connection with a ticket. */
export const ticketPath = (ticket: string): string => `/api/realtime?${new URLSearchParams({ ticket })}`

/** The number of seconds for which an address with a pass is valid. */
export const addressPassSeconds = 60

/** The key of the encrypted type in the payload of a push notification to a device. The ciphertext has the same length for all types. */
export const pushPayloadKey = 'p'

/**
 * Decrypts the payload of a push notification with the key of `nativeApp.saveDevice` (AES-256-GCM, base64url: 12 bytes of nonce, then the
 * text). Returns the type of the notification; null if the payload was made for another device.
 */
export async function openPushPayload(key: string, payload: string): Promise<string | null> {
  const bytes = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
  try {
    const opener = await crypto.subtle.importKey('raw', bytes(key), 'AES-GCM', false, ['decrypt'])
    const sealed = bytes(payload)
    const text = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: sealed.slice(0, 12), additionalData: new TextEncoder().encode('push') },
      opener,
      sealed.slice(12),
    )
    const { type } = JSON.parse(new TextDecoder().decode(text)) as { type?: unknown }
    return typeof type === 'string' ? type : null
  } catch {
    return null
  }
}

/** The notification channel for local notifications: maximum importance, default sound (row 9.06). */
export const localChannel = { id: 'notifications', importance: 5, sound: 'default' } as const

/**
 * Returns the title and the id of a local notification (rows 4.08, 9.06). The title is the stored neutral title, or `fallback`. The id is the time
 * in milliseconds modulo 2147483647.
 */
export const localNotification = (title: string | null, now: number, fallback = 'New notification') => ({
  id: now % 2_147_483_647,
  title: title?.trim() || fallback,
})

export const deviceInfoLength = 100
/** The maximum number of devices of an account. A new device replaces the least recently used one. */
export const userDeviceLimit = 20
