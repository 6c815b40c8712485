import { countryCodes } from '@attune/contract/common/address/country'
import { divRound } from '@attune/contract/common/money/money'
import type { XmlDocument, XmlNode } from 'libxml2-wasm'
import type { XmlFlavor } from './xml.ts'

const urn = 'urn:un:unece:uncefact:data:standard'
const namespaces = {
  rsm: `${urn}:CrossIndustryInvoice:100`,
  ram: `${urn}:ReusableAggregateBusinessInformationEntity:100`,
  udt: `${urn}:UnqualifiedDataType:100`,
}
const trade = '/rsm:CrossIndustryInvoice/rsm:SupplyChainTradeTransaction'
const agreement = `${trade}/ram:ApplicableHeaderTradeAgreement`
const settlement = `${trade}/ram:ApplicableHeaderTradeSettlement`
const sums = `${settlement}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`
/** The elements whose amounts have at most two decimals (BR-DEC-…). */
const amountNames = [
  'LineTotal',
  'Basis',
  'Calculated',
  'TaxTotal',
  'GrandTotal',
  'DuePayable',
  'TaxBasisTotal',
  'TotalPrepaid',
]

/** Returns an amount in cents: 0 for an empty text, null if it is not a number or has more than two decimals. */
function centsOf(text: string): bigint | null {
  if (!text) return 0n
  const [, minus, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text) ?? []
  if (whole === undefined) return null
  const cents = BigInt(whole + fraction.padEnd(2, '0'))
  return minus ? -cents : cents
}

/** Parses a tax rate in basis points: 1900 for '19' and '19.00'. Returns null if there is none or it is not a number. */
function basisPointsOf(text: string): bigint | null {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d{1,2})0*)?$/.exec(text) ?? []
  return whole === undefined ? null : BigInt(whole + fraction.padEnd(2, '0'))
}

/** Reads the elements that the rules check. A missing element becomes an empty text. */
function readInvoice(doc: XmlDocument) {
  const all = (path: string, from: XmlNode | XmlDocument = doc) => from.find(path, namespaces)
  const one = (path: string, from: XmlNode | XmlDocument = doc) => all(path, from)[0]?.content.trim() ?? ''
  const party = (name: string) => {
    const at = `${agreement}/ram:${name}TradeParty`
    const vatId = one(`${at}/ram:SpecifiedTaxRegistration/ram:ID[@schemeID='VA']`)
    const taxId = one(`${at}/ram:SpecifiedTaxRegistration/ram:ID[@schemeID='FC']`)
    const ids = [`${at}/ram:ID`, `${at}/ram:GlobalID`, `${at}/ram:SpecifiedLegalOrganization/ram:ID`]
    const contact = `${at}/ram:DefinedTradeContact`
    return {
      name: one(`${at}/ram:Name`),
      country: one(`${at}/ram:PostalTradeAddress/ram:CountryID`),
      city: one(`${at}/ram:PostalTradeAddress/ram:CityName`),
      postalCode: one(`${at}/ram:PostalTradeAddress/ram:PostcodeCode`),
      vatId,
      taxId,
      id: [vatId, ...ids.map((path) => one(path))].find(Boolean) ?? '',
      person: one(`${contact}/ram:PersonName`) || one(`${contact}/ram:DepartmentName`),
      phone: one(`${contact}/ram:TelephoneUniversalCommunication/ram:CompleteNumber`),
      email: one(`${contact}/ram:EmailURIUniversalCommunication/ram:URIID`),
      electronicAddress: one(`${at}/ram:URIUniversalCommunication/ram:URIID`),
    }
  }
  const sum = (name: string) => centsOf(one(`${sums}/ram:${name}Amount`))
  const terms = `${settlement}/ram:SpecifiedTradePaymentTerms`
  return {
    number: one('/rsm:CrossIndustryInvoice/rsm:ExchangedDocument/ram:ID'),
    process: one('//ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID'),
    type: one('/rsm:CrossIndustryInvoice/rsm:ExchangedDocument/ram:TypeCode'),
    seller: party('Seller'),
    buyer: party('Buyer'),
    buyerReference: one(`${agreement}/ram:BuyerReference`),
    currency: one(`${settlement}/ram:InvoiceCurrencyCode`),
    corrects: one(`${settlement}/ram:InvoiceReferencedDocument/ram:IssuerAssignedID`),
    terms: one(`${terms}/ram:Description`) || one(`${terms}/ram:DueDateDateTime`),
    amounts: amountNames.flatMap((name) => all(`//ram:${name}Amount`).map((node) => node.content.trim())),
    lines: all(`${trade}/ram:IncludedSupplyChainTradeLineItem`).map((line) => {
      const tax = 'ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax'
      const net =
        'ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount'
      return {
        name: one('ram:SpecifiedTradeProduct/ram:Name', line),
        price: one('ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice/ram:ChargeAmount', line),
        category: one(`${tax}/ram:CategoryCode`, line),
        rate: one(`${tax}/ram:RateApplicablePercent`, line),
        net: centsOf(one(net, line)),
      }
    }),
    groups: all(`${settlement}/ram:ApplicableTradeTax`).map((group) => ({
      category: one('ram:CategoryCode', group),
      rate: one('ram:RateApplicablePercent', group),
      basis: centsOf(one('ram:BasisAmount', group)),
      tax: centsOf(one('ram:CalculatedAmount', group)),
      reason: one('ram:ExemptionReason', group) || one('ram:ExemptionReasonCode', group),
    })),
    lineTotal: sum('LineTotal'),
    taxBasis: sum('TaxBasisTotal'),
    taxTotal: sum('TaxTotal'),
    grandTotal: sum('GrandTotal'),
    prepaid: sum('TotalPrepaid'),
    due: sum('DuePayable'),
  }
}
type ReadInvoice = ReturnType<typeof readInvoice>
type Line = ReadInvoice['lines'][number]

