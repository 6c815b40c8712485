import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { moneyText } from '../../../../ui/page/money-text.ts'

const MoveCreditDialog = lazyNamed(() => import('./MoveCreditDialog.tsx'), 'MoveCreditDialog')

/**
 * Offers the credit of the payer for an open invoice. For an overpaid one, shows that the rest is kept as credit, and offers to move it to an open
 * invoice of the payer.
 */
export function PayerCreditNotice({ invoice }: { invoice: InvoiceView }) {
  const { t } = useTranslation('payment')
  const { language } = useLocale()
  const [isAsked, setIsAsked] = useState(false)
  const { id: invoiceId, openMinor, may, payer, sheet } = invoice
  const isEnabled = may.pay && openMinor !== '0'
  const { data } = useQuery(orpc.payment.credit.queryOptions({ input: { invoiceId }, enabled: isEnabled }))
  if (!isEnabled || !data) return null
  const isOverpaid = openMinor.startsWith('-')
  const options = isOverpaid ? data.open : data.credits
  if (!isOverpaid && options.length === 0) return null
  const credit = data.credits.reduce((sum, { amountMinor }) => sum + BigInt(amountMinor), 0n)
  return (
    <>
      {isOverpaid ? (
        <Text size="sm" c="dimmed">
          {t('credit.kept', { name: payer.name })}
        </Text>
      ) : (
        <Callout
          title={t('credit.available', {
            name: payer.name,
            amount: moneyText(String(credit), sheet.currency, language),
          })}
        />
      )}
      {options.length > 0 && (
        <Button variant="default" size="compact-sm" onClick={() => setIsAsked(true)}>
          {t(isOverpaid ? 'credit.move' : 'credit.use')}
        </Button>
      )}
      {isAsked && <MoveCreditDialog invoice={invoice} credit={data} onClose={() => setIsAsked(false)} />}
    </>
  )
}
