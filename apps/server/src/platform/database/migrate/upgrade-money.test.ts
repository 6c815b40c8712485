import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { invoiceDocument } from '../../../features/billing/billing-document/content/invoice-document.testing.ts'
import { createTestApp, type TestApp } from '../../../testing/app.ts'
import { openTestBrowser } from '../../../testing/browser.ts'
import { createDatabase } from '../../../testing/database/database.ts'
import { insertLogin } from '../../../testing/people.ts'
import { writeAsOwner } from '../../../testing/practice.ts'
import { businessRow } from '../../../testing/records/invoices.ts'
import { migrate, readMigrations } from './migrate.ts'

/** The last migration before the schema had tax ids and types of payers, credit, and reversals by the bank. */
const lastBefore = '0239-search-names.sql'
const [therapist, home, abroad, homeDraft, abroadDraft, issued, payment] = Array.from({ length: 7 }, () =>
  randomUUID(),
) as [string, string, string, string, string, string, string]
const mapping = { day: 0, amount: 1, text: 2, decimal: 'comma', dayOrder: 'day-first', currency: 'EUR' }
const fingerprint = 'f'.repeat(64)

let drop: () => Promise<void>
let db: pg.Client
let app: TestApp | undefined
let api: ReturnType<typeof openTestBrowser>['api']

beforeAll(async () => {
  const database = await createDatabase(inject('adminUrl'))
  ;({ drop } = database)
  const known = readMigrations()
  await migrate(database.url, known.slice(0, known.findIndex(({ name }) => name === lastBefore) + 1))
  db = new pg.Client(database.url)
  await db.connect()
  await insertMoney()
  await migrate(database.url)
  const started = (app = await createTestApp({ databaseUrl: database.url, worker: false }))
  const caller = openTestBrowser(started.address, started.site.key)
  await insertLogin(started, started.privileged, caller, therapist, 2)
  ;({ api } = caller)
})
afterAll(async () => {
  await app?.close()
  await db.end()
  await drop()
})

test('after an upgrade, a draft to an organization without tax id and type is read and issued', async () => {
  const draft = await api.invoice.get({ id: homeDraft })
  expect(draft).toMatchObject({ status: 'draft', missing: [], payer: { name: 'Hanse', agreed: true } })
  expect((await api.payer.get({ id: home })).payer).toMatchObject({ taxId: '', organizationType: null })
  const { sheet } = await api.invoice.issue({ id: homeDraft, command: randomUUID() })
  expect(sheet).toMatchObject({ grossMinor: '9500', buyer: { name: 'Hanse', taxId: '' } })
})

test('after an upgrade, a draft with VAT to an organization abroad asks for the VAT ids, and is issued with reverse charge once it has them', async () => {
  const issue = () => api.invoice.issue({ id: abroadDraft, command: randomUUID() })
  await expect(issue()).rejects.toMatchObject({ code: 'INCOMPLETE' })
  const { missing } = await api.invoice.get({ id: abroadDraft })
  expect(missing.map(({ of, field }) => `${of}.${field}`)).toEqual([
    'business.reverseChargeId',
    'payer.reverseChargeId',
  ])
  const { fields, version } = await api.business.own({})
  await api.business.save({ version, fields: { ...fields, vatId: 'DE136695976' } as never })
  const { payer } = await api.payer.get({ id: abroad })
  const { version: payerVersion, kind, name, street, postalCode, city, region, country } = payer
  const ids = { taxId: 'ATU13585627', organizationType: 'company' } as const
  const rest = { contactId: null, email: null, reference: '', buyerReference: '', wantsDiagnosis: false }
  const address = { street, postalCode, city, region, country }
  const saved = {
    ...ids,
    ...rest,
    ...address,
    id: abroad,
    version: payerVersion,
    kind,
    name,
    clientWantsDiagnosis: false,
  }
  await api.payer.save(saved)
  expect((await issue()).sheet).toMatchObject({ taxMinor: '0', taxes: [{ category: 'AE' }] })
})

test('after an upgrade, an issued invoice with its payment, and the mapping of a bank are as they were', async () => {
  const invoice = await api.invoice.get({ id: issued })
  expect(invoice).toMatchObject({ status: 'paid', openMinor: '0', payments: [{ id: payment, amountMinor: '9500' }] })
  expect(invoice.sheet.number).toBe('2026-0001')
  await writeAsOwner(db, async () => {
    const { rows } = await db.query('select mapping from app.bank_mapping')
    expect(rows).toEqual([{ mapping }])
  })
})

