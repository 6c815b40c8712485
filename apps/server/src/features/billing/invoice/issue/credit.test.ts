import type { KyselyPlugin } from 'kysely'
import { randomUUID } from 'node:crypto'
import { shiftDay } from '@attune/contract/common/time/time'
import { expect, test } from 'vitest'
import { startSharedApp, type TestApp } from '../../../../testing/app.ts'
import {
  addPayingClient,
  draftLine,
  issueOf,
  openPractice,
  returnBeforeVerifactu,
} from '../../../../testing/records/invoices.ts'
import { correctInvoice, creditInvoice } from './credit.ts'
import type { IssueContext } from './issue.ts'

const app = await startSharedApp({ worker: false })
returnBeforeVerifactu(app)
const therapist = await app.person('therapist')
await openPractice(app, therapist)
const clientId = await addPayingClient(app, therapist)

const payerOfCompany = {
  kind: 'organization',
  organizationType: 'company',
  contactId: null,
  name: 'Société Soleil',
  street: 'Rue 1',
  postalCode: '75001',
  city: 'Paris',
  region: '',
  country: 'FR',
  email: null,
  reference: '',
  buyerReference: '',
  wantsDiagnosis: false,
  clientWantsDiagnosis: false,
} as const

const credit = (id: string, positions: number[]) =>
  therapist.api.invoice.credit({ id, command: randomUUID(), creditNoteId: randomUUID(), positions, reason: '' })
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { code: string }) => error.code,
  )

test('lines with tax that are credited one by one add up to the invoice @slow', async () => {
  const lines = ['3', '3', '3'].map((priceMinor) => draftLine({ priceMinor, taxRateBp: 1900 }))
  const { id, sheet } = await issueOf(therapist, clientId, lines)
  expect(sheet).toMatchObject({ netMinor: '9', taxMinor: '2', grossMinor: '11' })
  const notes = []
  for (const position of [2, 1, 3]) notes.push((await credit(id, [position])).sheet)
  expect(notes.map(({ taxMinor }) => taxMinor)).toEqual(['1', '0', '1'])
  expect(notes.flatMap(({ taxes }) => taxes.map(({ netMinor, rateBp }) => [netMinor, rateBp]))).toEqual(
    Array.from({ length: 3 }, () => ['3', 1900]),
  )
  expect(await therapist.api.invoice.get({ id })).toMatchObject({
    status: 'credited',
    creditedMinor: '11',
    openMinor: '0',
  })
})

test('a reason with letters that PDFs cannot show is refused by name before the number is given', async () => {
  const { id } = await issueOf(therapist, clientId)
  const note = { id, command: randomUUID(), creditNoteId: randomUUID(), positions: [1] }
  await expect(therapist.api.invoice.credit({ ...note, reason: '間違った時間' })).rejects.toMatchObject({
    code: 'LETTERS',
    data: { script: 'kana' },
  })
  expect((await therapist.api.invoice.get({ id })).creditedMinor).toBe('0')
  expect(await codeOf(therapist.api.invoice.credit({ ...note, reason: 'שעה שגויה' }))).toBeNull()
})

test('an invoice with the total 0 is credited once all of its lines are, and paid before', async () => {
  const free = () => draftLine({ priceMinor: '0' })
  const { id } = await issueOf(therapist, clientId, [free(), free()])
  const statusIn = async (filter: 'all' | 'paid') =>
    (await therapist.api.invoice.list({ filter, clientId, limit: 50 })).items.find((item) => item.id === id)?.status
  await credit(id, [2])
  expect([await statusIn('all'), await statusIn('paid')]).toEqual(['paid', 'paid'])
  await credit(id, [1])
  expect([await statusIn('all'), await statusIn('paid')]).toEqual(['credited', undefined])
  expect(await therapist.api.invoice.get({ id })).toMatchObject({ status: 'credited', creditedMinor: '0' })
})

test('a discount is credited together with what it discounts, and a credit note that would be negative is refused @slow', async () => {
  const discount = draftLine({ text: 'Rabatt', quantityMilli: -1000, priceMinor: '2000', serviceOn: null })
  const { id } = await issueOf(therapist, clientId, [draftLine(), discount])
  for (const alone of [[2], [1]]) expect(await codeOf(credit(id, alone)), String(alone)).toBe('CREDIT_BELOW_ZERO')
  const note = await credit(id, [1, 2])
  expect(note.sheet).toMatchObject({ grossMinor: '7500', lines: [{ creditsPosition: 1 }, { creditsPosition: 2 }] })
  const twice = await issueOf(therapist, clientId, [draftLine(), draftLine(), discount])
  expect((await credit(twice.id, [1])).sheet.grossMinor).toBe('9500')
  expect(await codeOf(credit(twice.id, [2]))).toBe('CREDIT_BELOW_ZERO')
  expect((await credit(twice.id, [2, 3])).sheet.grossMinor).toBe('7500')
  expect(await therapist.api.invoice.get({ id: twice.id })).toMatchObject({ status: 'credited', openMinor: '0' })
})

