/** The systems on which the native app runs. */
export const nativePlatforms = ['android', 'ios'] as const
export type NativePlatform = (typeof nativePlatforms)[number]

/**
 * The level of the API of this version. It rises when an older app or an older server could no longer work with it. The server names its
 * level and the oldest level of an app that it works with; the app knows its own level and the oldest level of a server that it works with.
 */
export const apiLevel = 2
export const oldestAppLevel = 1
export const oldestHostLevel = 2

/** The path, below the address of a practice, of what an app reads before it signs in. GET, without a login. */
export const practicePath = '/api/practice'

/** The response of the server at `practicePath`. It contains only data that the sign-in page also gives to everyone. */
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
  /** The settings that pages use before signing in, as in the page of the web version. */
  settings: Settings
}

type Levels = { apiLevel: number; oldestHostLevel: number }
export type PracticeCheck<Settings = unknown> =
  | { kind: 'fine'; practice: Practice<Settings> }
  | { kind: 'host-too-old' | 'host-too-new'; practice: Practice<Settings> }
  | { kind: 'not-attune' }

/** Reads the answer of `practicePath` and says whether an app with these levels can work with the server. */
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

/** The scheme of the addresses that open the app. */
export const appScheme = 'attune:'
/** The page of the practice that the app opens in the system's browser, with its challenge as `app`. */
export const appSignInPath = '/sign-in'
/** The address that ends the sign-in in the browser. Its parameter `code` is for `login.redeemAppCode`. */
export const appSignInReturn = 'attune://signed-in'

/** A challenge or a verifier of a sign-in: 32 bytes in base64url. */
export const isChallenge = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** The address of the page that signs in the app whose challenge is the SHA-256 of its verifier, in base64url (RFC 7636, S256). */
export const appSignInAddress = (practice: string, challenge: string): string =>
  `${practice}${appSignInPath}?${new URLSearchParams({ app: challenge })}`

/** The header with which the server sends a login to a caller with a bearer token, instead of a cookie. Empty: the login has ended. */
export const loginHeader = 'x-attune-login'

/** The names of the app in the list of logins, as the server reads them from its `user-agent`. */
export const appDeviceNames: Record<NativePlatform, string> = { android: 'Attune · Android', ios: 'Attune · iOS' }
/** The `user-agent` header of the app, by which the list of logins names it. */
export const appUserAgents: Record<NativePlatform, string> = { android: 'AttuneApp (Android)', ios: 'AttuneApp (iOS)' }

/** The seconds for which a ticket opens a live connection. */
export const ticketSeconds = 30
/** The path of the live connection for a ticket. */
export const ticketPath = (ticket: string): string => `/api/realtime?${new URLSearchParams({ ticket })}`

/** The seconds for which an address with a pass can be opened. */
export const addressPassSeconds = 60

/** The key of the payload of a push notification to a device. It holds the type, encrypted and of one length for all types. */
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

/** The channel of local notifications: importance maximum, default sound (row 9.06). */
export const localChannel = { id: 'notifications', importance: 5, sound: 'default' } as const

/**
 * The title and the id of a local notification (rows 4.08, 9.06): the stored title, which is neutral, otherwise `fallback`; the id is the
 * time in milliseconds modulo 2147483647.
 */
export const localNotification = (title: string | null, now: number, fallback = 'New notification') => ({
  id: now % 2_147_483_647,
  title: title?.trim() || fallback,
})

export const deviceInfoLength = 100
/** An account has at most this many devices. The device last seen the longest ago makes room for a new one. */
export const userDeviceLimit = 20
