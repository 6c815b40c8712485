/** The groups in which requests are counted. */
export const requestGroups = ['signIn', 'writes', 'reads', 'uploads', 'messages'] as const
export type RequestGroup = (typeof requestGroups)[number]

/**
 * The limit of each group: the number of requests that an account (or a network, without a login) may make within `seconds`. `usual` is the
 * default. An admin can set it from `min` to `max`.
 */
export const requestLimitRules: Record<
  RequestGroup,
  { usual: number; min: number; max: number; seconds: 60 | 3600; per: 'network' | 'account' }
> = {
  signIn: { usual: 100, min: 20, max: 2_000, seconds: 60, per: 'network' },
  writes: { usual: 300, min: 60, max: 5_000, seconds: 60, per: 'account' },
  reads: { usual: 1_200, min: 300, max: 20_000, seconds: 60, per: 'account' },
  uploads: { usual: 300, min: 20, max: 5_000, seconds: 3_600, per: 'account' },
  messages: { usual: 200, min: 10, max: 2_000, seconds: 60, per: 'account' },
}

/** The number of hours for which a replaced public key stays valid. */
export const keyOverlapHours = 24

/** The origins of the native app. They can always call the API, with a bearer token. */
export const nativeOrigins = ['capacitor://localhost', 'https://localhost'] as const

export const maxAllowedOrigins = 20
export const maxOriginLength = 200

/** The reasons why a text is not an origin that an admin can allow. */
export const originProblems = [
  'NO_ORIGIN',
  'NOT_HTTPS',
  'HAS_WILDCARD',
  'HAS_USER',
  'HAS_PATH',
  'FIXED_ORIGIN',
] as const
export type OriginProblem = (typeof originProblems)[number]

/**
 * Parses an origin that an admin entered. Returns it in the form of the Origin header: lower case, without the default port, international names in
 * Punycode. Refuses everything but an exact https origin.
 */
export function parseOrigin(text: string): { origin: string } | { problem: OriginProblem } {
  const typed = text.trim()
  if (typed.includes('*')) return { problem: 'HAS_WILDCARD' }
  if (typed.length > maxOriginLength || /[\s\\%,]/.test(typed)) return { problem: 'NO_ORIGIN' }
  if ((nativeOrigins as readonly string[]).includes(typed.toLowerCase())) return { problem: 'FIXED_ORIGIN' }
  if (/^(?!https:)[a-z][a-z0-9+.-]*:\/\//i.test(typed)) return { problem: 'NOT_HTTPS' }
  const authority = /^https:\/\/([^/?#]+)(.*)$/i.exec(typed)
  if (!authority || !URL.canParse(typed)) return { problem: 'NO_ORIGIN' }
  const [, host = '', rest = ''] = authority
  if (host.includes('@')) return { problem: 'HAS_USER' }
  if (rest !== '') return { problem: 'HAS_PATH' }
  const { origin, hostname, port } = new URL(typed)
  if (hostname.endsWith('.') || host.endsWith(':') || port === '0') return { problem: 'NO_ORIGIN' }
  return (nativeOrigins as readonly string[]).includes(origin) ? { problem: 'FIXED_ORIGIN' } : { origin }
}
