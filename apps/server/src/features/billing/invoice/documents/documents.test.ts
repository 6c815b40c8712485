import { sql } from 'kysely'
import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp, type TestApp } from '../../../../testing/app.ts'
import { brokenOnResult } from '../../../../testing/database/broken-db.ts'
import { openingsInAudit } from '../../../../testing/database/audit.ts'
import { addPayingClient, issueOf, openPractice } from '../../../../testing/records/invoices.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { makeInvoiceDocuments, storeDocuments } from './documents.ts'
import { insertIssued } from '../invoice.issued.testing.ts'
import { invoiceDocument } from '../../billing-document/content/invoice-document.testing.ts'
import { brokenXmlRules } from '../einvoice/xml-rules.ts'
import { invoiceXml } from '../einvoice/xml.ts'

const organization = { kind: 'organization', buyerReference: '04011000-1' } as const
const sheetOf = (number: string) => invoiceDocument({ number, buyer: organization, diagnosis: 'F33.1' })
const app = await startSharedApp({ worker: false })
const [therapist, client] = await Promise.all([app.person('therapist'), app.person('client')])
const clientId = await connectClient(app, therapist, client)

const issue = (number: string, sheet = sheetOf(number)) =>
  insertIssued(app, { therapistId: therapist.accountId, clientId, sheet })
const job = (invoiceId: string) => ({ invoiceId, therapistId: therapist.accountId })
const worker = () => ({ role: 'worker', id: therapist.accountId }) as const
const get = (id: string, kind: string, person: Pick<Person, 'cookies'> | null) => {
  const cookie = person?.cookies()
  return fetch(`${app.address}/api/invoice/${id}/${kind}`, { headers: cookie ? { cookie } : {} })
}
const eventsOf = (id: string, kind: string) =>
  app.db.asActor(worker(), async ({ kysely }) => {
    const { rows } = await sql<{ data: { document: string }; actor: string | null }>`
      select data, actor_id as actor from app.invoice_event where invoice_id = ${id} and kind = ${kind} order by id`.execute(
      kysely,
    )
    return rows
  })
const jobsOf = async (invoiceId: string) => {
  const { rows } = await app.db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run(`select id from jobs.job where name = 'invoice-documents' and data->>'invoiceId' = $1`, [invoiceId]),
  )
  return rows.length
}
const storedOf = (id: string) =>
  app.db.asActor(worker(), async ({ kysely }) => {
    const { rows } = await sql<{ kind: string; sha256: string; bytes: Buffer }>`
      select kind, sha256, bytes from app.invoice_document where invoice_id = ${id} order by kind`.execute(kysely)
    return rows
  })

test('the documents of an issued invoice are made once, and a download returns the stored bytes @slow', async () => {
  const id = await issue('2026-0001')
  expect((await get(id, 'pdf', therapist)).status).toBe(409)
  await makeInvoiceDocuments(app, job(id))
  const stored = await storedOf(id)
  expect(stored.map(({ kind }) => kind)).toEqual(['pdf', 'xml', 'xrechnung'])
  for (const { kind, sha256, bytes } of stored) {
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    const answer = await get(id, kind, therapist)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
  }
  const [pdf, xml, xrechnung] = stored.map(({ bytes }) => bytes)
  expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-')
  expect(xml?.toString()).toBe(await invoiceXml(sheetOf('2026-0001'), 'factur-x'))
  expect(xrechnung?.toString()).not.toContain('F33.1')
  expect((await get(id, 'xrechnung', therapist)).headers.get('content-disposition')).toBe(
    'attachment; filename="Rechnung-2026-0001-xrechnung.xml"',
  )
  await makeInvoiceDocuments(app, job(id))
  expect(await storedOf(id)).toEqual(stored)
  expect((await eventsOf(id, 'document-made')).map(({ data }) => data.document).toSorted()).toEqual([
    'pdf',
    'xml',
    'xrechnung',
  ])
})

