import { isLoopback } from '@attune/contract/common/text/public-address'
import { requireGoogleId } from './google-calendar.ts'
import { requireSecretWord, requireWord, showValue } from './values.ts'

/** A sign-in provider that supports OpenID Connect. */
export type Provider = {
  /** The id in addresses and in the database. */
  id: string
  /** The name on the button with which people sign in. */
  name: string
  /** The URL of the issuer, below which its configuration is published. */
  issuer: string
  clientId: string
  clientSecret: string
}

export const providerNames = [
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'OIDC_ID',
  'OIDC_NAME',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
] as const
type Read = (name: (typeof providerNames)[number]) => string | null

/**
 * Returns the configured providers, Google first. Adds a sentence to `mistakes` for each incomplete or wrong setting.
 */
export function readProviders(read: Read, mistakes: string[]): Provider[] {
  return [google(read, mistakes), generic(read, mistakes)].filter((provider) => provider !== null)
}

function google(read: Read, mistakes: string[]): Provider | null {
  const [clientId, clientSecret] = [read('GOOGLE_CLIENT_ID'), read('GOOGLE_CLIENT_SECRET')]
  if (clientId === null && clientSecret === null) return null
  if (clientId === null || clientSecret === null) {
    mistakes.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together: set both or none.')
    return null
  }
  requireGoogleId('GOOGLE_CLIENT_ID', clientId, mistakes)
  requireSecretWord('GOOGLE_CLIENT_SECRET', clientSecret, mistakes)
  return { id: 'google', name: 'Google', issuer: 'https://accounts.google.com', clientId, clientSecret }
}

function generic(read: Read, mistakes: string[]): Provider | null {
  const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
  const [issuer, clientId, clientSecret] = names.map(read)
  const any = providerNames.some((name) => name.startsWith('OIDC_') && read(name) !== null)
  if (!any) return null
  if (!issuer || !clientId || !clientSecret) {
    mistakes.push('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all or none.')
    return null
  }
  const id = read('OIDC_ID') ?? 'openid'
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(id) || id === 'google' || id === 'credential') {
    mistakes.push(
      `OIDC_ID must be a short word in small letters other than google and credential, not ${showValue(id)}.`,
    )
  }
  requireIssuer(issuer, mistakes)
  requireWord('OIDC_CLIENT_ID', clientId, mistakes)
  requireSecretWord('OIDC_CLIENT_SECRET', clientSecret, mistakes)
  const name = read('OIDC_NAME') ?? 'OpenID'
  if (!/^[^\p{Cc}\p{Cf}]{1,60}$/u.test(name))
    mistakes.push(`OIDC_NAME must be a name with up to 60 characters in one line, not ${showValue(name)}.`)
  return { id, name, issuer: issuer.replace(/\/$/, ''), clientId, clientSecret }
}

const discoveryPath = /\/\.well-known\/.*$/

function requireIssuer(issuer: string, mistakes: string[]): void {
  const url = URL.canParse(issuer) ? new URL(issuer) : null
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))))
    mistakes.push(`OIDC_ISSUER must be an address that begins with https://, not ${showValue(issuer)}.`)
  else if (url.username || url.password || url.search || url.hash)
    mistakes.push(`OIDC_ISSUER must be an address without a user, a password, ? and #, not ${showValue(issuer)}.`)
  else if (discoveryPath.test(url.pathname))
    mistakes.push(
      `OIDC_ISSUER must be the address of the provider without /.well-known. Use ${showValue(issuer.replace(discoveryPath, ''))}.`,
    )
}
