import type { AssistantConsent } from '@attune/contract/features/assistant/assistant-consent/assistant-consent'
import { useTranslation } from 'react-i18next'
import { countryName } from '../../../ui/choice/country-name.ts'
import classes from './assistant-consent.module.css'

type Props = { offered: NonNullable<AssistantConsent['offered']>; language: string; title: string }

/** Explains the consent in the language in which the client reads or hears it: which data is sent to whom, which is not, and how to withdraw. */
export function AssistantConsentTerms({ offered, language, title }: Props) {
  const { t } = useTranslation('assistantConsent', { lng: language })
  const { provider, providerCountry, region, isOwnHost } = offered
  const names = { provider, country: countryName(providerCountry, language) }
  const paragraphs = [
    t('v1.what'),
    t(isOwnHost ? 'v1.ownHost' : 'v1.provider', names),
    ...(region ? [t('v1.region', { region })] : []),
    t('v1.names'),
    t('v1.answer'),
    t('v1.withdraw'),
    t('v1.free'),
  ]
  return (
    <section className={classes.terms}>
      <h3>{title}</h3>
      {paragraphs.map((text) => (
        <p key={text} lang={language}>
          {text}
        </p>
      ))}
    </section>
  )
}
