import { shiftDay, todayIn } from '@attune/contract/common/time/time'
import type { OwnBusiness } from '@attune/contract/features/billing/business/business'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { readPdf } from '../../../../platform/pdf/reading.testing.ts'
import { minimalClient } from '../../../../testing/records/clients.ts'
import { draftInvoice, draftLine, openPractice, returnBeforeVerifactu } from '../../../../testing/records/invoices.ts'
import { makePdf } from '../../billing-document/pdf/document.ts'
import { receiptContent } from '../../billing-document/content/payment-content.ts'
import { documentsOf } from '@attune/contract/features/billing/invoice/invoice.rules'

const app = await startSharedApp({ worker: false })
returnBeforeVerifactu(app)
const therapist = await app.person('therapist')
await openPractice(app, therapist, { country: 'ES' })
const today = todayIn('Europe/Berlin', app.clock.now())
const dayFromNow = (days: number) => shiftDay(today, days)

const address = { street: 'Calle Mayor 3', postalCode: '28013', city: 'Madrid', region: '' }
const company = {
  ...address,
  kind: 'organization',
  organizationType: 'company',
  contactId: null,
  name: 'Clínica Sol S.L.',
  country: 'ES',
  email: null,
  reference: '',
  buyerReference: '',
  wantsDiagnosis: false,
  clientWantsDiagnosis: false,
} as const
type Payer = Parameters<typeof therapist.api.payer.save>[0]

/** Adds a client whose invoices this payer pays; returns the id of the record. */
async function addPaid(payer: Partial<Payer> = {}): Promise<string> {
  const id = randomUUID()
  await therapist.api.client.add({ ...minimalClient, id, invite: false })
  const saved = await therapist.api.payer.save({ ...company, ...payer, id, version: 0 })
  if (saved.kind === 'organization')
    await therapist.api.payer.recordAgreement({ id, payerId: saved.id ?? '', name: saved.name, day: '2026-11-02' })
  return id
}
type Settings = Pick<OwnBusiness['fields'], 'withholdingBp' | 'withholdingFrom'>
async function saveSettings(settings: Settings) {
  const { version, fields } = await therapist.api.business.own({})
  return therapist.api.business.save({ version, fields: { ...fields, ...settings } as never })
}
async function issueTo(clientId: string, lines = [draftLine()]) {
  const draft = await draftInvoice(therapist, clientId, lines)
  const issued = await therapist.api.invoice.issue({ id: draft.id, command: randomUUID() })
  return { draft, issued }
}

test('a company in Spain withholds 15 % of the net amount, which the preview, the page and the open amount show @slow', async () => {
  await saveSettings({ withholdingBp: 1500, withholdingFrom: null })
  const { draft, issued } = await issueTo(await addPaid())
  expect(draft.sheet.withholding).toEqual({ rateBp: 1500, amountMinor: '1425' })
  expect(issued).toMatchObject({
    openMinor: '8075',
    status: 'issued',
    sheet: { grossMinor: '9500', withholding: { rateBp: 1500, amountMinor: '1425' } },
  })
  const pdf = await makePdf({ sheet: { ...issued.sheet, language: 'es' }, madeAt: today })
  const texts = readPdf(pdf).pages.join('\n')
  for (const text of ['Retención IRPF 15', '−14,25', '80,75']) expect(texts).toContain(text)
  // EN 16931 has no element for withheld tax, so the invoice has no e-invoice.
  expect(documentsOf(issued.sheet)).toEqual(['pdf'])
  const pay = { id: randomUUID(), invoiceId: issued.id, amountMinor: '8075', currency: 'EUR', paidOn: today } as const
  await therapist.api.payment.record({ ...pay, method: 'bank-transfer', reference: '' })
  expect(await therapist.api.invoice.get({ id: issued.id })).toMatchObject({ status: 'paid', openMinor: '0' })
  expect((await therapist.api.invoice.list({ filter: 'paid', limit: 50 })).items.map(({ id }) => id)).toContain(
    issued.id,
  )
})

