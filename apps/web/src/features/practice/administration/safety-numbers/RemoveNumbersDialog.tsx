import type { CountryNumbersSetting } from '@attune/contract/features/practice/administration/administration.settings'
import { isSafetyCountry } from '@attune/contract/features/care/safety/safety.countries.rules'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { countryName } from '../../../../ui/choice/country-name.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { useSaveSafetyNumbers } from './use-safety-numbers.ts'

type Props = {
  own: Readonly<Record<string, CountryNumbersSetting>>
  country: string
  onClose: () => void
}

/**
 * Asks for confirmation before the safety numbers of a country are removed. Explains that people will then see Attune's numbers for the country or,
 * if there are none, a general sentence.
 */
export function RemoveNumbersDialog({ own, country, onClose }: Props) {
  const { t } = useTranslation('adminSettings')
  const { language } = useLocale()
  const errorText = useErrorMessage()
  const { save, theirs } = useSaveSafetyNumbers(onClose)
  const name = countryName(country, language)
  return (
    <FormDialog
      danger
      onClose={onClose}
      title={t('numbers.removeTitle', { country: name })}
      submit={t('numbers.removeNow')}
      back={t('numbers.keep')}
      busy={save.isPending}
      onSubmit={() =>
        save.mutate({ country, numbers: null, before: theirs === undefined ? (own[country] ?? null) : theirs })
      }
    >
      <Text>{t(isSafetyCountry(country) ? 'numbers.removeBuiltIn' : 'numbers.removeText', { country: name })}</Text>
      <FormError>{theirs === undefined ? errorText(save.error) : t('numbers.changedMeanwhile')}</FormError>
    </FormDialog>
  )
}
