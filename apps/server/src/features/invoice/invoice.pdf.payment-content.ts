import type { PrintedContent } from './invoice.pdf.content.ts'
import { paymentBox, personFacts } from './invoice.pdf.invoice-content.ts'
import type { ReceiptSheet, ReminderSheet, StatementSheet } from './invoice.pdf.sheets.ts'
import { type PageTexts, pageTexts } from './invoice.pdf.texts.ts'

const right = 'right' as const
const sum = (amounts: string[]) => amounts.reduce((total, amount) => total + BigInt(amount), 0n)

/** What the credit notes took off an invoice, if there are any. */
const creditedSum = (creditedMinor: string, { t, money }: PageTexts) =>
  BigInt(creditedMinor) === 0n ? [] : [{ label: t('credited'), value: money(-BigInt(creditedMinor)) }]

/** Returns what the receipt for a paid invoice shows. */
export function receiptContent(sheet: ReceiptSheet): PrintedContent {
  const texts = pageTexts(sheet)
  const { t, day, shortDay, money } = texts
  const { number, issuedOn, grossMinor, creditedMinor } = sheet.invoice
  return {
    title: t('receipt'),
    number,
    facts: [{ label: t('issued'), value: day(sheet.madeOn) }, ...personFacts(sheet, texts)],
    lead: [t('receiptFor', { number, day: day(issuedOn) })],
    tables: [
      {
        columns: [
          { label: t('paidOn') },
          { label: t('method'), isFlexible: true },
          { label: t('amount'), align: right },
        ],
        rows: sheet.payments.map(({ paidOn, method, reference, amountMinor }) => ({
          cells: [shortDay(paidOn), t(`method-${method}`), money(amountMinor)],
          details: reference,
        })),
        sums: [
          { label: t('invoiceTotal'), value: money(grossMinor) },
          ...creditedSum(creditedMinor, texts),
          { label: t('paid'), value: money(sum(sheet.payments.map((one) => one.amountMinor))), isTotal: true },
        ],
      },
    ],
    after: [],
    payment: null,
  }
}

/** Returns what the reminder of an overdue invoice shows. */
export function reminderContent(sheet: ReminderSheet): PrintedContent {
  const texts = pageTexts(sheet)
  const { t, day, money } = texts
  const { number, issuedOn, dueOn, grossMinor, creditedMinor } = sheet.invoice
  const open = BigInt(sheet.openMinor)
  return {
    title: t(`reminder${sheet.step}`),
    number,
    facts: [
      { label: t('issued'), value: day(sheet.madeOn) },
      { label: t('payBy'), value: day(sheet.payBy) },
      ...personFacts(sheet, texts),
    ],
    lead: [
      t(`reminderText${sheet.step}`, {
        number,
        day: day(issuedOn),
        due: day(dueOn),
        open: money(open),
        payBy: day(sheet.payBy),
      }),
      t('reminderPaid'),
    ],
    tables: [
      {
        columns: [
          { label: t('invoice'), isFlexible: true },
          { label: t('issued') },
          { label: t('due') },
          { label: t('amount'), align: right },
        ],
        rows: [{ cells: [number, texts.shortDay(issuedOn), texts.shortDay(dueOn), money(grossMinor)] }],
        sums: [
          ...creditedSum(creditedMinor, texts),
          ...(BigInt(sheet.paidMinor) === 0n ? [] : [{ label: t('paid'), value: money(-BigInt(sheet.paidMinor)) }]),
          { label: t('open'), value: money(open), isTotal: true },
        ],
      },
    ],
    after: [],
    payment: paymentBox(sheet, { minor: open, number }, texts),
  }
}

/** Returns what the statement of a year shows: the invoices and credit notes issued in it, and the payments made in it. */
export function statementContent(sheet: StatementSheet): PrintedContent {
  const texts = pageTexts(sheet)
  const { t, shortDay, money } = texts
  const year = `${sheet.year}`
  const invoices = sheet.invoices.map(({ kind, grossMinor, ...one }) => ({
    ...one,
    title: t(kind === 'credit-note' ? 'creditNote' : 'invoice'),
    amountMinor: kind === 'credit-note' ? `${-BigInt(grossMinor)}` : grossMinor,
  }))
  return {
    title: t('statement'),
    number: year,
    facts: [{ label: t('issued'), value: texts.day(sheet.madeOn) }, ...personFacts(sheet, texts)],
    lead: [t('statementText', { year })],
    tables: [
      {
        heading: t('invoices'),
        columns: [
          { label: t('date') },
          { label: t('number') },
          { label: '', isFlexible: true },
          { label: t('amount'), align: right },
        ],
        rows: invoices.map(({ issuedOn, number, title, amountMinor }) => ({
          cells: [shortDay(issuedOn), number, title, money(amountMinor)],
        })),
        sums: [
          { label: t('billed', { year }), value: money(sum(invoices.map((one) => one.amountMinor))), isTotal: true },
        ],
      },
      {
        heading: t('payments'),
        columns: [
          { label: t('paidOn') },
          { label: t('number') },
          { label: t('method'), isFlexible: true },
          { label: t('amount'), align: right },
        ],
        rows: sheet.payments.map(({ paidOn, number, method, amountMinor }) => ({
          cells: [shortDay(paidOn), number, t(`method-${method}`), money(amountMinor)],
        })),
        sums: [
          {
            label: t('paidIn', { year }),
            value: money(sum(sheet.payments.map((one) => one.amountMinor))),
            isTotal: true,
          },
        ],
      },
    ],
    after: [],
    payment: null,
  }
}