test('from 1 July 2027 a business that is or was in Spain issues neither invoices nor credit notes, and learns why @slow', async () => {
  const own = await app.person('therapist', 2)
  const record = await addPayingClient(app, own)
  const at = (instant: string): IssueContext => ({
    app: { ...app, clock: { now: () => new Date(instant) } },
    actor: { role: 'therapist', id: own.accountId },
    requestId: '',
  })
  const [before, after] = [at('2027-06-30T21:59:00Z'), at('2027-06-30T22:00:00Z')]
  const ids = () => ({ command: randomUUID(), creditNoteId: randomUUID() })
  const issueIn = async (country: string) => {
    await openPractice(app, own, { country })
    return (await issueOf(own, record)).id
  }
  const creditAt = (time: IssueContext, id: string) =>
    codeOf(creditInvoice(time, { id, ...ids(), positions: [1], reason: '' }))
  const correctAt = (time: IssueContext, id: string) =>
    codeOf(correctInvoice(time, { id, ...ids(), draftId: randomUUID() }))
  const [german, ...spanish] = [await issueIn('DE'), await issueIn('ES'), await issueIn('ES')]
  const [one = '', other = ''] = spanish
  expect(await creditAt(after, german)).toBe('VERIFACTU')
  await openPractice(app, own, { country: 'DE' })
  expect(await creditAt(after, one)).toBe('VERIFACTU')
  expect(await correctAt(after, other)).toBe('VERIFACTU')
  expect(await creditAt(before, one)).toBeNull()
  expect(await correctAt(before, other)).toBeNull()
  expect(await creditAt(after, german)).toBeNull()
})

test('in the EU, a credit note that needs a system of the state is refused by its name, from the day of that system on @slow', async () => {
  const own = await app.person('therapist', 8)
  await openPractice(app, own, { country: 'FR' })
  const record = await addPayingClient(app, own)
  const saved = await own.api.payer.get({ id: record })
  const company = { ...payerOfCompany, id: record, version: saved.payer.version }
  const { id: payerId, name } = await own.api.payer.save(company)
  await own.api.payer.recordAgreement({ id: record, payerId: payerId ?? '', name, day: '2026-11-02' })
  const invoices = [await issueOf(own, record), await issueOf(own, record)]
  const at = (time: string): IssueContext => ({
    app: { ...app, clock: { ...app.clock, now: () => new Date(time) } },
    actor: { role: 'therapist', id: own.accountId },
    requestId: '',
  })
  const creditAt = (time: string, id: string) =>
    creditInvoice(at(time), {
      id,
      command: randomUUID(),
      creditNoteId: randomUUID() as never,
      positions: [1],
      reason: '',
    } as never)
  const [one, other] = invoices.map(({ id }) => id)
  await expect(creditAt('2027-09-01T12:00:00Z', one ?? '')).rejects.toMatchObject({
    code: 'SYSTEM_REQUIRED',
    data: { system: 'plateforme' },
  })
  expect((await creditAt('2027-08-30T12:00:00Z', other ?? '')).kind).toBe('credit-note')
})

test('an invoice whose net sum is negative is not issued, even if its tax makes the total positive', async () => {
  const odd = [
    draftLine({ quantityMilli: -1000, priceMinor: '1000', serviceOn: null }),
    draftLine({ priceMinor: '900', taxRateBp: 5000 }),
  ]
  expect(await codeOf(issueOf(therapist, clientId, odd))).toBe('INCOMPLETE')
})

test('a correction writes its draft before it locks the series, after which nothing else is locked', async () => {
  const { id } = await issueOf(therapist, clientId)
  const nodes: string[] = []
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(JSON.stringify(node))
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  const asActor: TestApp['db']['asActor'] = (actor, work) =>
    app.db.asActor(actor, (tx) => work({ ...tx, kysely: tx.kysely.withPlugin(recorder) }))
  const context: IssueContext = {
    app: { ...app, db: { ...app.db, asActor } },
    actor: { role: 'therapist', id: therapist.accountId },
    requestId: '',
  }
  const draftId = randomUUID()
  await correctInvoice(context, { id, command: randomUUID(), creditNoteId: randomUUID(), draftId })
  const draftAt = nodes.findIndex((node) => node.startsWith('{"kind":"InsertQueryNode"') && node.includes(draftId))
  const seriesAt = nodes.findIndex((node) => node.includes('order by s.year, s.series for update'))
  expect(draftAt).toBeGreaterThan(-1)
  expect(seriesAt).toBeGreaterThan(draftAt)
})

test('a credit note says how what was paid comes back: by transfer until a day, as credit, or not at all @slow', async () => {
  const { id } = await issueOf(therapist, clientId, [draftLine({}), draftLine({}), draftLine({}), draftLine({})])
  const { sheet } = await therapist.api.invoice.get({ id })
  const note = async (position: number, refund?: 'transfer' | 'credit') => {
    const call = { id, command: randomUUID(), creditNoteId: randomUUID(), positions: [position], reason: 'Wrong date' }
    return (await therapist.api.invoice.credit({ ...call, ...(refund && { refund }) })).sheet
  }
  const unpaid = await note(1, 'transfer')
  expect(unpaid.refund).toEqual({ way: 'none', amountMinor: '0', by: null })
  const line = BigInt(unpaid.grossMinor)
  // Half of a line is open.
  const paid = BigInt(sheet.grossMinor) - line - line / 2n
  const { currency, issuedOn: paidOn } = sheet
  const payment = { invoiceId: id, amountMinor: String(paid), currency, paidOn, method: 'cash' as const, reference: '' }
  await therapist.api.payment.record({ id: randomUUID(), ...payment })
  const transferred = await note(2, 'transfer')
  const by = shiftDay(transferred.issuedOn, 14)
  expect(transferred.refund).toEqual({ way: 'transfer', amountMinor: String(line - line / 2n), by })
  expect((await note(3, 'credit')).refund).toEqual({ way: 'credit', amountMinor: String(line), by: null })
  expect((await note(4)).refund).toBeUndefined()
})
