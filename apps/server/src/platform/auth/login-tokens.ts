import { AsyncLocalStorage } from 'node:async_hooks'
import { signCookie, unsignCookie } from './cookies.ts'
import { hashToken } from './one-time-tokens.ts'

/** The hash of a login's token, as text. The database stores only the hash; the browser's cookie contains the token. */
export const hashLoginToken = (token: string) => hashToken(token).toString('base64url')

/** The tokens of the logins that the engine has created within one call, by their hashes. */
const issuedTokens = new AsyncLocalStorage<Map<string, string>>()

/** Returns the hash that the engine stores instead of the token of a new login, and remembers the token until the call ends. */
export function hashIssuedToken(token: string): string {
  const hash = hashLoginToken(token)
  issuedTokens.getStore()?.set(hash, token)
  return hash
}

/**
 * Translates between the browser, whose cookie contains a token, and one call of the engine, which knows only hashes and uses them where the
 * library uses tokens. `signedToken` is the cookie of the caller, if there is one; a wrong signature counts as no cookie.
 */
export function translateLoginTokens(key: string, signedToken: string | null) {
  const tokens = new Map<string, string>()
  const token = signedToken === null ? null : unsignCookie(signedToken, key)
  if (token !== null) tokens.set(hashLoginToken(token), token)
  return {
    /** The signed hash for the engine. */
    callerCookie: token === null ? null : signCookie(hashLoginToken(token), key),
    run: <T>(call: () => Promise<T>): Promise<T> => issuedTokens.run(tokens, call),
    /** Returns the signed token for the browser: of a login that the call has created, or of the caller's login. */
    browserCookie(signedHash: string): string {
      const known = tokens.get(unsignCookie(signedHash, key) ?? '')
      if (known === undefined) throw new Error('the engine has set the cookie of an unknown login')
      return signCookie(known, key)
    },
  }
}
