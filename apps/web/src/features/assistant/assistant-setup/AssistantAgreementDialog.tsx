import type { AssistantSetup } from '@attune/contract/features/assistant/assistant-setup/assistant-setup'
import { assistantLimits } from '@attune/contract/features/assistant/assistant-setup/assistant-setup.rules'
import { agreementTypeOf } from '@attune/contract/features/messages/channel-setup/channel-setup.rules'
import { NativeSelect, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { addressCountryOptions } from '../../../ui/choice/country-options.ts'
import { DateInput } from '../../../ui/input/DateInput.tsx'
import { AssistantSetupDialog } from './AssistantSetupDialog.tsx'
import { useAssistantChange } from './use-assistant-setup.ts'

/** Asks who operates the endpoint, in which country the practice is, and who signed the agreement with the provider on which day. */
export function AssistantAgreementDialog({ setup, onClose }: { setup: AssistantSetup; onClose: () => void }) {
  const { t } = useTranslation('assistantSetup')
  const { provider, practiceCountry, version } = setup
  const [own, setOwn] = useState(setup.agreement?.type === 'own')
  const [country, setCountry] = useState(practiceCountry ?? '')
  const [name, setName] = useState('')
  const [date, setDate] = useState('')
  const [checked, setChecked] = useState(false)
  const save = useAssistantChange(api.assistantSetup.recordAgreement, onClose)
  const submit = () => {
    setChecked(true)
    if (country && name.trim() && date) save.mutate({ version, own, country, name: name.trim(), date })
  }
  return (
    <AssistantSetupDialog
      title={t('agreement.name')}
      submit={t('agreement.save')}
      save={save}
      onClose={onClose}
      onSubmit={submit}
    >
      <OperatorChoice provider={provider} own={own} onChange={setOwn} />
      <CountryField value={country} error={checked && !country} onChange={setCountry} />
      {country && <Text size="sm">{t(`agreement.text.${own ? 'own' : agreementTypeOf(country)}`, { provider })}</Text>}
      <TextInput
        label={t(own ? 'agreement.statedBy' : 'agreement.signedBy')}
        autoComplete="name"
        maxLength={assistantLimits.agreementName}
        value={name}
        error={checked && !name.trim() && t('agreement.nameMissing')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <DateInput
        past
        label={t('agreement.date')}
        value={date}
        error={checked && !date && t('agreement.dateMissing')}
        onChange={setDate}
      />
    </AssistantSetupDialog>
  )
}

type OperatorProps = { provider: string; own: boolean; onChange: (own: boolean) => void }

function OperatorChoice({ provider, own, onChange }: OperatorProps) {
  const { t } = useTranslation('assistantSetup')
  const value = own ? 'own' : 'provider'
  return (
    <Radio.Group label={t('agreement.who')} value={value} onChange={(chosen) => onChange(chosen === 'own')}>
      <Stack gap="xs" mt="xs">
        <Radio value="provider" label={t('agreement.byProvider', { provider })} />
        <Radio value="own" label={t('agreement.byPractice')} />
      </Stack>
    </Radio.Group>
  )
}

type CountryProps = { value: string; error: boolean; onChange: (country: string) => void }

function CountryField({ value, error, onChange }: CountryProps) {
  const { t } = useTranslation('assistantSetup')
  const { language } = useLocale()
  return (
    <NativeSelect
      label={t('agreement.country')}
      value={value}
      error={error && t('agreement.countryMissing')}
      data={[{ value: '', label: t('chooseCountry') }, ...addressCountryOptions(language)]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
