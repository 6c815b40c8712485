import { decimal } from '@attune/contract/common/money/money'
import { vatIdOf } from '@attune/contract/features/billing/payer/payer.tax-id.rules'
import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'
import type { DocumentTypeCode, FacturXInvoiceInput } from '@stackforge-eu/factur-x'
import { translate } from '../../../../platform/text/translations.ts'
import { paymentTerms, printable } from '../../billing-document/billing-document.ts'

/** Factur-X (identical to ZUGFeRD) is embedded in the PDF; XRechnung is a separate file with additional rules. Both are CII of EN 16931. */
export const xmlFlavors = ['factur-x', 'xrechnung'] as const
export type XmlFlavor = (typeof xmlFlavors)[number]

// The library is loaded with the first invoice, because it takes 50 MB of memory.
const library = () => import('@stackforge-eu/factur-x')

/** Returns the invoice as XML of EN 16931 (CII). It never contains the diagnosis. The same sheet always gives the same text. */
export async function invoiceXml(sheet: InvoiceDocument, flavor: XmlFlavor): Promise<string> {
  const { buildXml, Flavor, Profile } = await library()
  const input = xmlInput(printable(flavor === 'factur-x' ? withoutContactEmail(sheet) : sheet), flavor)
  return buildXml(input, Profile.EN16931, flavor === 'xrechnung' ? Flavor.XRECHNUNG : Flavor.FACTUR_X)
}

/** Returns the violations of the XML schema of EN 16931, as the validator words them. Throws if the text is not XML. */
export async function schemaErrors(xml: string): Promise<string[]> {
  const { Profile, validateXsd } = await library()
  return (await validateXsd(xml, Profile.EN16931)).errors.map(({ message }) => message)
}

/**
 * Converts an amount for the library, which expects numbers. Sums are below 2^53 cents, so no digit is lost. EN 16931 requires 2 decimals in each
 * amount.
 */
const amount = (minor: string) => Number(decimal(BigInt(minor), 2))
/** Returns an object without its empty texts. The library writes elements for empty texts and fails for undefined ones. */
const filled = <Key extends string>(values: Record<Key, string | null>) =>
  Object.fromEntries(Object.entries<string | null>(values).filter(([, value]) => value?.trim())) as {
    [K in Key]?: string
  }

/** The identifier of the process 'invoice without a previous order', which an XRechnung must contain. */
const billingProcess = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

function xmlInput(sheet: InvoiceDocument, flavor: XmlFlavor): FacturXInvoiceInput {
  const { netMinor, taxMinor, grossMinor, creditMinor, currency, corrects } = sheet
  const days = sheet.lines.flatMap(({ serviceOn }) => serviceOn ?? []).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  const person = sheet.person?.trim() ? `${translate(sheet.language, 'invoice.page.person')}: ${sheet.person}` : ''
  const notes = [person, noteOf(sheet)].filter((note) => note.trim())
  const type = sheet.kind === 'credit-note' ? '381' : '380'
  return {
    document: {
      id: sheet.number,
      issueDate: sheet.issuedOn,
      typeCode: type as DocumentTypeCode,
      ...(flavor === 'xrechnung' && { businessProcessId: billingProcess }),
      ...filled({ buyerReference: sheet.buyer.buyerReference }),
      ...(notes.length && { notes: notes.map((content) => ({ content })) }),
    },
    seller: sellerOf(sheet),
    buyer: buyerOf(sheet),
    lines: sheet.lines.map(xmlLineOf),
    delivery: { date: last ?? sheet.issuedOn },
    ...(first && last && { billingPeriod: { startDate: first, endDate: last } }),
    totals: {
      lineTotal: amount(netMinor),
      taxBasisTotal: amount(netMinor),
      taxTotal: amount(taxMinor),
      grandTotal: amount(grossMinor),
      ...(creditMinor && { prepaidAmount: amount(creditMinor) }),
      duePayableAmount: amount(String(BigInt(grossMinor) - BigInt(creditMinor ?? '0'))),
      currency,
    },
    vatBreakdown: sheet.taxes.map((group) => ({
      categoryCode: group.category,
      ratePercent: group.rateBp / 100,
      taxableAmount: amount(group.netMinor),
      taxAmount: amount(group.taxMinor),
      ...(hasReason(group.category) &&
        filled({ exemptionReason: group.reason, exemptionReasonCode: group.reasonCode })),
    })),
    payment: paymentOf(sheet),
    references: [
      ...(sheet.buyer.reference.trim() ? [{ type: 'contract' as const, id: sheet.buyer.reference }] : []),
      ...(corrects ? [{ type: 'preceding' as const, id: corrects.number, issueDate: corrects.issuedOn }] : []),
    ],
  }
}

