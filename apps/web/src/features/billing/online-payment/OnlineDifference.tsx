import type { InvoiceId } from '@attune/contract/common/ids'
import type { InvoicePayment } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { moneyText } from '../../../ui/page/money-text.ts'
import classes from './online-payment.module.css'

type Props = { invoiceId: InvoiceId; payment: Pick<InvoicePayment, 'id' | 'method' | 'countersId'> }

/** Shows the requested amount if the amount or currency of an online payment differs from the request. */
export function OnlineDifference({ invoiceId, payment: { id, method, countersId } }: Props) {
  const { t } = useTranslation('onlinePayment')
  const { language } = useLocale()
  const enabled = method === 'provider' && countersId === null
  const read = useQuery({ ...orpc.onlinePayment.differences.queryOptions({ input: { invoiceId } }), enabled })
  const difference = read.data?.items.find(({ paymentId }) => paymentId === id)
  if (!difference) return null
  const amount = moneyText(difference.requestedMinor, difference.currency, language)
  return <div className={classes.difference}>{t('difference', { amount })}</div>
}
