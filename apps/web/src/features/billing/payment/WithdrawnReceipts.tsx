import type { WithdrawnReceipt } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { dateText, localDay } from '../../../ui/page/date-text.ts'

/** Lists the withdrawn receipts of an invoice with the reason. Renders nothing if there are none. */
export function WithdrawnReceipts({ of }: { of: readonly WithdrawnReceipt[] }) {
  const { t } = useTranslation('paymentReceipt')
  const locale = useLocale()
  const day = (moment: string) => dateText(localDay(moment, locale), locale.language)
  return of.map(({ madeAt, withdrawnAt }) => (
    <Text key={madeAt} size="sm" c="dimmed" mt="xs">
      {t('withdrawn', { made: day(madeAt), day: day(withdrawnAt) })}
    </Text>
  ))
}
