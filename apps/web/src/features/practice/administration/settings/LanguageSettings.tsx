import { clientWords } from '@attune/contract/common/text/client-word'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { Checkbox, NativeSelect, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  interfaceLanguages,
  isLanguage,
  languageNames,
  languageOptions,
} from '../../../../platform/settings/language.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import { SettingRow } from '../../../../ui/list/SettingRow.tsx'
import { SettingConflict } from './SettingConflict.tsx'
import type { SettingsForm } from './use-settings-form.ts'

const namesOf = (languages: readonly Language[]) => languages.map((language) => languageNames[language]).join(', ')

/** Edits the languages that people can choose, the default language, and the word for a client. */
export function LanguageSettings({ form }: { form: SettingsForm }) {
  const { t } = useTranslation('adminSettings')
  const { languages, defaultLanguage } = { ...form.settings, ...form.saving }
  const offer = (language: Language, on: boolean) =>
    form.change(
      'languages',
      interfaceLanguages.filter((one) => (one === language ? on : languages.includes(one))),
    )
  return (
    <Section title={t('languages.title')} rows>
      <SettingRow label={t('languages.offered')} hint={t('languages.offeredHint')} outcome={form.outcome('languages')}>
        <Stack gap="sm" role="group" aria-label={t('languages.offered')}>
          {interfaceLanguages.map((language) => (
            <Checkbox
              key={language}
              label={languageNames[language]}
              description={language === defaultLanguage ? t('languages.isDefault') : undefined}
              checked={languages.includes(language)}
              disabled={language === defaultLanguage}
              onChange={(event) => offer(language, event.currentTarget.checked)}
            />
          ))}
          <SettingConflict form={form} name="languages" text={namesOf} />
        </Stack>
      </SettingRow>
      <SettingRow
        label={t('languages.default')}
        hint={t('languages.defaultHint')}
        outcome={form.outcome('defaultLanguage')}
      >
        <Stack gap="sm">
          <NativeSelect
            aria-label={t('languages.default')}
            value={defaultLanguage}
            data={languageOptions(languages)}
            onChange={({ currentTarget: { value } }) => isLanguage(value) && form.change('defaultLanguage', value)}
          />
          <SettingConflict form={form} name="defaultLanguage" text={(language) => languageNames[language]} />
        </Stack>
      </SettingRow>
      <ClientWordSetting form={form} />
    </Section>
  )
}

/** Edits the word of the practice for a client. */
function ClientWordSetting({ form }: { form: SettingsForm }) {
  const { t } = useTranslation('adminSettings')
  const { clientWord } = { ...form.settings, ...form.saving }
  return (
    <SettingRow label={t('languages.word')} hint={t('languages.wordHint')} outcome={form.outcome('clientWord')}>
      <Stack gap="sm">
        <NativeSelect
          aria-label={t('languages.word')}
          value={clientWord}
          data={clientWords.map((value) => ({ value, label: t(`languages.words.${value}`) }))}
          onChange={({ currentTarget: { value } }) => {
            const chosen = clientWords.find((word) => word === value)
            if (chosen) form.change('clientWord', chosen)
          }}
        />
        <SettingConflict form={form} name="clientWord" text={(word) => t(`languages.words.${word}`)} />
      </Stack>
    </SettingRow>
  )
}
