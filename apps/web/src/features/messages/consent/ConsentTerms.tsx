import type { ChannelConsent } from '@attune/contract/features/messages/consent/consent'
import type { ConsentPurpose } from '@attune/contract/features/messages/consent/consent.rules'
import { useTranslation } from 'react-i18next'
import { countryName } from '../../../ui/choice/country-name.ts'
import classes from './consent.module.css'

type Props = { channel: ChannelConsent; language: string }

/** Returns the texts of the consent's version in the language that the client reads. */
function useConsentTexts({ channel, language }: Props) {
  const { t } = useTranslation('consent', { lng: language })
  const { senderName: sender, provider, providerCountry } = channel
  const names = { sender, provider, country: countryName(providerCountry, language) }
  return {
    purpose: (purpose: ConsentPurpose) => t(`v1.${purpose}`, names),
    general: [t('v1.sender', names), t(`v1.provider.${channel.channel}`, names), t('v1.stop'), t('v1.free')],
  }
}

/** Explains the consent to one purpose. */
export function PurposeText({ purpose, ...props }: Props & { purpose: ConsentPurpose }) {
  return <span lang={props.language}>{useConsentTexts(props).purpose(purpose)}</span>
}

/** Explains the consent to every purpose: sender, provider and its country, how to stop, and that it is voluntary. */
export function ConsentTerms({ title, ...props }: Props & { title: string }) {
  const { general } = useConsentTexts(props)
  return (
    <section className={classes.terms}>
      <h3>{title}</h3>
      {general.map((text) => (
        <p key={text} lang={props.language}>
          {text}
        </p>
      ))}
    </section>
  )
}
