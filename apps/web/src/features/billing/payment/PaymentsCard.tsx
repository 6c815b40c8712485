import type { InvoiceId } from '@attune/contract/common/ids'
import type { InvoicePayment, InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { reversibleMinor } from '@attune/contract/features/billing/payment/payment.rules'
import { Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { ActionMenu } from '../../../ui/page/menu/ActionMenu.tsx'
import { dateText } from '../../../ui/page/date-text.ts'
import { moneyText } from '../../../ui/page/money-text.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { OnlineDifference } from '../online-payment/online-payment.ts'
import classes from './PaymentsCard.module.css'
import { PayerCreditNotice } from './credit/PayerCreditNotice.tsx'
import { TakenBackCredit } from './credit/TakenBackCredit.tsx'
import { WithdrawnReceipts } from './WithdrawnReceipts.tsx'

const ReceiptLetters = lazyNamed(() => import('./ReceiptLetters.tsx'), 'ReceiptLetters')
const ReversePaymentDialog = lazyNamed(() => import('./ReversePaymentDialog.tsx'), 'ReversePaymentDialog')

/**
 * Lists the payments and counter-entries of an issued invoice, and the open amount. Renders nothing if the document cannot be paid and has no
 * payments.
 */
export function PaymentsCard({ invoice }: { invoice: InvoiceView }) {
  const { t } = useTranslation('payment')
  const { payments, may } = invoice
  if (!may.pay && payments.length === 0) return null
  return (
    <Section title={t('card.title')}>
      {payments.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('card.none')}
        </Text>
      ) : (
        <ul className={classes.list}>
          {payments.map((payment) => (
            <PaymentRow key={payment.id} invoiceId={invoice.id} payment={payment} all={payments} />
          ))}
        </ul>
      )}
      <OpenAmount invoice={invoice} />
      <div className={classes.notices}>
        <TakenBackCredit invoice={invoice} />
        <PayerCreditNotice invoice={invoice} />
      </div>
      {may.pay && <ReceiptLetters sheet={invoice.sheet} />}
      {invoice.withdrawnReceipts.length > 0 && <WithdrawnReceipts of={invoice.withdrawnReceipts} />}
    </Section>
  )
}

/** Shows the credited and the withheld amount, and the amount that remains to be paid, or by how much the invoice is overpaid. */
function OpenAmount({ invoice: { openMinor, creditedMinor, sheet } }: { invoice: InvoiceView }) {
  const { t } = useTranslation('payment')
  const { language } = useLocale()
  const isOverpaid = openMinor.startsWith('-')
  const amount = (minor: string) => moneyText(minor, sheet.currency, language)
  const reductions = [
    { label: t('card.credited'), minor: creditedMinor },
    { label: t('card.withheld'), minor: sheet.withholding?.amountMinor ?? '0' },
  ]
  return (
    <dl className={classes.sums}>
      {reductions.map(({ label, minor }) =>
        minor === '0' ? null : (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{amount(minor)}</dd>
          </div>
        ),
      )}
      <div data-total>
        <dt>{t(isOverpaid ? 'card.overpaid' : 'card.open')}</dt>
        <dd>{amount(isOverpaid ? openMinor.slice(1) : openMinor)}</dd>
      </div>
    </dl>
  )
}

type PaymentRowProps = { invoiceId: InvoiceId; payment: InvoicePayment; all: readonly InvoicePayment[] }

/** A payment or counter-entry. A payment can be reversed unless it is already reversed completely. */
function PaymentRow({ invoiceId, payment, all }: PaymentRowProps) {
  const { t } = useTranslation('payment')
  const { language } = useLocale()
  const [asked, setAsked] = useState(false)
  const { id, amountMinor, currency, paidOn, method, reference, countersId } = payment
  const countered = all.filter((one) => one.countersId === id).map((one) => one.amountMinor)
  const moved = all.filter((one) => one.countersId === id && one.method === 'credit' && one.reference !== '')
  // Credit that was moved back here is moved with its own button.
  const isMovedBack = method === 'credit' && reference === ''
  const left = countersId || isMovedBack ? 0n : reversibleMinor(amountMinor, countered)
  const amount = moneyText(amountMinor, currency, language)
  return (
    <li className={classes.row}>
      <div className={classes.texts}>
        <div>{countersId && method !== 'credit' ? t('card.counter') : t(`methods.${method}`)}</div>
        <Text size="sm" c="dimmed">
          {[dateText(paidOn, language), reference].filter(Boolean).join(' · ')}
        </Text>
        <OnlineDifference invoiceId={invoiceId} payment={payment} />
      </div>
      <span className={classes.amount}>{amount}</span>
      {(left > 0n || (moved.length > 0 && method !== 'credit')) && (
        <ActionMenu
          label={t('card.actions', { amount })}
          items={[{ label: t('reverse.action'), icon: IconArrowBackUp, danger: true, onClick: () => setAsked(true) }]}
        />
      )}
      {asked && (
        <ReversePaymentDialog
          payment={payment}
          leftMinor={left.toString()}
          moved={method === 'credit' ? [] : moved}
          onClose={() => setAsked(false)}
        />
      )}
    </li>
  )
}