test('after an upgrade, only payments that existed before it can be of a pair that an earlier version recorded', async () => {
  await api.payment.record({
    id: randomUUID(),
    invoiceId: issued,
    amountMinor: '100',
    currency: 'EUR',
    paidOn: '2026-02-03',
    method: 'cash',
    reference: '',
  })
  await writeAsOwner(db, async () => {
    const { rows } = await db.query<{ old: boolean }>(
      'select recorded_before_reversals as old from app.payment order by recorded_at',
    )
    expect(rows).toEqual([{ old: true }, { old: false }])
  })
})

/** Inserts a row with the columns of the earlier version. Objects are stored as JSON. */
async function insert(table: string, row: Record<string, unknown>): Promise<void> {
  const columns = Object.keys(row)
  const values = Object.values(row).map((value) => (typeof value === 'object' && value ? JSON.stringify(value) : value))
  await db.query(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')})`,
    values,
  )
}

/** Inserts a business, two organizations that pay, a draft for each, an issued invoice with a payment from a bank file, and a mapping. */
async function insertMoney(): Promise<void> {
  await writeAsOwner(db, async () => {
    const name = { first_name: 'Nora', last_name: 'Lindqvist', role: 'therapist', zone: 'Europe/Berlin' }
    await insert('app.profile', { account_id: therapist, email: 'nora@example.org', ...name, onboarded_at: 'now' })
    await insert('app.calendar', { therapist_id: therapist, account_id: therapist })
    await insert('auth."user"', { id: therapist, email: 'nora@example.org', email_verified: true })
    await insert('app.business', { ...businessRow(therapist), tax_profile: 'de-exempt' })
    for (const [id, country, draft, rate] of [
      [home, 'DE', homeDraft, null],
      [abroad, 'AT', abroadDraft, 1900],
    ] as const)
      await insertDraft({ id, country, draft, rate })
    await insert('app.bank_mapping', { therapist_id: therapist, fingerprint, mapping })
    await insertIssuedAndPaid()
  })
}

/** Issues an invoice with a number and a document, and records its payment from a bank file. */
async function insertIssuedAndPaid(): Promise<void> {
  await insertDraft({ id: randomUUID(), country: 'DE', draft: issued, rate: 0 })
  await db.query(
    `update app.invoice_line set tax_category = 'E', exempt_code = 'VATEX-EU-132-1C' where invoice_id = $1`,
    [issued],
  )
  await db.query('update app.invoice set net_minor = 9500, gross_minor = 9500 where id = $1', [issued])
  await insert('app.invoice_series', { therapist_id: therapist, year: 2026, last: 1 })
  await db.query(
    `update app.invoice set status = 'issued', year = 2026, number = 1, number_text = '2026-0001', issued_on = '2026-02-02', due_on = '2026-02-16',
       issued_at = '2026-02-02T10:00:00Z', frozen = $2, command = $3 where id = $1`,
    [issued, JSON.stringify(invoiceDocument({ number: '2026-0001', issuedOn: '2026-02-02' })), randomUUID()],
  )
  await insert('app.payment', {
    id: payment,
    therapist_id: therapist,
    invoice_id: issued,
    amount_minor: 9500,
    currency: 'EUR',
    paid_on: '2026-02-03',
    method: 'bank-transfer',
    provider_id: `bank:${'a'.repeat(64)}`,
  })
}

type Draft = { id: string; country: string; draft: string; rate: number | null }

/** Inserts a client whose invoices an organization pays, and a draft with one line. */
async function insertDraft({ id, country, draft, rate }: Draft): Promise<void> {
  const owner = { therapist_id: therapist }
  const payerId = randomUUID()
  await insert('app.client', { ...owner, id, first_name: 'Ana', last_name: country, status: 'active' })
  await insert('app.payer', {
    ...owner,
    id: payerId,
    client_id: id,
    kind: 'organization',
    name: 'Hanse',
    street: 'Street 1',
    postal_code: country === 'AT' ? '1010' : '20095',
    city: 'Town',
    country,
    agreed_at: '2026-01-02T10:00:00Z',
    agreed_by: 'therapist',
  })
  await insert('app.invoice', {
    ...owner,
    id: draft,
    client_id: id,
    payer_id: payerId,
    language: 'de',
    currency: 'EUR',
  })
  await insert('app.invoice_line', {
    ...owner,
    invoice_id: draft,
    position: 1,
    service_on: '2026-01-12',
    text: 'Coaching',
    price_minor: 9500,
    net_minor: 9500,
    tax_rate_bp: rate,
  })
}
