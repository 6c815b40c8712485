import { type PrintedContent, type PrintedTable, sumAmounts } from './content.ts'
import type { StatementDocument } from './documents.ts'
import { type PageTexts, pageTexts } from './texts.ts'

type Account = StatementDocument['accounts'][number]
const right = 'right' as const

/** Returns the printed content of a yearly statement: invoices, credit notes and payments of the year, by currency. */
export function statementContent(sheet: StatementDocument): PrintedContent {
  const { t, day } = pageTexts(sheet)
  const year = `${sheet.year}`
  return {
    title: t('statement'),
    number: year,
    facts: [{ label: t('issued'), value: day(sheet.madeOn) }],
    lead: [t('statementText', { year })],
    tables: sheet.accounts.flatMap((account) => {
      const texts = pageTexts({ ...sheet, currency: account.currency })
      const heading = (words: string) => (sheet.accounts.length > 1 ? `${words} (${account.currency})` : words)
      return [
        ...(account.invoices.length ? [invoiceTable(account, { year, texts, heading: heading(t('invoices')) })] : []),
        ...(account.payments.length ? [paymentTable(account, { year, texts, heading: heading(t('payments')) })] : []),
      ]
    }),
    after: [],
    payment: null,
  }
}

type Shown = { year: string; texts: PageTexts; heading: string }

function invoiceTable({ invoices }: Account, { year, texts, heading }: Shown): PrintedTable {
  const { t, shortDay, money } = texts
  const signed = invoices.map(({ kind, grossMinor, withheldMinor, ...one }) => {
    const sign = (minor: string) => (kind === 'credit-note' ? `${-BigInt(minor)}` : minor)
    const title = t(kind === 'credit-note' ? 'creditNote' : 'invoice')
    return { ...one, title, amountMinor: sign(grossMinor), withheldMinor: sign(withheldMinor) }
  })
  const withheld = sumAmounts(signed.map((one) => one.withheldMinor))
  return {
    heading,
    columns: [
      { label: t('date') },
      { label: t('number') },
      { label: '', isFlexible: true },
      { label: t('amount'), align: right },
    ],
    rows: signed.map(({ issuedOn, number, title, payer, amountMinor }) => ({
      cells: [shortDay(issuedOn), number, title, money(amountMinor)],
      ...(payer && { details: t('statementPayer', { name: payer }) }),
    })),
    sums: [
      { label: t('billed', { year }), value: money(sumAmounts(signed.map((one) => one.amountMinor))), isTotal: true },
      ...(withheld === 0n ? [] : [{ label: t('withheldSum'), value: money(-withheld) }]),
    ],
  }
}

function paymentTable({ payments }: Account, { year, texts, heading }: Shown): PrintedTable {
  const { t, shortDay, money } = texts
  return {
    heading,
    columns: [
      { label: t('paidOn') },
      { label: t('number') },
      { label: t('method'), isFlexible: true },
      { label: t('amount'), align: right },
    ],
    rows: payments.map(({ paidOn, number, method, amountMinor }) => ({
      cells: [shortDay(paidOn), number, t(`method-${method}`), money(amountMinor)],
    })),
    sums: [
      { label: t('paidIn', { year }), value: money(sumAmounts(payments.map((one) => one.amountMinor))), isTotal: true },
    ],
  }
}
