import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../testing/app.ts'
import { queryAsRole } from '../../../../testing/database/database.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { unzip } from '../../../../testing/files/unzip.ts'
import { storeDocuments } from '../documents/documents.ts'
import type { ExportOrder } from './address.ts'
import { insertIssued } from '../invoice.issued.testing.ts'
import { invoiceDocument } from '../../billing-document/content/invoice-document.testing.ts'

let app: TestApp
let therapist: Person
const ids: string[] = []
const period = { from: '2026-11-01', until: '2026-11-30' }
const settings = { consultant: '1001', client: '7', chart: 'SKR03' } as const
beforeAll(async () => {
  app = await createTestApp({ worker: false })
  const [first, second, client] = await Promise.all([
    app.person('therapist'),
    app.person('therapist', 2),
    app.person('client'),
  ])
  therapist = first
  const clientId = await connectClient(app, therapist, client)
  const issue = (number: string, issuedOn: string, therapistId = therapist.accountId, of = clientId) =>
    insertIssued(app, { therapistId, clientId: of, sheet: invoiceDocument({ number, issuedOn }) })
  for (const [number, day] of [
    ['2026-0001', '2026-10-31'],
    ['2026-0002', '2026-11-01'],
    ['2026-0003', '2026-11-30'],
    ['2026-0004', '2026-12-01'],
  ] as const)
    ids.push(await issue(number, day))
  await issue('X-1', '2026-11-15', second.accountId, await connectClient(app, second, client))
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ kysely }) =>
    sql`insert into app.payment (id, therapist_id, invoice_id, amount_minor, currency, paid_on, method, reference)
      values (${randomUUID()}, ${therapist.accountId}, ${ids[0]}, 8000, 'EUR', '2026-11-05', 'cash', '=1+1')`.execute(
      kysely,
    ),
  )
  await app.db.asActor({ role: 'worker', id: therapist.accountId }, (tx) =>
    storeDocuments(tx, ids[1] ?? '', [
      { kind: 'xml', bytes: Buffer.from('<xml/>') },
      { kind: 'pdf', bytes: Buffer.from('%PDF-1') },
    ]),
  )
})
afterAll(() => app.close())

const addressOf = async (order: ExportOrder) => (await therapist.api.invoice.exportPeriod(order)).url
const get = (url: string, person: Pick<Person, 'cookies'> | null = therapist) => {
  const cookie = person?.cookies()
  return fetch(app.address + url, { headers: cookie ? { cookie } : {} })
}

test('the journal has what was issued and paid in the period, and nothing of another therapist', async () => {
  const answer = await get(await addressOf({ ...period, as: 'journal' }))
  const text = await answer.text()
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  expect(answer.headers.get('content-disposition')).toBe(
    'attachment; filename="invoice-journal-2026-11-01-2026-11-30.csv"',
  )
  const rows = text.trimEnd().split('\r\n').slice(1)
  expect(rows.map((row) => row.split(',').slice(0, 3).join(','))).toEqual([
    '"2026-11-01","Invoice","2026-0002"',
    '"2026-11-05","Payment","2026-0001"',
    '"2026-11-30","Invoice","2026-0003"',
  ])
  expect(text).toContain(`80.00,"EUR","","Cash","'=1+1"`)
  expect(text).not.toContain('X-1')
})

test('the journal of numbers and the DATEV file download', async () => {
  const numbers = await (await get(await addressOf({ ...period, as: 'numbers' }))).text()
  expect(numbers.trimEnd().split('\r\n').slice(1)).toHaveLength(2)
  const datev = await get(await addressOf({ ...period, as: 'datev', datev: settings }))
  expect(datev.headers.get('content-disposition')).toContain('EXTF_Buchungsstapel_2026-11-01_2026-11-30.csv')
  expect((await datev.text()).trimEnd().split('\r\n')).toHaveLength(5)
})

test('the ZIP has the stored documents and an index, which names what is still being made', async () => {
  const answer = await get(await addressOf({ ...period, as: 'zip' }))
  const files = unzip(Buffer.from(await answer.arrayBuffer()))
  expect([...files.keys()]).toEqual(['Rechnung-2026-0002.pdf', 'Rechnung-2026-0002.xml', 'index.csv'])
  expect(files.get('Rechnung-2026-0002.xml')?.toString()).toBe('<xml/>')
  const index = files.get('index.csv')?.toString().trimEnd().split('\r\n').slice(1)
  expect(index?.map((row) => row.split(',').at(-1))).toEqual([
    '"Rechnung-2026-0002.pdf"',
    '"Rechnung-2026-0002.xml"',
    '"Being created"',
  ])
})

test('an address is for one therapist, one export, one use and one minute', async () => {
  const url = await addressOf({ ...period, as: 'journal' })
  expect((await get(url, null)).status).toBe(401)
  expect((await get(url, await app.person('therapist', 2))).status).toBe(404)
  expect((await get(url, await app.secondBrowser(therapist, 1))).status).toBe(401)
  for (const wrong of [
    url.replace('/journal?', '/numbers?'),
    url.replace(/seal=.+/, 'seal=AAAA'),
    '/api/invoice-export/zip',
  ])
    expect((await get(wrong)).status, wrong).toBe(403)
  expect((await get(url)).status).toBe(200)
  expect((await get(url)).status).toBe(403)
  const late = await addressOf({ ...period, as: 'journal' })
  app.clock.advance(62_000)
  expect((await get(late)).status).toBe(403)
})

test('an export is recorded in the audit log, and an impossible one is refused', async () => {
  const accountant = await app.person('therapist', 3)
  const order = { ...period, as: 'datev', datev: settings } as const
  await accountant.api.invoice.exportPeriod(order)
  const rows = await queryAsRole(
    'backup',
    app.databaseUrl,
    `select action, thing from app.audit where actor_id = '${accountant.accountId}' and thing = 'invoices'`,
  )
  expect(rows).toEqual([{ action: 'export', thing: 'invoices' }])
  for (const wrong of [
    { ...order, from: '2026-12-01' },
    { ...order, from: '2025-12-31' },
    { ...order, as: 'zip' as const },
    { from: '2024-01-01', until: '2026-01-01', as: 'journal' as const },
  ])
    await expect(accountant.api.invoice.exportPeriod(wrong)).rejects.toMatchObject({ status: 400 })
})
