export const feedModes = ['busy', 'code', 'initials', 'name'] as const

export const importErrors = [
  'not-https',
  'not-reached',
  'not-public',
  'too-slow',
  'too-large',
  'no-calendar',
  'too-many',
] as const

/**
 * Returns the URL to fetch, with `webcal` replaced by `https`. Null if the input is not a web address or contains a user name or password.
 */
export function normalizeCalendarAddress(typed: string): string | null {
  const address = typed.trim().replace(/^webcals?:\/\//i, 'https://')
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && url.hostname && !url.username && !url.password ? url.href : null
}

/**
 * Whether the server can read a calendar at a typed address. The server fetches calendars only over https. Forms do not
 * send an http address. If the server receives one, it stores a calendar that cannot be read.
 */
export const isReadableCalendarAddress = (typed: string) =>
  normalizeCalendarAddress(typed)?.startsWith('https:') ?? false
