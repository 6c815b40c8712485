import { AsyncLocalStorage } from 'node:async_hooks'
import { signCookie, unsignCookie } from './cookies.ts'
import { hashToken } from '../one-time-tokens.ts'

/** Returns the hash of a login's token, as text. The database stores only the hash; the cookie of the browser contains the token. */
export const hashLoginToken = (token: string) => hashToken(token).toString('base64url')

/** The tokens of the logins that the engine has created within one call, by their hashes. */
const issuedTokens = new AsyncLocalStorage<Map<string, string>>()

/**
 * Returns the hash of a new login's token. The engine stores the hash instead of the token. Keeps the token until the call ends, for
 * `browserCookie`.
 */
export function hashIssuedToken(token: string): string {
  const hash = hashLoginToken(token)
  issuedTokens.getStore()?.set(hash, token)
  return hash
}

/**
 * Translates the login cookie for one call of the engine. The cookie contains a token; the engine receives the hash of the token and treats the
 * hash as the token. `signedToken` is the caller's cookie, or null. A cookie with a wrong signature is ignored.
 */
export function translateLoginTokens(key: string, signedToken: string | null) {
  const tokens = new Map<string, string>()
  const token = signedToken === null ? null : unsignCookie(signedToken, key)
  if (token !== null) tokens.set(hashLoginToken(token), token)
  return {
    /** The signed hash of the caller's token, for the engine; null without a valid cookie. */
    callerCookie: token === null ? null : signCookie(hashLoginToken(token), key),
    run: <T>(call: () => Promise<T>): Promise<T> => issuedTokens.run(tokens, call),
    /** Returns the signed token that belongs to a signed hash: the token of a login that the call has created, or of the caller's login. */
    browserCookie(signedHash: string): string {
      const known = tokens.get(unsignCookie(signedHash, key) ?? '')
      if (known === undefined) throw new Error('the engine has set the cookie of an unknown login')
      return signCookie(known, key)
    },
  }
}
