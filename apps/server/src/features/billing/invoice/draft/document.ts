import { lineNet, totals } from '@attune/contract/common/money/money'
import { shiftDay } from '@attune/contract/common/time/time'
import type { Business } from '@attune/contract/features/billing/business/business'
import { senderTexts } from '@attune/contract/features/billing/invoice/invoice.letters.rules'
import {
  businessProblems,
  isSmallBusiness,
  issueRefusal,
  taxOf,
} from '@attune/contract/features/billing/business/business.rules'
import { factorWithoutReasonMilli, maxInvoiceMinor } from '@attune/contract/features/billing/invoice/invoice.rules'
import type {
  DraftLine,
  MissingField,
  ToBillItem,
} from '@attune/contract/features/billing/invoice/invoice.draft.schemas'
import type { InvoiceDocument, InvoiceDocumentLine } from '@attune/contract/features/billing/invoice/invoice.document'
import type { Payer } from '@attune/contract/features/billing/payer/payer'
import { lateTermsKind } from '@attune/contract/features/billing/invoice/law/invoice.late-payment.rules'
import { withheldOf, withholdingRateOf } from '@attune/contract/features/billing/invoice/law/invoice.withholding.rules'
import { legalKindOf, printsDiagnosis } from '@attune/contract/features/billing/payer/payer.rules'
import { createRefusal } from '../../../../platform/policy/refusal.ts'
import { bankOf, buyerOf, personOf, sellerOf, type Parties } from './parties.ts'
import type { InvoiceRow } from '../invoice.rows.ts'
import { lineTax } from './line-tax.ts'
import { businessProblemsFor, payerFieldProblems, scriptProblem } from './payer-problems.ts'

/** A draft with the business, payer, client and sessions that are needed to print it. */
export type OpenDraft = { row: InvoiceRow; lines: DraftLine[]; business: Business; payer: Payer; parties: Parties }

/** Returns the business for a new draft. Refuses with BUSINESS_INCOMPLETE if no business settings were saved, and with PAYMENTS_OFF. */
export function openBusiness(business: Business | null): Business {
  if (!business) throw createRefusal('BUSINESS_INCOMPLETE', 409)
  refuseOff(business)
  return business
}

/** Refuses with PAYMENTS_OFF if the therapist has switched payments off. */
export function refuseOff({ isOn }: Business): void {
  if (!isOn) throw createRefusal('PAYMENTS_OFF', 409)
}

/** Combines a draft with its parties. Refuses with BUSINESS_INCOMPLETE if no business settings were saved. */
export function openDraft(row: InvoiceRow, lines: DraftLine[], parties: Parties): OpenDraft {
  const payer = parties.payers.get(row.id)
  if (!parties.business || !payer) throw createRefusal('BUSINESS_INCOMPLETE', 409)
  return { row, lines, business: parties.business, payer, parties }
}

const letterCountries = new Set(['US', 'CA', 'MX'])

/** Returns the content of a draft as it would be issued today, without a number. A line without a price has the price 0. */
export function draftDocument(draft: OpenDraft): InvoiceDocument {
  const { row, business, payer, parties } = draft
  const client = parties.clients.get(row.clientId)
  const lines = draft.lines.map((line) => documentLine(draft, line))
  const [buyer, sums] = [buyerOf(payer, business), sumsOf(lines)]
  return {
    version: 1,
    kind: 'invoice',
    number: '',
    issuedOn: parties.today,
    dueOn: shiftDay(parties.today, business.dueDays),
    currency: row.currency,
    language: row.language,
    paper: letterCountries.has(business.country ?? '') ? 'Letter' : 'A4',
    seller: sellerOf(business, parties.therapistName),
    buyer: { ...buyer, ...(row.reference && { reference: row.reference }) },
    person: client ? personOf(client, payer, business) : null,
    bank: bankOf(business),
    lines,
    ...sums,
    ...withholdingFor(draft, buyer.country, sums.netMinor),
    dueDays: business.dueDays,
    lateFees: business.lateFees,
    ...lateTermsFor(draft, buyer.country),
    footer: business.footer,
    note: row.note,
    diagnosis: showsDiagnosis(draft) ? row.diagnosis : null,
    corrects: null,
  }
}

