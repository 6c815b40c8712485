import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dateText, momentText } from '../../../../ui/page/date-text.ts'
import { moneyText } from '../../../../ui/page/money-text.ts'
import { HistoryList } from '../../../../ui/page/row/HistoryList.tsx'
import { Section } from '../../../../ui/page/Section.tsx'

/**
 * Shows the history of an invoice, latest first. Omits the generation of documents, which the download buttons show, and the start of sending emails.
 */
export function InvoiceHistory({ invoice: { history, clientName, sheet } }: { invoice: InvoiceView }) {
  const { t } = useTranslation('invoice')
  const locale = useLocale()
  const paymentText = usePaymentText()
  const steps = history.flatMap(({ kind, at, data }, index) => {
    if (kind === 'document-made' || kind === 'sending-begun') return []
    const sessions = Number(data.sessions ?? 0)
    const text =
      kind === 'drafted' && sessions > 0
        ? t('history.draftedFrom', { count: sessions })
        : kind === 'issued' && data.plannedOn
          ? t('history.issuedOn', { number: sheet.number, day: dateText(sheet.issuedOn, locale.language) })
          : kind === 'payment' && data.amountMinor && data.currency
            ? paymentText({ ...data, amountMinor: data.amountMinor, currency: data.currency })
            : t(`history.${kind}`, { number: sheet.number, name: data.by === 'payer' ? sheet.buyer.name : clientName })
    // The index is a stable id, because events are only appended.
    return [{ id: String(index), text, at, when: momentText(at, locale) }]
  })
  return (
    <Section title={t('history.title')}>
      <HistoryList of={steps.reverse()} />
    </Section>
  )
}

type PaymentData = { amountMinor: string; currency: string; method?: string }

/** Returns a function that returns the text of a payment in the history: a payment was received or reversed, or credit was added or removed. */
function usePaymentText() {
  const { t } = useTranslation('invoice')
  const { language } = useLocale()
  return ({ amountMinor, currency, method }: PaymentData) => {
    const isBack = amountMinor.startsWith('-')
    const amount = moneyText(isBack ? amountMinor.slice(1) : amountMinor, currency, language)
    if (method === 'credit') return t(isBack ? 'history.creditRemoved' : 'history.creditAdded', { amount })
    return t(isBack ? 'history.reversalOf' : 'history.paymentOf', { amount })
  }
}