test('the statement of the year names the withheld tax, so that what is billed and what is paid agree @slow', async () => {
  await saveSettings({ withholdingBp: 1500, withholdingFrom: null })
  const clientId = await addPaid()
  const { issued } = await issueTo(clientId)
  const pay = { id: randomUUID(), invoiceId: issued.id, amountMinor: '8075', currency: 'EUR', paidOn: today } as const
  await therapist.api.payment.record({ ...pay, method: 'bank-transfer', reference: '' })
  const answer = await fetch(`${app.address}/api/statement/${clientId}/${today.slice(0, 4)}`, {
    headers: { cookie: therapist.cookies() },
  })
  const text = readPdf(Buffer.from(await answer.arrayBuffer())).pages.join('\n')
  for (const amount of [/\b95[.,]00/, /[-−].*14[.,]25/, /\b80[.,]75/]) expect(text).toMatch(amount)
})

test('credit notes of single lines take back the withheld tax, so that all together add up to the invoice @slow', async () => {
  const lines = ['1003', '1003', '1003'].map((priceMinor) => draftLine({ priceMinor }))
  const { issued } = await issueTo(await addPaid(), lines)
  expect(issued.sheet.withholding?.amountMinor).toBe('451')
  const shares = []
  for (const position of [1, 2, 3]) {
    const note = { id: issued.id, command: randomUUID(), creditNoteId: randomUUID(), positions: [position], reason: '' }
    shares.push(Number((await therapist.api.invoice.credit(note)).sheet.withholding?.amountMinor))
  }
  expect(shares.reduce((sum, share) => sum + share, 0)).toBe(451)
  expect(await therapist.api.invoice.get({ id: issued.id })).toMatchObject({ status: 'credited', openMinor: '0' })
})

test.each([
  ['a person', { kind: 'client', organizationType: null, name: '' }],
  ['a company in another country', { country: 'PT', postalCode: '1000-001', city: 'Lisboa' }],
] as const)('%s withholds nothing @slow', async (_payer, payer) => {
  expect((await issueTo(await addPaid(payer))).issued.sheet.withholding).toBeUndefined()
})

test('an insurer and an authority in Spain withhold too @slow', async () => {
  for (const organizationType of ['insurer', 'authority'] as const)
    expect((await issueTo(await addPaid({ organizationType }))).issued.sheet.withholding?.rateBp).toBe(1500)
})

test('a new rate holds from its day, and until then the rate before', async () => {
  await saveSettings({ withholdingBp: 700, withholdingFrom: null })
  await saveSettings({ withholdingBp: 1500, withholdingFrom: dayFromNow(10) })
  const clientId = await addPaid()
  expect((await draftInvoice(therapist, clientId)).sheet.withholding?.rateBp).toBe(700)
  // Correcting the day does not change the rate that applies now.
  await saveSettings({ withholdingBp: 1500, withholdingFrom: dayFromNow(5) })
  expect((await draftInvoice(therapist, clientId)).sheet.withholding?.rateBp).toBe(700)
  await saveSettings({ withholdingBp: 1500, withholdingFrom: today })
  expect((await draftInvoice(therapist, clientId)).sheet.withholding?.rateBp).toBe(1500)
})

test('a receipt shows the withheld tax apart from what was credited', () => {
  const seller = { name: 'Praxis' } as never
  const invoice = { number: '1', issuedOn: today, grossMinor: '9500', creditedMinor: '1000', withheldMinor: '1425' }
  const sheet = {
    kind: 'receipt',
    language: 'es',
    paper: 'A4',
    currency: 'EUR',
    seller,
    person: null,
    footer: '',
  } as const
  const buyer = { reference: '', buyerReference: '', country: 'ES' } as never
  const [table] = receiptContent({ ...sheet, buyer, madeOn: today, invoice, payments: [] }).tables
  expect(table?.sums.map(({ value }) => value.replace(/\s/g, ' '))).toEqual([
    '95,00 €',
    '−10,00 €',
    '−14,25 €',
    '0,00 €',
  ])
})