/** Returns the tax that the payer withholds; none on damages, which are not professional income. */
function withholdingFor({ row, business, payer, parties }: OpenDraft, buyerCountry: string, netMinor: string) {
  const rateBp = withholdingRateOf({
    sellerCountry: business.country ?? '',
    buyerCountry,
    buyerKind: legalKindOf(payer),
    issuedOn: parties.today,
    rateBp: business.withholdingBp,
    from: business.withholdingFrom,
    beforeBp: business.withholdingBeforeBp,
  })
  const amountMinor = withheldOf(BigInt(netMinor), rateBp).toString()
  return rateBp > 0 && !row.isFee && BigInt(amountMinor) > 0n ? { withholding: { rateBp, amountMinor } } : {}
}

/** Returns the terms of late payment that the invoice must state; none where no law demands them. */
function lateTermsFor({ business, payer }: OpenDraft, country: string): Pick<InvoiceDocument, 'lateTerms'> {
  const of = lateTermsKind(business.country ?? '', { kind: legalKindOf(payer), country })
  if (of === 'authority') return { lateTerms: { penaltyBp: null, earlyPayment: '', isPublicOrder: true } }
  return of ? { lateTerms: { penaltyBp: business.latePenaltyBp, earlyPayment: business.earlyPayment } } : {}
}

type Sums = Pick<InvoiceDocument, 'taxes' | 'netMinor' | 'taxMinor' | 'grossMinor'>

/** Returns the tax groups and the sums of lines. For a credit note, `before` are the lines that were credited earlier. */
export function sumsOf(lines: InvoiceDocumentLine[], before: InvoiceDocumentLine[] = []): Sums {
  const exact = (some: InvoiceDocumentLine[]) => some.map((line) => ({ ...line, netMinor: BigInt(line.netMinor) }))
  const sums = totals(exact(lines), exact(before))
  return {
    taxes: sums.taxes.map(({ category, rateBp, netMinor, taxMinor }) => {
      const first = lines.find((line) => line.taxCategory === category && line.taxRateBp === rateBp)
      return {
        category,
        rateBp,
        netMinor: String(netMinor),
        taxMinor: String(taxMinor),
        reason: first?.exemptReason ?? '',
        reasonCode: first?.exemptCode ?? '',
      }
    }),
    netMinor: String(sums.netMinor),
    taxMinor: String(sums.taxMinor),
    grossMinor: String(sums.grossMinor),
  }
}

/** Whether the sums of a sheet are below zero, with or without tax. */
export const isNegative = ({ netMinor, grossMinor }: Pick<InvoiceDocument, 'netMinor' | 'grossMinor'>): boolean =>
  BigInt(netMinor) < 0n || BigInt(grossMinor) < 0n

/** The net amount of a line of a draft in minor units; 0 without a price. */
export const draftLineNet = ({ priceMinor, quantityMilli }: Pick<DraftLine, 'priceMinor' | 'quantityMilli'>): bigint =>
  lineNet(BigInt(priceMinor ?? '0'), BigInt(quantityMilli))

function documentLine(draft: OpenDraft, line: DraftLine): InvoiceDocumentLine {
  const { taxRateBp, sessionId: _session, priceMinor, ...printed } = line
  const tax = lineTax(draft, taxRateBp)
  return {
    ...pickPrinted(printed),
    priceMinor: priceMinor ?? '0',
    netMinor: String(draftLineNet(line)),
    taxCategory: tax.category,
    taxRateBp: tax.rateBp,
    exemptCode: tax.reasonCode,
    exemptReason: tax.reason,
  }
}

type Printed = Omit<DraftLine, 'taxRateBp' | 'sessionId' | 'priceMinor'>
const pickPrinted = (line: Printed): Printed => ({
  serviceOn: line.serviceOn,
  serviceTime: line.serviceTime,
  minutes: line.minutes,
  code: line.code,
  text: line.text,
  factorMilli: line.factorMilli,
  factorReason: line.factorReason,
  place: line.place,
  quantityMilli: line.quantityMilli,
})

