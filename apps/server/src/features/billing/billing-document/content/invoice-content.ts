import { epcPaymentText } from '@attune/contract/common/money/epc-payment'
import { taxIdNameOf } from '@attune/contract/features/billing/invoice/law/invoice.tax-id.rules'
import { groupedIban } from '@attune/contract/features/billing/business/business.numbers'
import { dueMinor, hasPaymentTerms, payableMinor } from '@attune/contract/features/billing/invoice/invoice.rules'
import { recoveryMinor } from '@attune/contract/features/billing/invoice/law/invoice.late-payment.rules'
import { saysNoTax } from '@attune/contract/features/billing/invoice/invoice.print.rules'
import type { InvoiceDocument, InvoiceDocumentLine } from '@attune/contract/features/billing/invoice/invoice.document'
import type { PrintedContent, PrintedTable } from './content.ts'
import { swissBillOf } from './swiss-bill.ts'
import { type PageTexts, pageTexts } from './texts.ts'

/** Returns the printed content of an invoice or a credit note. */
export function invoiceContent(sheet: InvoiceDocument): PrintedContent {
  const texts = pageTexts(sheet)
  const { t, day } = texts
  const isCreditNote = sheet.kind === 'credit-note'
  const place = commonPlace(sheet.lines)
  return {
    title: t(isCreditNote ? 'creditNote' : 'invoice'),
    number: sheet.number,
    facts: [
      { label: t('issued'), value: day(sheet.issuedOn) },
      { label: t('due'), value: sheet.dueOn && !isCreditNote ? day(sheet.dueOn) : '' },
      ...personFacts(sheet, texts),
      { label: t('place'), value: place },
    ].filter(({ value }) => value),
    lead: [
      isCreditNote ? paymentTerms(sheet, texts) : '',
      sheet.diagnosis ? t('diagnosis', { diagnosis: sheet.diagnosis }) : '',
    ].filter(Boolean),
    tables: [{ ...lineTable(sheet, place, texts), sums: sumsOf(sheet, texts) }],
    after: (isCreditNote ? creditNoteTexts(sheet, texts) : [paymentTerms(sheet, texts), sheet.note]).filter(Boolean),
    payment: isCreditNote ? null : paymentBox(sheet, { minor: dueMinor(sheet), number: sheet.number }, texts),
  }
}

/** Returns the reason of a credit note with its label, and a sentence about the refund. */
function creditNoteTexts({ note, refund }: InvoiceDocument, { t, day, money }: PageTexts): string[] {
  const facts = { amount: money(refund?.amountMinor ?? '0'), day: refund?.by ? day(refund.by) : '' }
  return [note && t('creditReason', { reason: note }), refund ? t(`refund.${refund.way}`, facts) : '']
}

/** Returns the treated person, and the payer's references and tax id. */
export const personFacts = ({ person, buyer }: Pick<InvoiceDocument, 'person' | 'buyer'>, { t }: PageTexts) =>
  [
    { label: t('person'), value: person ?? '' },
    { label: t('reference'), value: buyer.reference },
    { label: t('buyerReference'), value: buyer.buyerReference },
    { label: t(`payerTaxId.${taxIdNameOf(buyer.country)}`), value: buyer.taxId ?? '' },
  ].filter(({ value }) => value)

/** Returns the place that all lines with a day have in common; empty if they differ. */
function commonPlace(lines: InvoiceDocumentLine[]): string {
  const places = new Set(lines.filter(({ serviceOn }) => serviceOn).map(({ place }) => place))
  return places.size === 1 ? ([...places][0] ?? '') : ''
}

/** Returns the table of the lines. Omits a column that is empty in all lines. */
function lineTable({ lines, taxes }: InvoiceDocument, place: string, texts: PageTexts): Omit<PrintedTable, 'sums'> {
  const { t, money, thousandths } = texts
  const hasQuantities = lines.some(({ quantityMilli }) => quantityMilli !== 1000)
  const hasRates = taxes.length > 1
  const isOnSameDay = (line: InvoiceDocumentLine) =>
    line.serviceOn !== null && lines.filter(({ serviceOn }) => serviceOn === line.serviceOn).length > 1
  const right = 'right' as const
  const columns: { column: PrintedTable['columns'][number]; text: (line: InvoiceDocumentLine) => string }[] = [
    { column: { label: t('date') }, text: ({ serviceOn }) => (serviceOn ? texts.shortDay(serviceOn) : '') },
    { column: { label: t('code'), foldsAt: 4 }, text: ({ code }) => code },
    { column: { label: t('service'), isFlexible: true }, text: ({ text }) => text },
    {
      column: { label: t('duration'), align: right },
      text: ({ minutes }) => (minutes === null ? '' : t('minutes', { minutes: `${minutes}` })),
    },
    {
      column: { label: t('factor'), align: right, foldsAt: 3 },
      text: ({ factorMilli }) => (factorMilli === null ? '' : thousandths(factorMilli)),
    },
    {
      column: { label: t('quantity'), align: right, foldsAt: 2 },
      text: ({ quantityMilli }) => (hasQuantities ? thousandths(quantityMilli) : ''),
    },
    {
      column: { label: t('price'), align: right, foldsAt: 1 },
      text: ({ priceMinor }) => (hasQuantities ? money(priceMinor) : ''),
    },
    { column: { label: t('tax'), align: right }, text: ({ taxRateBp }) => (hasRates ? texts.percent(taxRateBp) : '') },
    { column: { label: t('amount'), align: right }, text: ({ netMinor }) => money(netMinor) },
  ]
  const shown = columns.filter(({ column, text }) => column.isFlexible || lines.some((line) => text(line)))
  return {
    columns: shown.map(({ column }) => column),
    rows: lines.map((line) => ({
      cells: shown.map(({ text }) => text(line)),
      details: [
        line.serviceTime && isOnSameDay(line) ? line.serviceTime : '',
        place ? '' : line.place,
        line.factorReason && t('factorReason', { reason: line.factorReason }),
      ]
        .filter(Boolean)
        .join(' · '),
    })),
  }
}

