import { parseAmount } from '@attune/contract/common/money/money'
import { highestTaxRate } from '@attune/contract/features/billing/service/service.rules'
import { Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { useTypedEntry, type EntryProps } from '../../../ui/input/use-typed-entry.ts'
import { taxRateText } from './service-text.ts'

/** A field for a tax rate in percent with up to two decimals. `value` is in basis points ('1900' is 19 %). */
export function TaxRateInput(props: EntryProps) {
  const { t } = useTranslation('service')
  const { language } = useLocale()
  const field = useTypedEntry(props, {
    parse: (typed) => {
      const basisPoints = parseAmount(typed.replace('%', ''), language, 2)
      return basisPoints && basisPoints > 0n && basisPoints <= highestTaxRate ? basisPoints.toString() : null
    },
    format: (basisPoints) => taxRateText(basisPoints, language),
    problem: t('problem.taxRate'),
  })
  return (
    <TextInput
      {...field}
      inputMode="decimal"
      rightSectionPointerEvents="none"
      rightSection={
        <Text span size="sm" c="dimmed" aria-hidden>
          %
        </Text>
      }
    />
  )
}