/** Whether an invoice may contain the diagnosis: the country of the business permits it, and both the client and the payer want it. */
export const wantsDiagnosis = (country: string | null, payer: Payer | undefined): boolean =>
  printsDiagnosis(country) && payer !== undefined && payer.wantsDiagnosis && payer.clientWantsDiagnosis

const showsDiagnosis = ({ row, business, payer }: OpenDraft): boolean =>
  row.showDiagnosis && wantsDiagnosis(business.country, payer)

/** Returns the missing fields of a draft with this content, if it were issued today. */
export function missingFields(draft: OpenDraft, sheet: InvoiceDocument): MissingField[] {
  const { row, lines, business, parties } = draft
  const refusal = issueRefusal(business, parties.today)
  const missing = (of: MissingField['of'], fields: (string | false)[]): MissingField[] =>
    fields.flatMap((field) => (field ? [{ of, field, position: null }] : []))
  return [
    ...missing('business', [...businessProblems(business), ...taxProblems(draft), refusal ?? false]),
    ...missing('business', [...businessProblemsFor(draft, sheet), scriptProblem(businessTexts(sheet))]),
    ...missing('payer', payerFieldProblems(draft, sheet)),
    ...missing('invoice', [
      lines.length === 0 && 'lines',
      isNegative(sheet) && 'negativeSum',
      BigInt(sheet.grossMinor) > maxInvoiceMinor && 'highSum',
      row.showDiagnosis && !row.diagnosis && 'diagnosis',
      row.showDiagnosis && !showsDiagnosis(draft) && 'diagnosisAgreement',
      scriptProblem([sheet.person, sheet.note, sheet.diagnosis]),
    ]),
    ...lines.flatMap((line, index) =>
      [
        ...missingInLine(line),
        ...rateProblems(draft, line),
        ...sessionProblems(draft, line),
        scriptProblem([line.text, line.place, line.factorReason]),
      ].flatMap((field) => (field ? [{ of: 'line' as const, field, position: index + 1 }] : [])),
    ),
  ]
}

const businessTexts = (sheet: InvoiceDocument) => [...senderTexts(sheet), sheet.bank.bankName, sheet.bank.accountName]

/** Returns the missing fields of the tax profile: the business's own rate, or the reason for an exemption. */
function taxProblems({ row, business }: OpenDraft): string[] {
  const { category, rateBp, reason, reasonCode } = taxOf(business)
  if (row.isFee) return []
  if (category === 'S') return rateBp > 0 ? [] : ['taxRateBp']
  return category === 'E' && !reason && !reasonCode ? ['taxReason'] : []
}

/**
 * Whether a session is billed as damages. Damages are outside VAT and need a separate invoice, because EN 16931 does not allow other lines beside
 * them.
 */
export const isDamages = (kind: ToBillItem['kind'], business: Business): boolean =>
  kind !== 'completed' && business.cancelFee === 'damages' && taxOf(business).category !== 'O'

/**
 * Returns the fields of a line that are invalid because of its session: the session has changed since it was drafted, or needs a separate invoice.
 */
function sessionProblems({ row, business, parties }: OpenDraft, { sessionId }: DraftLine): string[] {
  if (sessionId === null) return []
  const session = parties.sessions.get(`${row.id} ${sessionId}`)
  if (!session || session.kind !== session.draftedAs) return ['session']
  return !row.isFee && isDamages(session.draftedAs, business) ? ['taxRateBp'] : []
}

/**
 * Reports a line's own tax rate if the business charges no VAT because it is a small business. A service may still have a rate from an earlier time.
 */
const rateProblems = ({ row, business }: OpenDraft, { taxRateBp }: DraftLine): string[] =>
  !row.isFee && taxRateBp !== null && isSmallBusiness(business) ? ['smallBusinessRate'] : []

function missingInLine(line: DraftLine): string[] {
  const needsReason = (line.factorMilli ?? 0) > factorWithoutReasonMilli
  return [
    ...(line.text ? [] : ['text']),
    ...(line.priceMinor === null ? ['priceMinor'] : []),
    // A discount does not need a day.
    ...(line.serviceOn === null && line.quantityMilli > 0 ? ['serviceOn'] : []),
    ...(needsReason && !line.factorReason ? ['factorReason'] : []),
  ]
}
