import type { ExternalAccount } from '@attune/contract/features/schedule/external-calendar/external-calendar'
import { useTranslation } from 'react-i18next'

/** Returns a function that returns the name of an account's server: its host, or Google. */
export function useAccountName() {
  const { t } = useTranslation('externalCalendar')
  return ({ provider, host }: Pick<ExternalAccount, 'provider' | 'host'>): string =>
    provider === 'google' ? t('google.name') : host
}
