import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { countryName } from '../../../ui/choice/country-name.ts'

/**
 * Returns the sentence about the data that the assistant would send, and its recipient, while it is off for the therapist. Null while it is on, for
 * other roles, and until this is known.
 */
export function useAssistantOffText(isTherapist = true): string | null {
  const { t, ready } = useTranslation('assistantSettings', { useSuspense: false })
  const { language } = useLocale()
  const { data } = useQuery({ ...orpc.assistant.status.queryOptions({ input: {} }), enabled: isTherapist })
  if (!ready || !data || (data.offered && data.switchedOnAt)) return null
  if (!data.offered) return t('whileOff.none')
  const { provider, providerCountry, isOwnHost } = data.offered
  return t(isOwnHost ? 'whileOff.ownHost' : 'whileOff.provider', {
    provider,
    country: countryName(providerCountry, language),
  })
}
