import { languages } from '@attune/contract/common/text/text'
import { describe, expect, test } from 'vitest'
import { translate } from '../../../../platform/text/translations.ts'
import { invoiceContent } from '../../billing-document/content/invoice-content.ts'
import { invoiceDocument, lineTaxes, documentLine } from '../../billing-document/content/invoice-document.testing.ts'
import { documentProblems } from './xml-problems.ts'
import { brokenXmlRules } from './xml-rules.ts'
import { invoiceXml, schemaErrors, xmlFlavors } from './xml.ts'

const organization = { kind: 'organization', buyerReference: '04011000-1234512345-06' } as const
const taxed = (text: string) => documentLine({ text, ...lineTaxes.S })
const outside = (text: string) => documentLine({ text, ...lineTaxes.O })
const discount = (priceMinor: string) => documentLine({ quantityMilli: -1000, priceMinor, text: 'Discount' })

const correction = {
  kind: 'credit-note',
  dueOn: null,
  corrects: { number: '2026-0147', issuedOn: '2026-11-20' },
} as const
const valid = {
  'one exempt line': invoiceDocument(),
  'several rates': invoiceDocument({
    lines: [taxed('A'), documentLine(), documentLine({ ...lineTaxes.S, taxRateBp: 700 })],
  }),
  'a small business without a code of its reason': invoiceDocument({
    lines: [documentLine({ exemptCode: '', exemptReason: '§ 19 UStG' })],
  }),
  'the franchise in France with SIRET': invoiceDocument({
    lines: [documentLine({ exemptCode: 'VATEX-FR-FRANCHISE', exemptReason: 'TVA non applicable, art. 293 B du CGI' })],
    seller: { country: 'FR', taxId: '', siret: '12345678901234' },
    language: 'fr',
  }),
  'Switzerland in francs': invoiceDocument({
    lines: [outside('Sitzung')],
    currency: 'CHF',
    seller: { country: 'CH' },
    bank: { iban: 'CH9300762011623852957', bic: '' },
  }),
  'a fee as damages of a seller with a VAT id alone': invoiceDocument({
    lines: [outside('Ausfallhonorar')],
    seller: { taxId: '', vatId: 'DE123456789' },
  }),
  'a discount': invoiceDocument({ lines: [documentLine(), discount('2000')] }),
  'a price of 0 and a quantity of 0.333': invoiceDocument({
    lines: [documentLine({ priceMinor: '0' }), documentLine({ quantityMilli: 333 })],
  }),
  'a credit note': invoiceDocument(correction),
  'a credit note of a discount alone': invoiceDocument({ ...correction, lines: [discount('2000')] }),
  '500 lines': invoiceDocument({
    lines: Array.from({ length: 500 }, (_, index) => documentLine({ text: `Line ${index}` })),
  }),
  '99,999,999.99': invoiceDocument({ lines: [documentLine({ priceMinor: '9999999999' })] }),
  'no bank account': invoiceDocument({ bank: { iban: '', bic: '', accountName: 'Nora' } }),
  'an account in the United Kingdom': invoiceDocument({
    currency: 'GBP',
    bank: { iban: '', bic: '', accountNumber: '12345678', routingNumber: '10-20-30' },
  }),
  'a payer without address and email': invoiceDocument({
    buyer: { street: '', city: '', postalCode: '', email: null },
  }),
}

test.each(Object.entries(valid))('an invoice with %s passes the schema and the rules', async (_, sheet) => {
  const xml = await invoiceXml(sheet, 'factur-x')
  expect([await brokenXmlRules(xml, 'factur-x'), await schemaErrors(xml)]).toEqual([[], []])
})

test('the XML names the invoice, the parties, the service and the account, and never the diagnosis', async () => {
  const lines = [documentLine({ code: 'GOP 870', factorMilli: 2300 })]
  const buyer = { ...organization, reference: 'Policy 77' }
  const sheet = invoiceDocument({
    lines,
    buyer,
    person: 'A. R.',
    diagnosis: 'F33.1 Depression',
    note: 'Thank you & goodbye',
  })
  for (const flavor of xmlFlavors) {
    const xml = await invoiceXml(sheet, flavor)
    for (const text of [
      '2026-0147',
      '20261120',
      '20261204',
      'Praxis Lindqvist',
      'Ana Ruiz',
      'Psychotherapy',
      'GOP 870',
    ])
      expect(xml).toContain(text)
    for (const text of [
      '2026-11-02 10:00, 50 min, × 2.3',
      'DE89370400440532013000',
      'Policy 77',
      `${translate(sheet.language, 'invoice.page.person')}: A. R.`,
      '04011000-1234512345-06',
    ])
      expect(xml).toContain(text)
    expect(xml).toContain('Thank you &amp; goodbye')
    expect(xml).toContain('Zahlbar innerhalb von 14 Tagen nach Rechnungsdatum')
    expect(xml).not.toMatch(/F33|Depression/)
    expect(xml.includes('xrechnung_3.0')).toBe(flavor === 'xrechnung')
  }
})

