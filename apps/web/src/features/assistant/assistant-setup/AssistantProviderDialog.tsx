import type { AssistantSetup } from '@attune/contract/features/assistant/assistant-setup/assistant-setup'
import { assistantLimits } from '@attune/contract/features/assistant/assistant-setup/assistant-setup.rules'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { addressCountryOptions } from '../../../ui/choice/country-options.ts'
import { AssistantSetupDialog } from './AssistantSetupDialog.tsx'
import { settingsOf, useAssistantChange } from './use-assistant-setup.ts'

/** Asks for the provider, its country, and the texts about region and contract. */
export function AssistantProviderDialog({ setup, onClose }: { setup: AssistantSetup; onClose: () => void }) {
  const { t } = useTranslation('assistantSetup')
  const { language } = useLocale()
  const [provider, setProvider] = useState(setup.provider)
  const [country, setCountry] = useState(setup.providerCountry ?? '')
  const [region, setRegion] = useState(setup.region)
  const [contractText, setContractText] = useState(setup.contractText)
  const change = { provider: provider.trim(), providerCountry: country || null, region, contractText }
  const save = useAssistantChange(() => api.assistantSetup.save({ ...settingsOf(setup), ...change }), onClose)
  const isOther = change.provider !== setup.provider || change.providerCountry !== setup.providerCountry
  return (
    <AssistantSetupDialog
      title={t('provider.title')}
      submit={t('provider.save')}
      save={save}
      onClose={onClose}
      onSubmit={() => save.mutate(undefined)}
    >
      <TextInput
        data-autofocus
        label={t('provider.name')}
        description={t('provider.shown')}
        autoComplete="off"
        maxLength={assistantLimits.provider}
        value={provider}
        onChange={(event) => setProvider(event.currentTarget.value)}
      />
      <NativeSelect
        label={t('provider.country')}
        value={country}
        data={[{ value: '', label: t('chooseCountry') }, ...addressCountryOptions(language)]}
        onChange={(event) => setCountry(event.currentTarget.value)}
      />
      <TextInput
        label={t('provider.region')}
        placeholder={t('provider.regionExample')}
        maxLength={assistantLimits.region}
        value={region}
        onChange={(event) => setRegion(event.currentTarget.value)}
      />
      <ContractField value={contractText} onChange={setContractText} />
      {isOther && setup.agreement && <Callout kind="warning">{t('provider.other')}</Callout>}
    </AssistantSetupDialog>
  )
}

function ContractField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useTranslation('assistantSetup')
  return (
    <Textarea
      label={t('provider.contract')}
      description={t('provider.contractHint')}
      autosize
      minRows={3}
      maxLength={assistantLimits.contractText}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
