import type { Language } from '@attune/contract/common/text/text.schemas'
import { filledReminder, reminderPlaceholders } from '@attune/contract/features/billing/payment/payment.rules'
import { translate } from '../../../../platform/text/translations.ts'
import { type PrintedContent, sumAmounts } from './content.ts'
import { paymentBox, personFacts } from './invoice-content.ts'
import type { ReceiptDocument, ReminderDocument } from './documents.ts'
import { type PageTexts, pageTexts } from './texts.ts'

const right = 'right' as const

/** Returns the lines with the amounts by which credit notes and withheld tax reduced the amount to pay; no line for an amount of 0. */
function creditedSum({ creditedMinor, withheldMinor = '0' }: ReceiptDocument['invoice'], { t, money }: PageTexts) {
  const sums = [
    { label: t('credited'), minor: BigInt(creditedMinor) },
    { label: t('withheldSum'), minor: BigInt(withheldMinor) },
  ]
  return sums.flatMap(({ label, minor }) => (minor === 0n ? [] : [{ label, value: money(-minor) }]))
}

/** Returns the printed content of the receipt for a paid invoice. */
export function receiptContent(sheet: ReceiptDocument): PrintedContent {
  const texts = pageTexts(sheet)
  const { t, day, shortDay, money } = texts
  const { number, issuedOn, grossMinor } = sheet.invoice
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
          ...creditedSum(sheet.invoice, texts),
          { label: t('paid'), value: money(sumAmounts(sheet.payments.map((one) => one.amountMinor))), isTotal: true },
        ],
      },
    ],
    after: [],
    payment: null,
  }
}

const placeholders = Object.fromEntries(reminderPlaceholders.map((name) => [name, `{${name}}`]))

/** Returns the product's default text of a reminder in a language, with placeholders. */
export const standardReminder = (language: Language, step: ReminderDocument['step']): string =>
  [`reminderText${step}`, 'reminderPaid']
    .map((key) => translate(language, `invoice.page.${key}`, placeholders))
    .join('\n\n')

/** Returns the printed content of the reminder of an overdue invoice. */
export function reminderContent(sheet: ReminderDocument): PrintedContent {
  const texts = pageTexts(sheet)
  const { t, day, money } = texts
  const { number, issuedOn, dueOn, grossMinor } = sheet.invoice
  const open = BigInt(sheet.openMinor)
  return {
    title: t(`reminder${sheet.step}`),
    number,
    facts: [
      { label: t('issued'), value: day(sheet.madeOn) },
      { label: t('payBy'), value: day(sheet.payBy) },
      ...personFacts(sheet, texts),
    ],
    lead: filledReminder(sheet.text ?? standardReminder(sheet.language, sheet.step), {
      number,
      day: day(issuedOn),
      due: day(dueOn),
      open: money(open),
      payBy: day(sheet.payBy),
    })
      .split(/\n+/)
      .filter((paragraph) => paragraph.trim() !== ''),
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
          ...creditedSum(sheet.invoice, texts),
          ...(BigInt(sheet.paidMinor) === 0n ? [] : [{ label: t('paid'), value: money(-BigInt(sheet.paidMinor)) }]),
          { label: t('open'), value: money(open), isTotal: true },
        ],
      },
    ],
    after: [],
    payment: paymentBox(sheet, { minor: open, number }, texts),
  }
}
