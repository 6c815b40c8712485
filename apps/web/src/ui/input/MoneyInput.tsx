import { currencyDigits, decimal, parseAmount } from '@attune/contract/common/money/money'
import { Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../platform/settings/use-locale.ts'
import { useTypedEntry, type EntryProps } from './use-typed-entry.ts'

/** The highest amount that can be entered, in the smallest unit of the currency: 99,999,999.99 €. */
const highest = 9_999_999_999n

/** Returns an amount as it is written in a field: '1234.50' in English, '1234,50' in the other languages. */
const entryText = (minor: string, currency: string, language: string) => {
  const number = decimal(BigInt(minor), currencyDigits(currency))
  return language === 'en' ? number : number.replace('.', ',')
}

/**
 * A field for an amount of money of at least 0, in the format of the reader's language. `value` is the string of an integer in the smallest
 * unit of the currency ('38000' is 380.00 €), or empty while the typed text is not an amount.
 */
export function MoneyInput({ currency, ...props }: EntryProps & { currency: string }) {
  const { t } = useTranslation()
  const { language } = useLocale()
  const digits = currencyDigits(currency)
  const field = useTypedEntry(props, {
    parse: (typed) => {
      const minor = parseAmount(typed, language, digits)
      return minor === null || minor < 0n || minor > highest ? null : minor.toString()
    },
    format: (minor) => entryText(minor, currency, language),
    problem: t('entry.amountInvalid', { example: entryText(digits === 0 ? '80' : '8050', currency, language) }),
  })
  return (
    <TextInput
      {...field}
      inputMode="decimal"
      rightSectionWidth={52}
      rightSectionPointerEvents="none"
      rightSection={
        <Text span size="sm" c="dimmed" aria-hidden>
          {currency}
        </Text>
      }
    />
  )
}
