import type { ChannelSetup } from '@attune/contract/features/messages/channel-setup/channel-setup'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { countryName } from '../../../ui/choice/country-name.ts'
import { dateText } from '../../../ui/page/date-text.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { SetupRow } from './SetupRow.tsx'

const AgreementDialog = lazyNamed(() => import('./AgreementDialog.tsx'), 'AgreementDialog')

/** The declaration that there is an agreement with the provider. Without it, no text may contain message content. */
export function AgreementSettings({ setup }: { setup: ChannelSetup }) {
  const { t } = useTranslation('channelSetup')
  const { language } = useLocale()
  const [stating, setStating] = useState(false)
  const { agreement, practiceCountry: country } = setup
  return (
    <Section
      title={t('agreement.title', { provider: setup.provider })}
      hint={t('agreement.hint')}
      rows
      action={
        <Button variant="default" onClick={() => setStating(true)}>
          {t(agreement ? 'agreement.change' : 'agreement.state')}
        </Button>
      }
    >
      {agreement && country ? (
        <SetupRow
          name={t(`agreement.${agreement.type}`)}
          state={t('agreement.stated', {
            name: agreement.name,
            date: dateText(agreement.date, language),
            country: countryName(country, language),
          })}
        />
      ) : (
        <SetupRow name={t('agreement.none')} />
      )}
      {stating && <AgreementDialog setup={setup} onClose={() => setStating(false)} />}
    </Section>
  )
}