/** Returns the subtotal and the taxes. If there is no tax, states the reason or a tax of zero. */
function sumsOf(sheet: InvoiceDocument, texts: PageTexts): PrintedTable['sums'] {
  const { t, money, percent } = texts
  const taxes = sheet.taxes.map(({ category, rateBp, netMinor, taxMinor, reason }) => {
    const value = money(taxMinor)
    if (category === 'S' || category === 'Z')
      return { label: t('taxOf', { rate: percent(rateBp), net: money(netMinor) }), value }
    if (!reason) return { label: t('noTax'), value }
    if (category === 'AE' || saysNoTax(reason, sheet.language)) return { label: reason, value }
    return { label: t(category === 'E' ? 'taxExempt' : 'taxOutside', { reason }), value }
  })
  return [
    { label: t('subtotal'), value: money(sheet.netMinor) },
    ...taxes,
    {
      label: t(sheet.kind === 'credit-note' ? 'creditTotal' : 'total'),
      value: money(sheet.grossMinor),
      isTotal: true,
    },
    ...withheldSums(sheet, texts),
    ...creditSums(sheet, texts),
  ]
}

/** Returns the tax that the payer withholds, and the remaining amount to pay or to pay back; empty if nothing is withheld. */
function withheldSums(sheet: InvoiceDocument, { t, money, percent }: PageTexts): PrintedTable['sums'] {
  const { withholding, kind } = sheet
  if (!withholding) return []
  return [
    { label: t('withheld', { rate: percent(withholding.rateBp) }), value: money(-BigInt(withholding.amountMinor)) },
    { label: t(kind === 'credit-note' ? 'creditPayable' : 'toPay'), value: money(payableMinor(sheet)), isTotal: true },
  ]
}

/** Returns the credit that was used when the invoice was issued, and the remaining amount to pay; empty if no credit was used. */
function creditSums(sheet: InvoiceDocument, { t, money }: PageTexts): PrintedTable['sums'] {
  if (!sheet.creditMinor) return []
  return [
    { label: t('usedCredit'), value: money(-BigInt(sheet.creditMinor)) },
    { label: t('toPay'), value: money(dueMinor(sheet)), isTotal: true },
  ]
}

/**
 * Returns the text about late payment: the penalty rate, the compensation of 40 € and the terms of early payment. An invoice to a public payer has
 * its own text.
 */
function lateTermsText(
  { language, seller }: Pick<InvoiceDocument, 'language' | 'seller'>,
  { penaltyBp, earlyPayment, isPublicOrder }: NonNullable<InvoiceDocument['lateTerms']>,
  { t, percent }: PageTexts,
): string {
  const amount = pageTexts({ language, seller, currency: 'EUR' }).money(recoveryMinor)
  if (isPublicOrder) return t('lateTerms.publicOrder', { amount })
  const rate = penaltyBp === null ? t('lateTerms.legalRate') : t('lateTerms.rate', { rate: percent(penaltyBp) })
  return `${t('lateTerms.text', { rate, amount })} ${earlyPayment || t('lateTerms.noDiscount')}`
}

/**
 * Returns the payment terms in the wording of row 9.01; empty if nothing is due. For a credit note, names the corrected invoice. The e-invoice
 * contains the same text.
 */
export function paymentTerms(sheet: InvoiceDocument, texts: PageTexts = pageTexts(sheet)): string {
  const { t, day } = texts
  const { corrects, dueDays, lateFees } = sheet
  if (corrects) return t('corrects', { number: corrects.number, day: day(corrects.issuedOn) })
  if (!hasPaymentTerms(sheet)) return ''
  const days = t(dueDays === 0 ? 'payableNow' : dueDays === 1 ? 'payableInOneDay' : 'payable', { days: `${dueDays}` })
  if (sheet.lateTerms) return `${days}. ${lateTermsText(sheet, sheet.lateTerms, texts)}`
  return lateFees ? `${days}. ${t('lateFees')}.` : `${days}.`
}

/**
 * Returns the details for a bank transfer, with the text of a QR code and the Swiss QR-bill where the account allows them; null if the business has
 * no account or nothing is due. An account without its own holder name belongs to the business.
 */
export function paymentBox(
  sheet: Pick<InvoiceDocument, 'bank' | 'seller' | 'buyer' | 'currency' | 'language'>,
  { minor, number }: { minor: bigint; number: string },
  { t, money }: PageTexts,
): PrintedContent['payment'] {
  const { bank, seller, currency } = sheet
  const name = bank.accountName || seller.name
  const rows = [
    { label: t('account'), value: [name, bank.bankName].filter(Boolean).join(', ') },
    { label: 'IBAN', value: groupedIban(bank.iban) },
    { label: 'BIC', value: bank.bic },
    { label: t('routingNumber'), value: bank.routingNumber },
    { label: t('accountNumber'), value: bank.accountNumber },
  ].filter(({ value }) => value)
  if (minor <= 0n || !(bank.iban || bank.accountNumber)) return null
  return {
    rows: [...rows, { label: t('bankReference'), value: number }, { label: t('toPay'), value: money(minor) }],
    qr: epcPaymentText({ name, iban: bank.iban, bic: bank.bic, currency, minor, reference: number }),
    swissBill: swissBillOf(sheet, { minor, number }),
  }
}