test('an issue enqueues the job of its documents, and a credit note that of its own @slow', async () => {
  const own = await app.person('therapist', 3)
  await openPractice(app, own)
  const invoice = await issueOf(own, await addPayingClient(app, own))
  expect(invoice.documents).toEqual([
    { kind: 'pdf', ready: false },
    { kind: 'xml', ready: false },
  ])
  expect(await jobsOf(invoice.id)).toBe(1)
  await makeInvoiceDocuments(app, { invoiceId: invoice.id, therapistId: own.accountId })
  expect((await own.api.invoice.get({ id: invoice.id })).documents.every(({ ready }) => ready)).toBe(true)
  const creditNoteId = randomUUID()
  const credit = { id: invoice.id, command: randomUUID(), creditNoteId, positions: [1], reason: '' }
  await own.api.invoice.credit(credit)
  expect(await jobsOf(creditNoteId)).toBe(1)
  await makeInvoiceDocuments(app, { invoiceId: creditNoteId, therapistId: own.accountId })
  const xml = await (await get(creditNoteId, 'xml', own)).text()
  expect(await brokenXmlRules(xml, 'factur-x')).toEqual([])
  expect(xml).toContain(`<ram:IssuerAssignedID>${invoice.sheet.number}</ram:IssuerAssignedID>`)
})

test('an invoice stays issued while its documents cannot be stored, and they follow @slow', async () => {
  const id = await issue('2026-0002')
  let isFull = true
  const full: TestApp['db'] = {
    ...app.db,
    asActor: (actor, work) =>
      app.db.asActor(actor, (tx) => {
        const run = work(tx)
        return isFull
          ? run.then((found) => {
              if (found !== undefined) return found
              throw Object.assign(new Error('could not extend file'), { code: '53100' })
            })
          : run
      }),
  }
  await expect(makeInvoiceDocuments({ ...app, db: full }, job(id))).rejects.toThrow('could not extend')
  expect(await storedOf(id)).toEqual([])
  expect((await get(id, 'pdf', therapist)).status).toBe(409)
  isFull = false
  await makeInvoiceDocuments({ ...app, db: full }, job(id))
  expect(await storedOf(id)).toHaveLength(3)
})

test('the last repetition of a failing job enqueues the next, and asking for a missing document does too', async () => {
  const id = await issue('2026-0003')
  const broken = brokenOnResult(app.db)
  await expect(makeInvoiceDocuments({ ...app, db: broken }, job(id), { last: false })).rejects.toThrow('went away')
  expect(await jobsOf(id)).toBe(0)
  await expect(makeInvoiceDocuments({ ...app, db: broken }, job(id), { last: true })).rejects.toThrow('went away')
  expect(await jobsOf(id)).toBe(1)
  expect((await get(id, 'pdf', therapist)).status).toBe(409)
  expect(await jobsOf(id)).toBe(2)
})

test('a document that was made again with other bytes is a fault and replaces nothing', async () => {
  const id = await issue('2026-0004')
  const store = (text: string) =>
    app.db.asActor(worker(), (tx) => storeDocuments(tx, id, [{ kind: 'xml', bytes: Buffer.from(text) }]))
  await store('one')
  await store('one')
  await expect(store('two')).rejects.toThrow('other bytes')
  expect((await storedOf(id)).map(({ bytes }) => bytes.toString())).toEqual(['one'])
})

test('a client opens the documents issued to them, also after a disconnect, once each in the history and once within 15 minutes in the audit log @slow', async () => {
  const id = await issue('2026-0005')
  await makeInvoiceDocuments(app, job(id))
  await therapist.api.connection.disconnect({ clientId, command: randomUUID() })
  for (const kind of ['pdf', 'pdf', 'xml']) expect((await get(id, kind, client)).status).toBe(200)
  expect((await get(id, 'pdf', therapist)).status).toBe(200)
  for (let time = 0; time < 3; time++) await client.api.invoice.mineOne({ id })
  expect(await eventsOf(id, 'opened')).toEqual([
    { data: { document: 'pdf' }, actor: client.accountId },
    { data: { document: 'xml' }, actor: client.accountId },
  ])
  expect(await openingsInAudit(app, { actorId: client.accountId, thingId: id })).toEqual(['client open invoice once'])
  expect(await openingsInAudit(app, { actorId: therapist.accountId, thingId: id })).toEqual([])
})