const add = (amounts: (bigint | null)[]) => amounts.reduce<bigint>((total, amount) => total + (amount ?? 0n), 0n)
const isSame = (one: bigint | null, other: bigint | null) => one !== null && one === other
const outside = ({ groups }: ReadInvoice) => groups.some(({ category }) => category === 'O')
/** A line outside VAT has no rate and its group has the rate 0. Both are treated as 0. */
const rateOf = ({ rate }: { rate: string }) => basisPointsOf(rate || '0')
const hasRate = (category: string, holds: (rate: string) => boolean) => (invoice: ReadInvoice) =>
  invoice.lines.every((line: Line) => line.category !== category || holds(line.rate))
const groupsHold =
  (holds: (group: ReadInvoice['groups'][number], invoice: ReadInvoice) => boolean) => (invoice: ReadInvoice) =>
    invoice.groups.every((group) => holds(group, invoice))

/**
 * Rules of EN 16931 by their names in the standard. `BR-x-…` stands for the rules with the same number of all tax categories. The tax of a credit
 * note may deviate by one cent, so that all credit notes of an invoice add up to it; the official rule permits a whole unit of the currency.
 */
const rules: Record<string, (invoice: ReadInvoice) => boolean> = {
  'BR-02': ({ number }) => number !== '',
  'BR-06': ({ seller }) => seller.name !== '',
  'BR-07': ({ buyer }) => buyer.name !== '',
  'BR-09': ({ seller }) => seller.country !== '',
  'BR-11': ({ buyer }) => buyer.country !== '',
  'BR-16': ({ lines }) => lines.length > 0,
  'BR-25': ({ lines }) => lines.every(({ name }) => name !== ''),
  'BR-27': ({ lines }) => lines.every(({ price }) => !price.startsWith('-')),
  'BR-55': ({ type, corrects }) => type !== '381' || corrects !== '',
  'BR-CL-04': ({ currency }) => Intl.supportedValuesOf('currency').includes(currency),
  'BR-DEC': ({ amounts }) => amounts.every((amount) => centsOf(amount) !== null),
  'BR-CO-26': ({ seller }) => seller.id !== '',
  'BR-O-05': hasRate('O', (rate) => rate === ''),
  'BR-S-05': hasRate('S', (rate) => (basisPointsOf(rate) ?? 0n) > 0n),
  'BR-AE-05': hasRate('AE', (rate) => basisPointsOf(rate) === 0n),
  'BR-E-05': hasRate('E', (rate) => basisPointsOf(rate) === 0n),
  'BR-Z-05': hasRate('Z', (rate) => basisPointsOf(rate) === 0n),
  'BR-x-02': ({ seller, lines }) => lines.every(({ category }) => category === 'O') || !!(seller.vatId || seller.taxId),
  'BR-AE-02': ({ seller, buyer, lines }) =>
    lines.every(({ category }) => category !== 'AE') || (!!(seller.vatId || seller.taxId) && buyer.vatId !== ''),
  'BR-x-08': groupsHold((group, { lines }) => {
    const members = lines.filter((line) => line.category === group.category && rateOf(line) === rateOf(group))
    return isSame(group.basis, add(members.map(({ net }) => net)))
  }),
  'BR-x-10': groupsHold(({ category, reason }) => ['E', 'O', 'AE'].includes(category) === (reason !== '')),
  'BR-O-11': (invoice) => !outside(invoice) || invoice.groups.length === 1,
  'BR-O-02': (invoice) => !outside(invoice) || (invoice.seller.vatId === '' && invoice.buyer.vatId === ''),
  // In VAT ids, Greece has the code EL.
  'BR-CO-9': ({ seller, buyer }) =>
    [seller, buyer].every(({ vatId }) => vatId === '' || [...countryCodes, 'EL', 'XI'].includes(vatId.slice(0, 2))),
  'BR-CO-10': ({ lines, lineTotal }) => isSame(lineTotal, add(lines.map(({ net }) => net))),
  'BR-CO-13': ({ lineTotal, taxBasis }) => isSame(taxBasis, lineTotal),
  'BR-CO-14': ({ groups, taxTotal }) => isSame(taxTotal, add(groups.map(({ tax }) => tax))),
  'BR-CO-15': ({ taxBasis, taxTotal, grandTotal }) => isSame(grandTotal, add([taxBasis, taxTotal])),
  'BR-CO-16': ({ grandTotal, prepaid, due }) => isSame(due, add([grandTotal]) - add([prepaid])),
  'BR-CO-17': groupsHold(({ basis, tax, ...group }, { type }) => {
    const off = tax === null ? null : tax - divRound(add([basis]) * (rateOf(group) ?? 0n), 10_000n)
    return off === 0n || (type === '381' && (off === 1n || off === -1n))
  }),
  'BR-CO-18': ({ groups }) => groups.length > 0,
  'BR-CO-25': ({ due, terms }) => add([due]) <= 0n || terms !== '',
}

