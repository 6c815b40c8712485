import { AsyncLocalStorage } from 'node:async_hooks'
import { cleanName } from '@attune/contract/common/text/text'
import { splitFullName } from '@attune/contract/features/people/account/account.rules'
import { genericOAuth } from 'better-auth/plugins'
import type { Provider } from '../../config/providers.ts'
import { matchLanguage, type OfferedLanguages } from '@attune/contract/common/text/language-choice'

/** Holds the address of the picture in a provider's profile while Better Auth handles the provider's callback. */
export const providerProfileStore = new AsyncLocalStorage<{ picture: string | null }>()

/**
 * Returns the plugin of Better Auth for the configured OpenID Connect providers. Our own code sets the redirect address and the page after
 * the callback, and never sends the response of Better Auth to the browser.
 */
export function openIdPlugin(providers: readonly Provider[], origin: string, offered: () => OfferedLanguages) {
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
        const store = providerProfileStore.getStore()
        if (store) store.picture = text(profile.picture, 2000) || null
        return {
          name: text(profile.name, 201),
          ...namesOf(profile),
          language: languageOf(text(profile.locale, 10), offered()),
          // Accepts only the boolean true, not a string such as "true".
          emailVerified: profile.email_verified === true,
          image: undefined,
        }
      },
    })),
  })
}

const languageOf = (locale: string, offered: OfferedLanguages) =>
  locale ? matchLanguage([locale], offered) : offered.defaultLanguage

/**
 * Returns first and last name from the profile. If the profile has only the full name, splits the full name at the first space (row 5.09).
 */
function namesOf(profile: Record<string, unknown>) {
  const given = { firstName: text(profile.given_name, 100), lastName: text(profile.family_name, 100) }
  if (given.firstName || given.lastName) return given
  const whole = splitFullName(text(profile.name, 201))
  return { firstName: whole.firstName.slice(0, 100), lastName: whole.lastName.slice(0, 100) }
}

const text = (value: unknown, length: number) => (typeof value === 'string' ? cleanName(value).slice(0, length) : '')