test('others get 404, admins are refused, and nobody without a login gets anything @slow', async () => {
  const id = await issue(
    '2026-0006',
    invoiceDocument({ number: '2026-0006', currency: 'USD', seller: { country: 'US' } }),
  )
  await makeInvoiceDocuments(app, job(id))
  const [stranger, otherClient, admin] = await Promise.all([
    app.person('therapist', 2),
    app.person('client', 2),
    app.person('admin'),
  ])
  expect((await get(id, 'pdf', therapist)).status).toBe(200)
  for (const kind of ['xml', 'receipt', 'nothing']) expect((await get(id, kind, therapist)).status, kind).toBe(404)
  for (const person of [stranger, otherClient]) expect((await get(id, 'pdf', person)).status).toBe(404)
  expect((await get(randomUUID(), 'pdf', therapist)).status).toBe(404)
  expect((await get('..%2f..', 'pdf', therapist)).status).toBe(404)
  expect([403, 401]).toContain((await get(id, 'pdf', admin)).status)
  expect((await get(id, 'pdf', null)).status).toBe(401)
  const weak = await app.secondBrowser(therapist, 1)
  expect((await get(id, 'pdf', weak)).status).toBe(401)
})

test('a client sees the logo that an invoice was issued with, also after a disconnect, and nobody else does @slow', async () => {
  const own = await app.person('therapist', 4)
  const [payer, otherClient] = await Promise.all([app.person('client', 3), app.person('client', 2)])
  const [record, other] = [await connectClient(app, own, payer), await connectClient(app, own, otherClient)]
  const logo = (text: string) => {
    const bytes = Buffer.from(text)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { therapist_id: own.accountId, sha256, mime: 'image/png', bytes }
  }
  const [printed, later] = [logo('printed'), logo('later')]
  const asOwn = { role: 'therapist', id: own.accountId } as const
  await app.db.asActor(asOwn, ({ kysely }) => kysely.insertInto('business_logo').values([printed, later]).execute())
  const issueWith = (number: string, client: string, logoSha: string | null) =>
    insertIssued(app, {
      therapistId: own.accountId,
      clientId: client,
      sheet: invoiceDocument({ number, seller: { logoSha } }),
    })
  await issueWith('2026-0001', record, printed.sha256)
  await issueWith('2026-0002', other, null)
  const read = async (person: Pick<Person, 'cookies'> | null, sha = printed.sha256) => {
    const cookie = person?.cookies()
    const answer = await fetch(`${app.address}/api/storage/business-logo/${sha}`, { headers: cookie ? { cookie } : {} })
    return answer.status === 200 ? Buffer.from(await answer.arrayBuffer()) : answer.status
  }
  for (const isConnected of [true, false]) {
    expect(await read(payer), String(isConnected)).toEqual(printed.bytes)
    if (isConnected) await own.api.connection.disconnect({ clientId: record, command: randomUUID() })
  }
  expect(await read(own)).toEqual(printed.bytes)
  expect(await read(payer, later.sha256)).toBe(404)
  for (const person of [otherClient, client, therapist]) expect(await read(person)).toBe(404)
  expect([403, 401]).toContain(await read(await app.person('admin')))
  expect(await read(null)).toBe(401)
})

test('a draft has no documents', async () => {
  const id = randomUUID()
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async ({ kysely }) => {
    await sql`insert into app.invoice (id, therapist_id, client_id, language, currency)
      values (${id}, ${therapist.accountId}, ${clientId}, 'de', 'EUR')`.execute(kysely)
  })
  await makeInvoiceDocuments(app, job(id))
  expect(await storedOf(id)).toEqual([])
  expect((await get(id, 'pdf', therapist)).status).toBe(404)
})