/** Returns the note of an invoice, or the reason of a credit note with the label that is printed. */
const noteOf = ({ kind, note, language }: InvoiceDocument): string =>
  kind === 'credit-note' && note.trim() ? translate(language, 'invoice.page.creditReason', { reason: note }) : note

const hasReason = (category: string) => ['E', 'O', 'AE'].includes(category)

type Party = FacturXInvoiceInput['seller']
const addressOf = ({
  street,
  postalCode,
  city,
  region,
  country,
}: InvoiceDocument['buyer'] | InvoiceDocument['seller']) => ({
  line1: street,
  city,
  postalCode,
  country,
  ...filled({ subdivision: region }),
})
const emailOf = (email: string | null) => (email?.trim() ? { electronicAddress: { value: email, schemeID: 'EM' } } : {})

/**
 * Returns the seller. A seller without a VAT id is identified by the tax number (BR-CO-26). An invoice outside VAT must not contain the VAT id
 * (BR-O-02), so the tax number is the legal id there.
 */
function sellerOf({ seller, taxes }: InvoiceDocument): Party {
  const isOutside = taxes.some(({ category }) => category === 'O')
  const taxNumber = seller.taxId || seller.siret
  const vatId = isOutside ? '' : seller.vatId
  const id = vatId ? '' : taxNumber || seller.vatId
  return {
    name: seller.name,
    ...filled({ id }),
    ...(seller.siret
      ? { legalOrganization: { id: seller.siret, schemeID: '0009' } }
      : isOutside && id && { legalOrganization: { id } }),
    contact: filled({ name: seller.person || seller.name, phone: seller.phone, email: seller.email }),
    address: addressOf(seller),
    ...emailOf(seller.email),
    taxRegistrations: [
      ...(vatId ? [{ id: vatId, schemeId: 'VA' as const }] : []),
      ...(taxNumber ? [{ id: taxNumber, schemeId: 'FC' as const }] : []),
    ],
  }
}

/** Removes the email address of a contact, because the client also receives the e-invoice. An XRechnung goes to an organization. */
const withoutContactEmail = (sheet: InvoiceDocument): InvoiceDocument =>
  sheet.buyer.kind === 'contact' ? { ...sheet, buyer: { ...sheet.buyer, email: null } } : sheet

/** Returns the payer. The NIF of a person is not a VAT id, and an invoice outside VAT must not contain a VAT id (BR-O-02). */
function buyerOf({ buyer, taxes }: InvoiceDocument): Party {
  const isOutside = taxes.some(({ category }) => category === 'O')
  const vatId = buyer.kind === 'organization' && !isOutside ? vatIdOf(buyer.taxId ?? '', buyer.country) : ''
  return {
    name: buyer.name,
    address: addressOf(buyer),
    ...emailOf(buyer.email),
    ...(vatId && { taxRegistrations: [{ id: vatId, schemeId: 'VA' as const }] }),
  }
}

function xmlLineOf(line: InvoiceDocument['lines'][number], index: number) {
  const { serviceOn, serviceTime, minutes, code, factorMilli } = line
  const description = [
    [serviceOn, serviceTime].filter(Boolean).join(' '),
    minutes ? `${minutes} min` : '',
    factorMilli ? `× ${factorMilli / 1000}` : '',
  ]
  return {
    id: String(index + 1),
    name: line.text,
    ...filled({ sellerAssignedId: code, description: description.filter(Boolean).join(', ') }),
    quantity: line.quantityMilli / 1000,
    unitCode: 'C62',
    unitPrice: amount(line.priceMinor),
    lineTotal: amount(line.netMinor),
    vatCategoryCode: line.taxCategory,
    // A line outside VAT has no rate (BR-O-05); its group has the rate 0 (BR-DE-14).
    ...(line.taxCategory !== 'O' && { vatRatePercent: line.taxRateBp / 100 }),
  }
}

/**
 * Returns the payment means: code 58 for a SEPA transfer, 30 for another transfer, 1 for another agreed way. An account name without IBAN violates
 * the schema.
 */
function paymentOf(sheet: InvoiceDocument): FacturXInvoiceInput['payment'] {
  const { bank, currency, number, dueOn } = sheet
  const account = bank.iban
    ? { iban: bank.iban.replace(/\s/g, ''), ...filled({ accountName: bank.accountName, bic: bank.bic }) }
    : filled({ accountId: bank.accountNumber })
  const transfer = bank.iban && currency === 'EUR' ? '58' : '30'
  return {
    meansCode: Object.keys(account).length ? transfer : '1',
    ...account,
    paymentReference: number,
    ...(dueOn && sheet.kind === 'invoice' && { dueDate: dueOn }),
    ...filled({ termsDescription: paymentTerms(sheet) }),
  }
}
