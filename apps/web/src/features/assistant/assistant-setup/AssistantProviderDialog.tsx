import type { AssistantSetup } from '@attune/contract/features/assistant/assistant-setup/assistant-setup'
import { assistantLimits } from '@attune/contract/features/assistant/assistant-setup/assistant-setup.rules'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { addressCountryOptions } from '../../../ui/choice/country-options.ts'
import { useDraft, useForm } from '../../../platform/draft/use-draft.ts'
import { DraftCallout } from '../../../ui/page/status/DraftCallout.tsx'
import { AssistantSetupDialog } from './AssistantSetupDialog.tsx'
import { settingsOf, useAssistantChange } from './use-assistant-setup.ts'

/** Asks for the provider, its country, and the texts about region and contract. */
export function AssistantProviderDialog({ setup, onClose }: { setup: AssistantSetup; onClose: () => void }) {
  const { t } = useTranslation('assistantSetup')
  const { language } = useLocale()
  const { draft, change: edit } = useProviderForm(setup)
  const { provider, country, region, contractText } = draft.value
  const change = { provider: provider.trim(), providerCountry: country || null, region, contractText }
  const save = useAssistantChange(
    () => api.assistantSetup.save({ ...settingsOf(setup), ...change }),
    () => {
      draft.forget()
      onClose()
    },
  )
  const isOther = change.provider !== setup.provider || change.providerCountry !== setup.providerCountry
  return (
    <AssistantSetupDialog
      title={t('provider.title')}
      submit={t('provider.save')}
      save={save}
      onClose={onClose}
      onSubmit={() => save.mutate(undefined)}
    >
      <DraftCallout draft={draft} />
      <TextInput
        data-autofocus
        label={t('provider.name')}
        description={t('provider.shown')}
        autoComplete="off"
        maxLength={assistantLimits.provider}
        value={provider}
        onChange={(event) => edit({ provider: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('provider.country')}
        value={country}
        data={[{ value: '', label: t('chooseCountry') }, ...addressCountryOptions(language)]}
        onChange={(event) => edit({ country: event.currentTarget.value })}
      />
      <TextInput
        label={t('provider.region')}
        placeholder={t('provider.regionExample')}
        maxLength={assistantLimits.region}
        value={region}
        onChange={(event) => edit({ region: event.currentTarget.value })}
      />
      <ContractField value={contractText} onChange={(text) => edit({ contractText: text })} />
      {isOther && setup.agreement && <Callout kind="warning">{t('provider.other')}</Callout>}
    </AssistantSetupDialog>
  )
}

function useProviderForm({ provider, providerCountry, region, contractText }: AssistantSetup) {
  const draft = useDraft('assistant-provider', () => ({
    provider,
    country: providerCountry ?? '',
    region,
    contractText,
  }))
  return { draft, ...useForm(draft) }
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
