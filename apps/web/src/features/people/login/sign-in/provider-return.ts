import i18next from 'i18next'
import { finishAdding } from '../../../../platform/login/held-accounts.ts'
import { fetchLogin, acceptLogin } from '../../../../platform/login/login.ts'
import { toast } from '../../../../ui/toast/toast.ts'

/** The search parameters of the address to which the server redirects after a sign-in with an external service. */
export type ProviderReturn = {
  signin?: 'done' | 'linked' | 'failed' | 'second-factor'
  reason?: string
  provider?: string
  ways?: string
  returnTo?: string
}

const outcomes = ['done', 'linked', 'failed', 'second-factor'] as const
const reasons = ['denied', 'unproved-address', 'account-exists-link-first', 'linked-elsewhere'] as const
const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 300) : undefined)

export function parseProviderReturn(search: Record<string, unknown>): ProviderReturn {
  const signin = outcomes.find((one) => one === search.signin)
  if (!signin) return {}
  const told: ProviderReturn = { signin }
  for (const name of ['reason', 'provider', 'ways', 'returnTo'] as const) {
    const text = textOf(search[name])
    if (text) told[name] = text
  }
  return told
}

/** Returns the last part of the translation key `reauthentication:service.…` for the reason of a failed sign-in. */
export const providerFailureKey = (reason: string | undefined) => reasons.find((one) => one === reason) ?? 'failed'

/**
 * Completes the return from a sign-in service and returns the page to open next, or null unless `returnTo` is the page of an invitation or below
 * `/dashboard/`. Stores the login of a successful sign-in. If there is a page, a toast reports that a service was
 * linked or that the sign-in failed.
 */
export async function continueAfterProvider({ signin, reason, returnTo }: ProviderReturn): Promise<string | null> {
  const page = returnTo?.startsWith('/dashboard/') || returnTo === '/setup-password' ? returnTo : null
  if (signin === 'done') {
    const login = await fetchLogin()
    if (login) {
      finishAdding(login.userId)
      acceptLogin(login)
    }
  }
  if (!page) return null
  await i18next.loadNamespaces('reauthentication')
  if (signin === 'linked') toast.success(i18next.t('reauthentication:linked'))
  if (signin === 'failed') toast.error(i18next.t(`reauthentication:service.${providerFailureKey(reason)}`))
  return page
}