/** Additional rules of XRechnung. */
const germanRules: Record<string, (invoice: ReadInvoice) => boolean> = {
  'BR-DE-3': ({ seller }) => seller.city !== '',
  'BR-DE-4': ({ seller }) => seller.postalCode !== '',
  'BR-DE-5': ({ seller }) => seller.person !== '',
  'BR-DE-6': ({ seller }) => seller.phone !== '',
  'BR-DE-7': ({ seller }) => seller.email !== '',
  'BR-DE-8': ({ buyer }) => buyer.city !== '',
  'BR-DE-9': ({ buyer }) => buyer.postalCode !== '',
  'BR-DE-14': ({ groups }) => groups.every(({ rate }) => rate !== ''),
  'BR-DE-15': ({ buyerReference }) => buyerReference !== '',
  'PEPPOL-EN16931-R001': ({ process }) => process !== '',
  'PEPPOL-EN16931-R010': ({ buyer }) => buyer.electronicAddress !== '',
  'PEPPOL-EN16931-R020': ({ seller }) => seller.electronicAddress !== '',
}

/**
 * Returns the names of the rules that a finished XML violates, in a fixed order. Covers the rules that an invoice of a practice can violate;
 * `schemaErrors` checks the schema. Throws if the text is not XML.
 */
export async function brokenXmlRules(xml: string, flavor: XmlFlavor): Promise<string[]> {
  // Loaded with the first invoice, because the library compiles 1.3 MB of WebAssembly.
  const { ParseOption, XmlDocument: Xml } = await import('libxml2-wasm')
  const doc = Xml.fromString(xml, { option: ParseOption.XML_PARSE_NONET })
  try {
    const invoice = readInvoice(doc)
    const applied = Object.entries(flavor === 'xrechnung' ? { ...rules, ...germanRules } : rules)
    return applied.filter(([, holds]) => !holds(invoice)).map(([rule]) => rule)
  } finally {
    doc.dispose()
  }
}
