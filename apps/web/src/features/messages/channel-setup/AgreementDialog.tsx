import type { ChannelSetup } from '@attune/contract/features/messages/channel-setup/channel-setup'
import { agreementTypeOf, channelLimits } from '@attune/contract/features/messages/channel-setup/channel-setup.rules'
import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { DateInput } from '../../../ui/input/DateInput.tsx'
import { countryOptions } from './country-names.ts'
import { SetupDialog } from './SetupDialog.tsx'
import { useSetupChange } from './use-channel-setup.ts'

/** Asks for the practice's country, the person who made the agreement with the provider, and its date. */
export function AgreementDialog({ setup, onClose }: { setup: ChannelSetup; onClose: () => void }) {
  const { t } = useTranslation('channelSetup')
  const { language } = useLocale()
  const [country, setCountry] = useState(setup.practiceCountry ?? '')
  const [name, setName] = useState('')
  const [date, setDate] = useState('')
  const [checked, setChecked] = useState(false)
  const save = useSetupChange(api.channelSetup.recordAgreement, onClose)
  const submit = () => {
    setChecked(true)
    if (country && name.trim() && date) save.mutate({ country, name: name.trim(), date })
  }
  return (
    <SetupDialog
      title={t('agreement.title', { provider: setup.provider })}
      submit={t('agreement.submit')}
      save={save}
      onClose={onClose}
      onSubmit={submit}
    >
      <NativeSelect
        data-autofocus
        label={t('agreement.country')}
        value={country}
        error={checked && !country && t('agreement.countryMissing')}
        data={[{ value: '', label: t('countries.choose') }, ...countryOptions(language)]}
        onChange={(event) => setCountry(event.currentTarget.value)}
      />
      {country && <Text size="sm">{t(`agreement.${agreementTypeOf(country)}Text`, { provider: setup.provider })}</Text>}
      <TextInput
        label={t('agreement.name')}
        autoComplete="name"
        maxLength={channelLimits.agreementName}
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
    </SetupDialog>
  )
}
