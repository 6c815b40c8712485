import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { Checkbox, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { moneyText } from '../../../../ui/page/money-text.ts'

type Props = {
  invoice: InvoiceView
  /** Whether the credit is used when the draft is issued, in the dialog that asks for it: the sum that is shown, or null. */
  choice?: { spentMinor: string | null; onSpends: (spentMinor: string | null) => void }
}

/** Shows how much credit the payer of a draft has. Offers to use it in the dialog that issues the draft. */
export function CreditOfDraft({ invoice: { id, sheet }, choice }: Props) {
  const { t } = useTranslation('payment')
  const { language } = useLocale()
  const { data } = useQuery(orpc.payment.credit.queryOptions({ input: { invoiceId: id } }))
  if (!data) return null
  const credit = data.credits.reduce((sum, { amountMinor }) => sum + BigInt(amountMinor), 0n)
  const amount = moneyText(String(credit), sheet.currency, language)
  if (credit === 0n) return <Text size="sm">{t('credit.noneOfDraft')}</Text>
  if (!choice) return <Text size="sm">{t('credit.ofDraft', { amount })}</Text>
  return (
    <Checkbox
      label={t('credit.spend', { amount })}
      checked={choice.spentMinor !== null}
      onChange={(event) => choice.onSpends(event.currentTarget.checked ? String(credit) : null)}
    />
  )
}
