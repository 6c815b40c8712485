import type { AssistantSetup } from '@attune/contract/features/assistant/assistant-setup/assistant-setup'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { countryName } from '../../../ui/choice/country-name.ts'
import { dateText } from '../../../ui/page/date-text.ts'
import { AssistantSetupRow } from './AssistantSetupRow.tsx'

const AssistantAgreementDialog = lazyNamed(() => import('./AssistantAgreementDialog.tsx'), 'AssistantAgreementDialog')

/** Shows the declaration that there is an agreement with the provider, or that the practice operates the endpoint itself. */
export function AgreementRow({ setup }: { setup: AssistantSetup }) {
  const { t } = useTranslation('assistantSetup')
  const { language } = useLocale()
  const [stating, setStating] = useState(false)
  const { agreement, practiceCountry, missing } = setup
  const isReady = !missing.some((part) => part === 'address' || part === 'provider' || part === 'country')
  const command = t(agreement ? 'agreement.replace' : 'agreement.state')
  const stated = agreement && [
    t(`agreement.${agreement.type}`),
    t(agreement.type === 'own' ? 'agreement.statedOwn' : 'agreement.signed', {
      name: agreement.name,
      date: dateText(agreement.date, language),
      country: countryName(practiceCountry ?? '', language),
    }),
  ]
  return (
    <AssistantSetupRow
      name={t('agreement.name')}
      state={stated ? stated.join('\n') : t(isReady ? 'agreement.hint' : 'agreement.first')}
    >
      {isReady && (
        <Button variant="default" aria-label={`${command}: ${t('title')}`} onClick={() => setStating(true)}>
          {command}
        </Button>
      )}
      {stating && <AssistantAgreementDialog setup={setup} onClose={() => setStating(false)} />}
    </AssistantSetupRow>
  )
}
