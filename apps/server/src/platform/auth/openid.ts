import { AsyncLocalStorage } from 'node:async_hooks'
import { languages } from '@attune/contract/common/text'
import { splitFullName } from '@attune/contract/features/account'
import { genericOAuth } from 'better-auth/plugins'
import type { Provider } from '../providers.ts'

/** What a provider has told us beside who somebody is, while one of its answers is taken in: the address of a picture. */
export const beside = new AsyncLocalStorage<{ picture: string | null }>()

/**
 * The configured providers for the engine. Its own answer to a callback is never seen by a browser: the address given to the
 * provider is ours, and so is where the browser goes afterwards.
 */
export function openid(providers: readonly Provider[], origin: string) {
  return genericOAuth({
    config: providers.map(({ id, name, issuer, clientId, clientSecret }) => ({
      providerId: id,
      name,
      clientId,
      clientSecret,
      discoveryUrl: `${issuer}/.well-known/openid-configuration`,
      scopes: ['openid', 'email', 'profile'],
      redirectURI: `${origin}/api/auth/callback/${id}`,
      requireIdTokenVerification: true,
      pkce: true,
      ...(id === 'google' ? { prompt: 'select_account' as const } : {}),
      mapProfileToUser: (profile) => {
        const told = beside.getStore()
        if (told) told.picture = text(profile.picture, 2000) || null
        return {
          name: text(profile.name, 201),
          ...namesOf(profile),
          language: languages.find((language) => text(profile.locale, 10).startsWith(language)) ?? 'en',
          // A word such as "true" is no proof.
          emailVerified: profile.email_verified === true,
          image: undefined,
        }
      },
    })),
  })
}

/** First and last name as they are told; where only the whole name is, it parts at its first space (row 5.09). */
function namesOf(profile: Record<string, unknown>) {
  const told = { firstName: text(profile.given_name, 100), lastName: text(profile.family_name, 100) }
  if (told.firstName || told.lastName) return told
  const whole = splitFullName(text(profile.name, 201))
  return { firstName: whole.firstName.slice(0, 100), lastName: whole.lastName.slice(0, 100) }
}

const text = (value: unknown, length: number) =>
  typeof value === 'string' ? value.replaceAll('\u0000', '').trim().slice(0, length) : ''
