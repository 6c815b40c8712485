import { NativeSelect } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, currentLanguage, isLanguage, languageOptions } from '../../platform/settings/language.ts'
import { useProductSettings } from '../../platform/settings/product-settings.ts'

/** A select for the interface language of this browser. */
export function LanguageSelect() {
  const { t } = useTranslation()
  const { languages } = useProductSettings()
  return (
    <NativeSelect
      aria-label={t('language')}
      w={142}
      size="sm"
      leftSection={<IconLanguage size={17} stroke={1.6} aria-hidden />}
      data={languageOptions(languages, currentLanguage())}
      value={currentLanguage()}
      onChange={({ currentTarget: { value } }) => void (isLanguage(value) && chooseLanguage(value))}
    />
  )
}
