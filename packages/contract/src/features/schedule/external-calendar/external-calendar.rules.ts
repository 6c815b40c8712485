export const syncDirections = ['read', 'write', 'both'] as const
export type SyncDirection = (typeof syncDirections)[number]

/** The reasons why an external calendar cannot be synced. */
export const externalProblems = [
  'unauthorized',
  'forbidden',
  'not-reached',
  'not-https',
  'not-public',
  'wrong-certificate',
  'redirect',
  'too-slow',
  'too-large',
  'too-many',
  'no-calendar',
  'gone',
  'server',
  'not-offered',
] as const

/** The kinds of calendar servers: any CalDAV server, or Google Calendar if the host has registered an OAuth client. */
export const externalProviders = ['caldav', 'google'] as const
export type ExternalProvider = (typeof externalProviders)[number]

/** The reasons why Google's consent page did not connect an account. The settings show this reason. */
export const consentFailures = ['denied', 'incomplete', 'expired', 'other-account', 'limit', 'failed'] as const
export type ConsentFailure = (typeof consentFailures)[number]

/** The kinds of changes of an Attune event in an external calendar. */
export const externalChanges = ['moved', 'deleted', 'changed'] as const

/**
 * The answers to a question about a changed event.
 * - `put-back`: restore the event in the external calendar
 * - `offer`: propose the new time to the client
 * - `cancel`: cancel the session
 * - `apply`: apply the change to the busy time here too
 * - `keep`: keep the changed event there
 */
export const externalAnswers = ['put-back', 'offer', 'cancel', 'apply', 'keep'] as const
export type ExternalAnswer = (typeof externalAnswers)[number]

/** A calendar is outdated if its last sync was more than this many milliseconds ago. */
export const outdatedAfterMs = 24 * 60 * 60 * 1000

/** The maximum number of accounts of a therapist, and of calendars in all accounts. */
export const externalLimits = { accounts: 10, calendars: 20 } as const

/**
 * Normalizes the typed address of a calendar server; adds `https://` if the scheme is missing. Returns null if it is not a web address or contains
 * a user name or password.
 */
export function normalizeServerAddress(typed: string): string | null {
  const text = typed.trim().replace(/^caldavs?:\/\//i, 'https://')
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && url.hostname && !url.username && !url.password && !/\s/.test(text) ? url.href : null
}
