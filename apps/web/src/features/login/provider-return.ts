import i18next from 'i18next'
import { fetchLogin, acceptLogin } from '../../platform/login.ts'
import { toast } from '../../ui/toast.ts'

/** The search parameters with which a sign-in service returns to this app. */
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
 * Completes the return from a sign-in service: accepts the new login and reports the result in a toast. Returns the
 * page on which to continue; null unless `returnTo` is a page below `/dashboard/`.
 */
export async function continueAfterProvider({ signin, reason, returnTo }: ProviderReturn): Promise<string | null> {
  const page = returnTo?.startsWith('/dashboard/') ? returnTo : null
  if (signin === 'done') {
    const login = await fetchLogin()
    if (login) acceptLogin(login)
  }
  if (!page) return null
  await i18next.loadNamespaces('reauthentication')
  if (signin === 'linked') toast.success(i18next.t('reauthentication:linked'))
  if (signin === 'failed') toast.error(i18next.t(`reauthentication:service.${providerFailureKey(reason)}`))
  return page
}
