import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { openingsInAudit } from '../../../../testing/database/audit.ts'
import { queryAsRole } from '../../../../testing/database/database.ts'
import { insertIssuedInvoice } from '../../../../testing/records/issued-invoices.ts'
import { insertOrganization } from '../../../../testing/records/payers.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { readPdf } from '../../../../platform/pdf/reading.testing.ts'

const app = await startSharedApp({ worker: false })
const [therapist, client] = await Promise.all([app.person('therapist'), app.person('client')])
const clientId = await connectClient(app, therapist, client)
const issue = (issuedOn: string, part: { currency?: string; corrects?: string; grossMinor?: string } = {}) =>
  insertIssuedInvoice(app, { therapistId: therapist.accountId, clientId, issuedOn, ...part })
const pay = (invoiceId: string, paidOn: string, amountMinor: string, currency = 'EUR') =>
  therapist.api.payment.record({
    id: randomUUID(),
    invoiceId,
    amountMinor,
    currency,
    paidOn,
    method: 'bank-transfer',
    reference: '',
  })
const earlier = await issue('2024-12-30')
const one = await issue('2025-03-01', { grossMinor: '10000' })
const two = await issue('2025-04-01', { grossMinor: '20000' })
await issue('2025-05-01', { grossMinor: '20000', corrects: two })
const swiss = await issue('2025-06-01', { grossMinor: '15000', currency: 'CHF' })
await pay(earlier, '2025-01-05', '9500')
await pay(one, '2025-03-10', '4000')
await pay(one, '2026-01-02', '6000')
await pay(swiss, '2025-06-20', '15000', 'CHF')

const get = (person: Person | null, year: number | string, of = clientId) =>
  fetch(`${app.address}/api/statement/${of}/${year}`, person ? { headers: { cookie: person.cookies() } } : {})
const textOf = async (answer: Response) =>
  readPdf(Buffer.from(await answer.arrayBuffer()))
    .pages.join('\n')
    .replaceAll('\u00a0', ' ')

test('the statement of a year lists invoices, credit notes and payments, with sums of each currency alone @slow', async () => {
  for (const person of [therapist, client]) {
    const answer = await get(person, 2025)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="Statement-2025.pdf"')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const text = await textOf(answer)
    expect(text).toContain('What was billed and paid in 2025')
    const [francs = '', euros = ''] = text.split('Invoices (EUR)')
    expect(francs).toMatch(/Invoices \(CHF\)[^]*1 Jun 2025 2025-0004 Invoice CHF 150\.00\nBilled in 2025 CHF 150\.00/)
    expect(francs).toMatch(
      /Payments \(CHF\)[^]*20 Jun 2025 2025-0004 Bank transfer CHF 150\.00\nPaid in 2025 CHF 150\.00/,
    )
    expect(euros).toMatch(
      /2025-0001 Invoice €100\.00[^]*2025-0002 Invoice €200\.00[^]*2025-0003 Credit note −€200\.00\nBilled in 2025 €100\.00/,
    )
    expect(euros).toMatch(
      /5 Jan 2025 2024-0001 Bank transfer €95\.00[^]*10 Mar 2025 2025-0001 Bank transfer €40\.00\nPaid in 2025 €135\.00/,
    )
    expect(euros).not.toMatch(/2 Jan 2026|€60\.00|CHF/)
  }
})

test('a year with payments alone has a statement, a year without anything has none @slow', async () => {
  expect(await therapist.api.payment.statementYears({ clientId })).toEqual({ years: [2026, 2025, 2024], letters: [] })
  const text = await textOf(await get(client, 2026))
  expect(text).toMatch(/Payments\n[^]*2025-0001 Bank transfer €60\.00\nPaid in 2026 €60\.00/)
  expect(text).not.toMatch(/Billed in|Invoices/)
  for (const year of [2023, 'x', '20250']) expect((await get(client, year)).status).toBe(404)
})

test('only the therapist and the client of the record get a statement, even after a disconnect @slow', async () => {
  const [stranger, colleague] = await Promise.all([app.person('client', 2), app.person('therapist', 2)])
  const foreign = await connectClient(app, colleague, client)
  for (const person of [stranger, colleague]) expect((await get(person, 2025)).status).toBe(404)
  expect((await get(await app.person('admin'), 2025)).status).toBe(403)
  expect((await get(null, 2025)).status).toBe(401)
  expect((await get(client, 2025, foreign)).status).toBe(404)
  await expect(colleague.api.payment.statementYears({ clientId })).rejects.toMatchObject({ status: 404 })
  expect(await stranger.api.payment.ownStatements({})).toEqual({ items: [] })

  await client.api.connection.disconnect({ clientId, command: randomUUID() })
  const { items } = await client.api.payment.ownStatements({})
  expect(items.map(({ year }) => year)).toEqual([2026, 2025, 2024])
  expect(items[0]).toMatchObject({ clientId, businessName: 'Praxis Lindqvist' })
  for (const year of [2025, 2025, 2026]) expect((await get(client, year)).status).toBe(200)
  expect(await openingsInAudit(app, { actorId: client.accountId, thingId: clientId })).toEqual([
    'client open statement once',
  ])
  const rows = await queryAsRole(
    'backup',
    app.databaseUrl,
    `select distinct action, thing, actor_role from app.audit where thing = 'statement' order by action`,
  )
  expect(rows).toEqual([
    { action: 'export', thing: 'statement', actor_role: 'therapist' },
    { action: 'open', thing: 'statement', actor_role: 'client' },
  ])
})

test('a year whose payer has letters that PDFs cannot show has no statement, and is named before', async () => {
  const record = await connectClient(app, therapist, await app.person('client', 4))
  const order = { therapistId: therapist.accountId, clientId: record, country: 'DE' }
  const payerId = await insertOrganization(app, therapist, record, { email: null })
  await insertIssuedInvoice(app, { ...order, issuedOn: '2027-01-05', buyerName: '東京保険', payerId })
  await insertIssuedInvoice(app, { ...order, issuedOn: '2028-01-05', buyerName: 'AOK', payerId })
  const letters = [{ year: 2027, script: 'han' }]
  expect(await therapist.api.payment.statementYears({ clientId: record })).toEqual({ years: [2028, 2027], letters })
  const refused = await get(therapist, 2027, record)
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'LETTERS' }])
  expect((await get(therapist, 2028, record)).status).toBe(200)
})