test.each(languages)('the terms of payment in %s are those of the page, word for word', async (language) => {
  const t = (key: string, days = '') => translate(language, `invoice.page.${key}`, { days })
  const termsOf = async (changes: Parameters<typeof invoiceDocument>[0]) => {
    const xml = await invoiceXml(invoiceDocument({ language, ...changes }), 'factur-x')
    expect(await brokenXmlRules(xml, 'factur-x')).toEqual([])
    return /<ram:SpecifiedTradePaymentTerms><ram:Description>([^<]*)</.exec(xml)?.[1]?.replaceAll('&apos;', "'")
  }
  expect(await termsOf({ dueDays: 14, lateFees: true })).toBe(`${t('payable', '14')}. ${t('lateFees')}.`)
  expect(await termsOf({ dueDays: 1 })).toBe(`${t('payableInOneDay')}.`)
  expect(await termsOf({ dueDays: 0 })).toBe(`${t('payableNow')}.`)
  expect(await termsOf({ lines: [documentLine({ priceMinor: '0' })] })).toBeUndefined()
  expect(invoiceContent(invoiceDocument({ language, ...correction })).lead).toEqual([await termsOf(correction)])
  const page = invoiceContent(invoiceDocument({ language, lateFees: true }))
  expect(page.after).toEqual([await termsOf({ lateFees: true })])
})

test('the same sheet gives the same XML', async () => {
  expect(await invoiceXml(invoiceDocument(), 'factur-x')).toBe(await invoiceXml(invoiceDocument(), 'factur-x'))
})

test('a credit note names the invoice that it corrects', async () => {
  const xml = await invoiceXml(invoiceDocument(correction), 'factur-x')
  expect(xml).toContain('<ram:TypeCode>381</ram:TypeCode>')
  expect(xml).toMatch(/InvoiceReferencedDocument><ram:IssuerAssignedID>2026-0147<.*format="102">20261120</)
  expect(xml).not.toContain('DueDateDateTime')
})

test('on an invoice outside VAT the seller has no VAT id and the line no rate', async () => {
  const xml = await invoiceXml(
    invoiceDocument({ lines: [outside('Fee')], seller: { vatId: 'DE123456789' } }),
    'factur-x',
  )
  expect(xml).not.toContain('DE123456789')
  expect(xml.match(/RateApplicablePercent/g)).toHaveLength(2)
})

test('characters that XML cannot contain are left out', async () => {
  const xml = await invoiceXml(
    invoiceDocument({ buyer: { name: 'A\u0000\u0007\ufffe\uffff<&"🙂 שלום Ł日\ud800' } }),
    'factur-x',
  )
  expect(xml).toContain('<ram:Name>A&lt;&amp;&quot;🙂 שלום Ł日\ufffd</ram:Name>')
  expect(await schemaErrors(xml)).toEqual([])
})

