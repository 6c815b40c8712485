import { ParseOption, XmlDocument } from 'libxml2-wasm'
import { expect, test } from 'vitest'
import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'
import { documentLine, invoiceDocument, lineTaxes } from '../../billing-document/content/invoice-document.testing.ts'
import { brokenXmlRules } from './xml-rules.ts'
import { invoiceXml, schemaErrors, xmlFlavors } from './xml.ts'

// The compiled rules of EN 16931 are in no package that this repository can install (`drills/README.md`, e-invoices). These rules were written in XPath
// from the English texts in ConnectingEurope/eInvoicing-EN16931, cii/schematron/abstract/EN16931-CII-model.sch (totals, the rules -01, and those of E and O),
// and in published copies of its compiled form (those of AE), read on 28 November 2026, and share no code with `xml-rules.ts`.

const urn = 'urn:un:unece:uncefact:data:standard'
const namespaces = {
  rsm: `${urn}:CrossIndustryInvoice:100`,
  ram: `${urn}:ReusableAggregateBusinessInformationEntity:100`,
}
const settlement = '//ram:ApplicableHeaderTradeSettlement'
const total = (name: string) =>
  `number(${settlement}/ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:${name}Amount)`
const group = (category: string) => `${settlement}/ram:ApplicableTradeTax[ram:CategoryCode='${category}']`
const lineTax = '//ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax'
const line = (category: string) => `${lineTax}[ram:CategoryCode='${category}']`
const registration = (party: string, scheme: string) =>
  `//ram:${party}TradeParty/ram:SpecifiedTaxRegistration/ram:ID[@schemeID='${scheme}' and normalize-space()]`
const lineNets = (category: string) =>
  `sum(//ram:SpecifiedLineTradeSettlement[ram:ApplicableTradeTax/ram:CategoryCode='${category}']/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount)`
/** Returns an XPath expression that compares two amounts in cents, because XPath adds amounts as floating-point numbers. */
const same = (one: string, other: string) => `round(100 * (${one})) = round(100 * (${other}))`
const reason = `normalize-space(ram:ExemptionReason) or normalize-space(ram:ExemptionReasonCode)`

/** Returns the rules that exist under the same number for each of the three categories without tax. */
const withoutTax = (category: 'AE' | 'O' | 'E') => ({
  [`BR-${category}-01`]: `not(${line(category)}) or count(${group(category)}) = 1`,
  [`BR-${category}-08`]: `not(${group(category)}) or ${same(`sum(${group(category)}/ram:BasisAmount)`, lineNets(category))}`,
  [`BR-${category}-09`]: `not(${group(category)}[number(ram:CalculatedAmount) != 0])`,
  [`BR-${category}-10`]: `not(${group(category)}[not(${reason})])`,
})

const rules: Record<string, string> = {
  ...withoutTax('AE'),
  ...withoutTax('O'),
  ...withoutTax('E'),
  'BR-AE-02': `not(${line('AE')}) or ((${registration('Seller', 'VA')} or ${registration('Seller', 'FC')}) and (${registration('Buyer', 'VA')} or //ram:BuyerTradeParty/ram:SpecifiedLegalOrganization/ram:ID))`,
  'BR-AE-05': `not(${line('AE')}[not(number(ram:RateApplicablePercent) = 0)])`,
  'BR-E-02': `not(${line('E')}) or ${registration('Seller', 'VA')} or ${registration('Seller', 'FC')}`,
  'BR-E-05': `not(${line('E')}[not(number(ram:RateApplicablePercent) = 0)])`,
  'BR-O-02': `not(${line('O')}) or not(${registration('Seller', 'VA')} or ${registration('Buyer', 'VA')})`,
  'BR-O-05': `not(${line('O')}/ram:RateApplicablePercent)`,
  'BR-O-11': `not(${group('O')}) or count(${settlement}/ram:ApplicableTradeTax) = 1`,
  'BR-O-12': `not(${group('O')}) or not(${lineTax}[ram:CategoryCode != 'O'])`,
  'BR-CO-04': `count(//ram:IncludedSupplyChainTradeLineItem) = count(${lineTax}/ram:CategoryCode)`,
  'BR-CO-10': same(total('LineTotal'), 'sum(//ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount)'),
  'BR-CO-13': same(total('TaxBasisTotal'), total('LineTotal')),
  'BR-CO-14': same(total('TaxTotal'), `sum(${settlement}/ram:ApplicableTradeTax/ram:CalculatedAmount)`),
  'BR-CO-15': same(total('GrandTotal'), `${total('TaxBasisTotal')} + ${total('TaxTotal')}`),
  'BR-CO-16': same(
    total('DuePayable'),
    `${total('GrandTotal')} - sum(${settlement}/ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:TotalPrepaidAmount)`,
  ),
  'BR-CO-18': `${settlement}/ram:ApplicableTradeTax`,
  'BR-CO-25': `not(${total('DuePayable')} > 0) or ${settlement}/ram:SpecifiedTradePaymentTerms[ram:Description or ram:DueDateDateTime]`,
  'BR-CO-26': `//ram:SellerTradeParty[normalize-space(ram:ID) or ram:SpecifiedLegalOrganization/ram:ID or ram:SpecifiedTaxRegistration/ram:ID[@schemeID='VA']]`,
}

