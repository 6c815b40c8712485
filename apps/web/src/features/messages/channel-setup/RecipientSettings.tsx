import type { ChannelSetup } from '@attune/contract/features/messages/channel-setup/channel-setup'
import { channelLimits } from '@attune/contract/features/messages/channel-setup/channel-setup.rules'
import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { countryName } from '../../../ui/choice/country-name.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { SettingRow } from '../../../ui/list/SettingRow.tsx'
import { useSettingOutcome } from '../../../ui/list/use-setting-outcome.ts'
import classes from './channel-setup.module.css'
import { countryOptions } from './country-names.ts'
import { SetupRow } from './SetupRow.tsx'
import { useSetupChange } from './use-channel-setup.ts'

/** The practice's name in texts, and the countries to which texts may be sent. */
export function RecipientSettings({ setup }: { setup: ChannelSetup }) {
  const { t } = useTranslation('channelSetup')
  return (
    <Section title={t('recipients')} rows>
      <NameSetting setup={setup} />
      <CountrySettings setup={setup} />
    </Section>
  )
}

function NameSetting({ setup: { nameInTexts, allowedCountries } }: { setup: ChannelSetup }) {
  const { t } = useTranslation('channelSetup')
  const [typed, setTyped] = useState<string | null>(null)
  const save = useSetupChange(api.channelSetup.saveTexts)
  const { outcome, setLast } = useSettingOutcome<'name'>(save)
  const isEmpty = typed !== null && typed.trim() === ''
  const saveName = () => {
    if (typed === null || isEmpty || typed.trim() === nameInTexts) return
    setLast('name')
    save.mutate(
      { nameInTexts: typed, allowedCountries },
      { onSuccess: () => setTyped((newest) => (newest === typed ? null : newest)) },
    )
  }
  return (
    <SettingRow label={t('name.label')} hint={t('name.hint')} outcome={outcome('name')}>
      <TextInput
        aria-label={t('name.label')}
        maxLength={channelLimits.nameInTexts}
        value={typed ?? nameInTexts}
        error={isEmpty && t('name.missing')}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={saveName}
        onKeyDown={(event) => event.key === 'Enter' && saveName()}
      />
    </SettingRow>
  )
}

function CountrySettings({ setup: { nameInTexts, allowedCountries } }: { setup: ChannelSetup }) {
  const { t } = useTranslation('channelSetup')
  const { language } = useLocale()
  const [country, setCountry] = useState('')
  const save = useSetupChange(api.channelSetup.saveTexts)
  const { outcome, setLast } = useSettingOutcome<'countries'>(save)
  const saveCountries = (countries: string[]) => {
    setLast('countries')
    save.mutate({ nameInTexts, allowedCountries: countries })
    setCountry('')
  }
  const options = countryOptions(language).filter(({ value }) => !allowedCountries.includes(value))
  return (
    <>
      <SettingRow label={t('countries.label')} hint={t('countries.hint')} outcome={outcome('countries')}>
        <Group gap="xs">
          <NativeSelect
            className={classes.country}
            aria-label={t('countries.choose')}
            value={country}
            data={[{ value: '', label: t('countries.choose') }, ...options]}
            onChange={(event) => setCountry(event.currentTarget.value)}
          />
          <Button
            variant="default"
            disabled={country === '' || save.isPending}
            onClick={() => saveCountries([...allowedCountries, country])}
          >
            {t('countries.add')}
          </Button>
        </Group>
      </SettingRow>
      {allowedCountries.map((code) => (
        <SetupRow key={code} name={countryName(code, language)}>
          <Button
            variant="default"
            disabled={save.isPending}
            aria-label={t('removeOf', { name: countryName(code, language) })}
            onClick={() => saveCountries(allowedCountries.filter((one) => one !== code))}
          >
            {t('remove')}
          </Button>
        </SetupRow>
      ))}
    </>
  )
}