describe('damage is found', () => {
  const cut = (pattern: RegExp) => (xml: string) => xml.replace(pattern, '')
  const put = (pattern: RegExp, text: string) => (xml: string) => xml.replace(pattern, text)
  /** Damages only the part of the seller or of the buyer. */
  const inParty = (name: string, damage: (xml: string) => string) => (xml: string) =>
    xml.replace(new RegExp(`<ram:${name}TradeParty>.*</ram:${name}TradeParty>`), damage)

  const damages: Record<string, (xml: string) => string> = {
    'BR-02': put(/<ram:ID>2026-0147<\/ram:ID>/, '<ram:ID> </ram:ID>'),
    'BR-06': inParty('Seller', cut(/Praxis Lindqvist/)),
    'BR-07': inParty('Buyer', cut(/Ana Ruiz/)),
    'BR-09': inParty('Seller', cut(/<ram:CountryID>DE<\/ram:CountryID>/)),
    'BR-11': inParty('Buyer', cut(/<ram:CountryID>DE<\/ram:CountryID>/)),
    'BR-16': cut(/<ram:IncludedSupplyChainTradeLineItem>.*<\/ram:IncludedSupplyChainTradeLineItem>/),
    'BR-25': cut(/Psychotherapy/),
    'BR-27': put(/<ram:ChargeAmount>80/, '<ram:ChargeAmount>-80'),
    'BR-CL-04': put(/CurrencyCode>EUR/, 'CurrencyCode>EUX'),
    'BR-DEC': put(/<ram:GrandTotalAmount>(\d+)\.(\d\d)</, '<ram:GrandTotalAmount>$1.$20<'),
    'BR-CO-26': inParty('Seller', (xml) =>
      cut(/<ram:ID>12\/345\/67890<\/ram:ID>/)(cut(/<ram:SpecifiedTaxR.*ation>/)(xml)),
    ),
    'BR-CO-9': put(/(<ram:ID schemeID=")FC">12\/345/, '$1VA">12345'),
    'BR-S-05': put(/(<ram:CategoryCode>S<\/ram:CategoryCode><ram:RateApplicablePercent)>19</, '$1>0<'),
    'BR-E-05': put(/(<ram:CategoryCode>E<\/ram:CategoryCode><ram:RateApplicablePercent)>0</, '$1>19<'),
    'BR-x-08': put(/<ram:BasisAmount>80.00/, '<ram:BasisAmount>81.00'),
    'BR-x-10': cut(
      /<ram:ExemptionReason>.*<\/ram:ExemptionReason>|<ram:ExemptionReasonCode>.*?<\/ram:ExemptionReasonCode>/g,
    ),
    'BR-CO-10': put(/(Summation><ram:LineTotalAmount>)160.00(<.*TaxBasis)/, '$1161.00$2'),
    'BR-CO-13': put(/<ram:TaxBasisTotalAmount>160/, '<ram:TaxBasisTotalAmount>161'),
    'BR-CO-14': put(/(<ram:TaxTotalAmount[^>]*>)15.20/, '$115.21'),
    'BR-CO-15': put(/<ram:GrandTotalAmount>175/, '<ram:GrandTotalAmount>176'),
    'BR-CO-16': put(/<ram:DuePayableAmount>175/, '<ram:DuePayableAmount>174'),
    'BR-CO-17': put(/<ram:CalculatedAmount>15.20/, '<ram:CalculatedAmount>15.21'),
    'BR-CO-18': cut(/<ram:ApplicableTradeTax><ram:CalculatedAmount>.*<\/ram:ApplicableTradeTax>(?=<ram:Bill)/),
    'BR-CO-25': cut(/<ram:SpecifiedTradePaymentTerms>.*<\/ram:SpecifiedTradePaymentTerms>/),
    'BR-DE-3': inParty('Seller', cut(/<ram:CityName>.*<\/ram:CityName>/)),
    'BR-DE-4': inParty('Seller', cut(/<ram:PostcodeCode>.*<\/ram:PostcodeCode>/)),
    'BR-DE-5': cut(/<ram:PersonName>.*<\/ram:PersonName>/),
    'BR-DE-6': cut(/<ram:CompleteNumber>.*<\/ram:CompleteNumber>/),
    'BR-DE-7': cut(/<ram:EmailURIUniversalCommunication>.*<\/ram:EmailURIUniversalCommunication>/),
    'BR-DE-8': inParty('Buyer', cut(/<ram:CityName>.*<\/ram:CityName>/)),
    'BR-DE-9': inParty('Buyer', cut(/<ram:PostcodeCode>.*<\/ram:PostcodeCode>/)),
    'BR-DE-14': put(
      /(<ram:CategoryCode>E<\/ram:CategoryCode>(?:<ram:ExemptionReasonCode>[^<]*<\/ram:ExemptionReasonCode>)?)<ram:RateApplicablePercent>0<\/ram:RateApplicablePercent>(?=<\/ram:ApplicableTradeTax><ram:Bill)/,
      '$1',
    ),
    'BR-DE-15': cut(/<ram:BuyerReference>.*<\/ram:BuyerReference>/),
    'PEPPOL-EN16931-R001': cut(/<ram:BusinessProcess.*<\/ram:BusinessProcessSpecifiedDocumentContextParameter>/),
    'PEPPOL-EN16931-R010': inParty('Buyer', cut(/<ram:URIUniversalCommunication>.*<\/ram:URIUniversalCommunication>/)),
  }
  const sheet = invoiceDocument({ lines: [taxed('Coaching'), documentLine()], buyer: organization })

  test.each(Object.entries(damages))('%s', async (rule, damage) => {
    const xml = await invoiceXml(sheet, 'xrechnung')
    expect(damage(xml)).not.toBe(xml)
    expect(await brokenXmlRules(damage(xml), 'xrechnung')).toContain(rule)
  })

  test('of an invoice outside VAT and of a credit note', async () => {
    const fee = await invoiceXml(invoiceDocument({ lines: [outside('Fee')] }), 'factur-x')
    const withVatId = inParty('Seller', put(/schemeID="FC">12\/345/, 'schemeID="VA">DE12345'))(fee)
    expect(await brokenXmlRules(withVatId, 'factur-x')).toEqual(['BR-O-02'])
    const withRate = put(
      /(O<\/ram:CategoryCode>)(?=<\/ram)/,
      '$1<ram:RateApplicablePercent>0</ram:RateApplicablePercent>',
    )(fee)
    expect(await brokenXmlRules(withRate, 'factur-x')).toEqual(['BR-O-05'])
    const mixed = invoiceDocument({ lines: [outside('Fee'), documentLine()] })
    expect(await brokenXmlRules(await invoiceXml(mixed, 'factur-x'), 'factur-x')).toEqual(['BR-O-11'])
    const credit = cut(/<ram:InvoiceReferencedDocument>.*<\/ram:InvoiceReferencedDocument>/)(
      await invoiceXml(invoiceDocument(correction), 'factur-x'),
    )
    expect(await brokenXmlRules(credit, 'factur-x')).toEqual(['BR-55'])
  })

  test('of the tax of a credit note: a cent is what an earlier credit note may have left, more is wrong', async () => {
    const lines = [taxed('A'), taxed('B')]
    const credit = await invoiceXml(invoiceDocument({ ...correction, lines }), 'factur-x')
    const withTax = (cents: number) =>
      credit
        .replace(/(<ram:CalculatedAmount>)30\.40/, `$130.${cents}`)
        .replace(/(<ram:TaxTotalAmount[^>]*>)30\.40/, `$130.${cents}`)
        .replace(/(<ram:GrandTotalAmount>190|<ram:DuePayableAmount>190)\.40/g, `$1.${cents}`)
    for (const cents of [39, 40, 41]) expect(await brokenXmlRules(withTax(cents), 'factur-x')).toEqual([])
    for (const cents of [38, 42]) expect(await brokenXmlRules(withTax(cents), 'factur-x')).toEqual(['BR-CO-17'])
    const invoice = withTax(41).replace('<ram:TypeCode>381<', '<ram:TypeCode>380<')
    expect(await brokenXmlRules(invoice, 'factur-x')).toEqual(['BR-CO-17'])
  })

  test('the schema refuses an element that it does not know', async () => {
    const xml = await invoiceXml(sheet, 'factur-x')
    expect(await schemaErrors(xml.replaceAll('ram:BuyerReference', 'ram:Diagnosis'))).not.toEqual([])
  })
})

test('the VAT id of an organization is in the XML, unless the invoice is outside VAT; the NIF of a person is not', async () => {
  const buyer = { ...organization, country: 'ES', taxId: 'B58378431' }
  const id = '<ram:ID schemeID="VA">ESB58378431</ram:ID>'
  expect(await invoiceXml(invoiceDocument({ buyer }), 'factur-x')).toContain(id)
  expect(await schemaErrors(await invoiceXml(invoiceDocument({ buyer }), 'factur-x'))).toEqual([])
  expect(await invoiceXml(invoiceDocument({ buyer, lines: [outside('Fee')] }), 'factur-x')).not.toContain('B58378431')
  const person = { country: 'ES', taxId: '54362315K' }
  expect(await invoiceXml(invoiceDocument({ buyer: person }), 'factur-x')).not.toContain('54362315K')
})

describe('reverse charge', () => {
  const seller = { vatId: 'DE136695976' }
  const buyer = { ...organization, country: 'AT', taxId: 'ATU13585627' }
  const line = documentLine({ ...lineTaxes.AE, text: 'Coaching' })

  test.each(xmlFlavors)('%s has both VAT ids, the rate 0 and the reason, also beside exempt lines', async (flavor) => {
    const xml = await invoiceXml(invoiceDocument({ seller, buyer, lines: [line, documentLine()] }), flavor)
    expect(await brokenXmlRules(xml, flavor)).toEqual([])
    expect(await schemaErrors(xml)).toEqual([])
    for (const part of ['schemeID="VA">DE136695976<', 'schemeID="VA">ATU13585627<', '>VATEX-EU-AE<', '>AE<'])
      expect(xml).toContain(part)
    expect(xml).toMatch(/<ram:TaxTotalAmount currencyID="EUR">0(\.00)?</)
  })

  test('without the VAT id of the payer it is refused before the number is taken', async () => {
    const sheet = invoiceDocument({ seller, buyer: { ...buyer, taxId: '' }, lines: [line] })
    expect(await documentProblems(sheet)).toEqual([{ of: 'payer', field: 'reverseChargeId', position: null }])
    const rated = (await invoiceXml(invoiceDocument({ seller, buyer, lines: [line] }), 'factur-x')).replace(
      /(AE<\/ram:CategoryCode>.*?<ram:RateApplicablePercent>)0</s,
      '$119<',
    )
    expect(await brokenXmlRules(rated, 'factur-x')).toContain('BR-AE-05')
  })
})

describe('before a number is taken', () => {
  test('a complete draft has no problems', async () => {
    expect(await documentProblems(invoiceDocument({ number: '', buyer: organization }))).toEqual([])
  })

  test('what an e-invoice needs is named field by field', async () => {
    const draft = invoiceDocument({
      number: '',
      lines: [
        documentLine({ exemptCode: '', exemptReason: '' }),
        documentLine({ text: ' ', exemptCode: '', exemptReason: '' }),
      ],
      seller: { name: '', taxId: '' },
      buyer: { name: '', country: '' },
    })
    expect(await documentProblems(draft)).toEqual([
      { of: 'business', field: 'name', position: null },
      { of: 'payer', field: 'name', position: null },
      { of: 'payer', field: 'country', position: null },
      { of: 'line', field: 'text', position: 2 },
      { of: 'business', field: 'taxId', position: null },
      { of: 'business', field: 'taxReason', position: null },
    ])
  })

  test('a VAT id without its country is named, unless the invoice is outside VAT', async () => {
    const seller = { vatId: '123456789' }
    expect(await documentProblems(invoiceDocument({ seller }))).toEqual([
      { of: 'business', field: 'vatId', position: null },
    ])
    for (const vatId of ['DE 123456789', 'EL123456789', 'CHE-123.456.789 MWST'])
      expect(await documentProblems(invoiceDocument({ seller: { vatId } })), vatId).toEqual([])
    expect(await documentProblems(invoiceDocument({ seller, lines: [outside('Fee')] }))).toEqual([])
  })

  test('an XRechnung also needs the postal code of the payer in a country that has few', async () => {
    const buyer = { ...organization, country: 'HK', postalCode: '' }
    expect(await documentProblems(invoiceDocument({ buyer }))).toEqual([
      { of: 'payer', field: 'postalCode', position: null },
    ])
    expect(await documentProblems(invoiceDocument({ buyer: { ...buyer, buyerReference: '' } }))).toEqual([])
  })

  test('a fee outside VAT beside other lines is named', async () => {
    expect(await documentProblems(invoiceDocument({ lines: [documentLine(), outside('Fee')] }))).toEqual([
      { of: 'line', field: 'taxRateBp', position: 2 },
    ])
  })

  test('an XRechnung also needs phone and email of the practice and the email of the organization', async () => {
    const draft = { seller: { phone: '', email: '' }, buyer: { ...organization, email: null } }
    expect(await documentProblems(invoiceDocument(draft))).toEqual([
      { of: 'business', field: 'phone', position: null },
      { of: 'business', field: 'email', position: null },
      { of: 'payer', field: 'email', position: null },
    ])
    expect(await documentProblems(invoiceDocument({ ...draft, buyer: { email: null } }))).toEqual([])
  })

  test.each(languages)('a credit note says its reason with its label in %s', async (language) => {
    const sheet = invoiceDocument({ ...correction, language, note: 'Wrong <date>' })
    const label = translate(language, 'invoice.page.creditReason', { reason: 'Wrong &lt;date&gt;' })
    expect(await invoiceXml(sheet, 'factur-x')).toContain(`<ram:Content>${label}</ram:Content>`)
    const invoice = await invoiceXml(invoiceDocument({ language, note: 'Thank you' }), 'factur-x')
    expect(invoice).toContain('<ram:Content>Thank you</ram:Content>')
  })

  test('an invoice without e-invoice has no problems of one', async () => {
    expect(await documentProblems(invoiceDocument({ currency: 'USD', seller: { country: 'US', name: '' } }))).toEqual(
      [],
    )
  })
})