function brokenRules(xml: string): string[] {
  const doc = XmlDocument.fromString(xml, { option: ParseOption.XML_PARSE_NONET })
  try {
    return Object.entries(rules)
      .filter(([, rule]) => doc.find(`/*[${rule}]`, namespaces).length === 0)
      .map(([name]) => name)
  } finally {
    doc.dispose()
  }
}

const company = { kind: 'organization', buyerReference: '04011000-1234512345-06' } as const
const vienna = { ...company, country: 'AT', taxId: 'ATU13585627' }
const zurich = { ...company, country: 'CH', taxId: 'CHE116281710' }
const spain = { country: 'ES', taxId: '', vatId: 'ESB58378431' }
const at = { seller: { vatId: 'DE136695976' }, buyer: vienna }
const reverse = documentLine({ ...lineTaxes.AE, text: 'Coaching' })
const abroad = documentLine({ ...lineTaxes.O, text: 'Coaching', exemptReason: 'Nicht im Inland steuerbar' })
const taxed = documentLine({ ...lineTaxes.S, taxRateBp: 2100 })
const discount = documentLine({ ...lineTaxes.AE, quantityMilli: -1000, priceMinor: '2000', text: 'Discount' })
const correction = {
  kind: 'credit-note',
  dueOn: null,
  corrects: { number: '2026-0147', issuedOn: '2026-11-20' },
} as const

const cases: Record<string, InvoiceDocument> = {
  'reverse charge': invoiceDocument({ ...at, lines: [reverse] }),
  'reverse charge with a discount': invoiceDocument({ ...at, lines: [reverse, reverse, discount] }),
  'reverse charge beside an exempt service': invoiceDocument({ ...at, lines: [reverse, documentLine()] }),
  'a credit note of reverse charge': invoiceDocument({ ...at, ...correction, lines: [reverse] }),
  'a business outside the EU': invoiceDocument({ seller: at.seller, buyer: zurich, lines: [abroad, abroad] }),
  'a credit note to a business outside the EU': invoiceDocument({ ...correction, buyer: zurich, lines: [abroad] }),
  'a fee as damages to a company': invoiceDocument({ buyer: vienna, seller: at.seller, lines: [abroad] }),
  'withheld tax': invoiceDocument({
    language: 'es',
    seller: spain,
    buyer: { ...company, country: 'ES', taxId: 'B58378431' },
    lines: [taxed],
    withholding: { rateBp: 1500, amountMinor: '1425' },
  }),
  'a part paid with credit': invoiceDocument({ buyer: company, creditMinor: '3000' }),
  'all paid with credit': invoiceDocument({ buyer: company, creditMinor: invoiceDocument().grossMinor }),
  'two reasons of exemption': invoiceDocument({
    buyer: company,
    lines: [documentLine(), documentLine({ exemptReason: 'other' })],
  }),
}

test.each(Object.entries(cases))('%s: the e-invoice follows the official rules and the schema', async (_, sheet) => {
  for (const flavor of xmlFlavors) {
    const xml = await invoiceXml(sheet, flavor)
    expect([brokenRules(xml), await brokenXmlRules(xml, flavor), await schemaErrors(xml)]).toEqual([[], [], []])
  }
})

test.each([
  [
    'AE',
    '</ram:CategoryCode>',
    '</ram:CategoryCode><ram:RateApplicablePercent>7</ram:RateApplicablePercent>',
    'BR-AE-05',
  ],
  ['AE', /<ram:ID schemeID="VA">AT[^<]*<\/ram:ID>/, '<ram:ID schemeID="VA"></ram:ID>', 'BR-AE-02'],
  ['AE', /<ram:ExemptionReason(Code)?>.*?<\/ram:ExemptionReason(Code)?>/g, '', 'BR-AE-10'],
  ['AE', /<ram:DuePayableAmount>[^<]*/, '<ram:DuePayableAmount>1.00', 'BR-CO-16'],
  ['O', '<ram:ID schemeID="FC">', '<ram:ID schemeID="VA">', 'BR-O-02'],
  ['O', /<ram:BasisAmount>[^<]*/, '<ram:BasisAmount>1.00', 'BR-O-08'],
  [
    'O',
    '</ram:CategoryCode>',
    '</ram:CategoryCode><ram:RateApplicablePercent>0</ram:RateApplicablePercent>',
    'BR-O-05',
  ],
] as const)('a damaged e-invoice of the category %s is noticed: %#', async (category, from, to, rule) => {
  const sheet = category === 'AE' ? cases['reverse charge'] : cases['a business outside the EU']
  if (!sheet) throw new Error('no sheet')
  const xml = (await invoiceXml(sheet, 'factur-x')).replace(from, to)
  expect(brokenRules(xml)).toContain(rule)
})
