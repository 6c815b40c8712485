export const syncDirections = ['read', 'write', 'both'] as const
export type SyncDirection = (typeof syncDirections)[number]

/** Why an external calendar cannot be synced. */
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

/** The servers with calendars: any CalDAV server, or an account of Google where the host has registered a client. */
export const externalProviders = ['caldav', 'google'] as const
export type ExternalProvider = (typeof externalProviders)[number]

/** Why the consent at Google did not connect an account, as the settings show it. */
export const consentFailures = ['denied', 'incomplete', 'expired', 'other-account', 'limit', 'failed'] as const
export type ConsentFailure = (typeof consentFailures)[number]

/** How one of our events was changed in an external calendar. */
export const externalChanges = ['moved', 'deleted', 'changed'] as const

/**
 * The answers to a question about such a change.
 * - `put-back`: write the event again as it is here
 * - `offer`: propose the new time to the client
 * - `cancel`: cancel the session
 * - `apply`: change the busy time here as well
 * - `keep`: leave the changed event there
 */
export const externalAnswers = ['put-back', 'offer', 'cancel', 'apply', 'keep'] as const
export type ExternalAnswer = (typeof externalAnswers)[number]

/** A calendar without a sync for this time is outdated, in milliseconds. */
export const outdatedAfterMs = 24 * 60 * 60 * 1000

/** The most accounts of a therapist, and the most calendars of all accounts together. */
export const externalLimits = { accounts: 10, calendars: 20 } as const

/**
 * Returns the address of a calendar server as it was typed, without a scheme `https://` is added. Null if it is no web address or contains
 * a user name or a password.
 */
export function normalizeServerAddress(typed: string): string | null {
  const text = typed.trim().replace(/^caldavs?:\/\//i, 'https://')
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && url.hostname && !url.username && !url.password && !/\s/.test(text) ? url.href : null
}
