import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { editClientRecord } from '../../../testing/records/clients.ts'
import { draftLine } from '../../../testing/records/invoices.ts'
import { insertOrganization } from '../../../testing/records/payers.ts'
import { queryAsRole } from '../../../testing/database/database.ts'
import type { Person } from '../../../testing/people.ts'
import { codeAsOwner } from '../invoice/retention/immutable.testing.ts'
import { readPdf } from '../../../platform/pdf/reading.testing.ts'
import { makeSuperbillDocument } from './superbill.document.ts'
import { billSessions, connectPayingClient, newSuperbill, openAustin, payInvoice } from './superbill.testing.ts'

const app = await startSharedApp({ worker: false })
const [therapist, client] = await Promise.all([app.person('therapist'), app.person('client')])
await openAustin(app, therapist)
const clientId = await connectPayingClient(app, therapist, client)

type Bill = Parameters<typeof billSessions>[2]
const bill = (facts: Bill = {}, whose = clientId) => billSessions(app, { therapist, clientId: whose }, facts)
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { code: string }) => error.code,
  )
const job = (superbillId: string) => makeSuperbillDocument(app, { superbillId, therapistId: therapist.accountId })
const make = async (sessionIds: string[]) => {
  const made = await therapist.api.superbill.make(newSuperbill(clientId, sessionIds))
  await job(made.id)
  return made.id
}
const get = (person: Person | null, id: string) =>
  fetch(`${app.address}/api/superbill/${id}/pdf`, person ? { headers: { cookie: person.cookies() } } : {})
const listed = async (id: string) =>
  (await therapist.api.superbill.list({ clientId })).items.find((item) => item.id === id)
const paidOf = async (sessionIds: string[]) =>
  (await therapist.api.superbill.prepare({ clientId })).sessions.filter(({ sessionId }) =>
    sessionIds.includes(sessionId),
  )

test('only sessions of fully paid invoices can be on a superbill, with what was paid after a discount @slow', async () => {
  const discount = draftLine({ text: 'Discount', quantityMilli: -1000, priceMinor: '1001' })
  const [paid, unpaid, discounted] = [
    await bill(),
    await bill({ paid: false }),
    await bill({ count: 3, more: [discount] }),
  ]
  await payInvoice(therapist, unpaid.invoiceId, '14999')
  const offered = await paidOf([...paid.sessionIds, ...unpaid.sessionIds, ...discounted.sessionIds])
  expect(offered.filter(({ invoiceId }) => invoiceId === unpaid.invoiceId)).toEqual([])
  expect(offered.find(({ invoiceId }) => invoiceId === paid.invoiceId)).toMatchObject({
    code: 'CPT 90834',
    format: 'video',
    feeMinor: '15000',
    paidMinor: '15000',
    currency: 'USD',
    superbillId: null,
  })
  const parts = offered.filter(({ invoiceId }) => invoiceId === discounted.invoiceId).map((one) => one.paidMinor)
  expect(parts.toSorted()).toEqual(['14666', '14666', '14667'])

  expect(await codeOf(therapist.api.superbill.make(newSuperbill(clientId, unpaid.sessionIds)))).toBe('NOT_PAID')
  await payInvoice(therapist, unpaid.invoiceId, '1')
  expect(await codeOf(therapist.api.superbill.make(newSuperbill(clientId, unpaid.sessionIds)))).toBeNull()
})

test('a credited session, a fee for a missed session and a session that an organization pays are not offered @slow', async () => {
  const { invoiceId, sessionIds } = await bill({ count: 2 })
  const note = { command: randomUUID(), creditNoteId: randomUUID(), positions: [1], reason: '' }
  await therapist.api.invoice.credit({ id: invoiceId, ...note })
  expect((await paidOf(sessionIds)).map(({ sessionId }) => sessionId)).toEqual([sessionIds[1]])

  const missed = await bill({ status: 'no-show' })
  expect(await paidOf(missed.sessionIds)).toEqual([])

  const record = await connectPayingClient(app, therapist, await app.person('client', 6))
  await insertOrganization(app, therapist, record, { email: null })
  const ofInsurer = await bill({}, record)
  expect((await therapist.api.superbill.prepare({ clientId: record })).sessions).toEqual([])
  const call = therapist.api.superbill.make(newSuperbill(record, ofInsurer.sessionIds))
  expect(await codeOf(call)).toBe('NOT_PAID')
})

test('the stored PDF has the codes, the diagnosis, the numbers of the provider and the paid amount @slow', async () => {
  const { sessionIds } = await bill()
  const id = await make(sessionIds)
  const answers = await Promise.all([get(therapist, id), get(client, id)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const [own, theirs] = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())))
  expect(own?.equals(theirs ?? Buffer.alloc(0))).toBe(true)
  const { rows } = await app.db.asActor({ role: 'worker', id: therapist.accountId }, ({ kysely }) =>
    sql<{ sha256: string }>`select sha256 from app.superbill_document where superbill_id = ${id}`.execute(kysely),
  )
  expect(rows).toEqual([
    {
      sha256: createHash('sha256')
        .update(own ?? '')
        .digest('hex'),
    },
  ])
  expect(answers[0]?.headers.get('content-disposition')).toMatch(/filename="Superbill-2026-11-02-2026-11-02\.pdf"/)
  const text = readPdf(own ?? Buffer.alloc(0))
    .pages.join('\n')
    .replaceAll('\u00a0', ' ')
  for (const shown of ['1234567893', '12-3456789', 'TX-48112', 'F41.1', 'Generalized anxiety disorder', 'May 2, 1992'])
    expect(text).toContain(shown)
  expect(text).toContain(`${therapist.firstName} ${therapist.lastName}`)
  expect(text).toContain(`${client.firstName} ${client.lastName}`)
  expect(text).toMatch(/Nov 2, 2026 90834 95 10 A Psychotherapy, 45 minutes/)
  expect(text).toMatch(/\$150\.00 \$150\.00[^]*Total paid \$150\.00[^]*Balance due \$0\.00/)
  expect(text).toContain('The client has paid for these services in full')
  expect(text).toMatch(/Page 1 of 1/)
  expect(own?.toString('latin1')).toContain('/MediaBox [0 0 612 792]')
})

test('a discount on the invoice stands between the fees and what was paid @slow', async () => {
  const discount = draftLine({ text: 'Discount', quantityMilli: -1000, priceMinor: '1001' })
  const { sessionIds } = await bill({ count: 2, more: [discount] })
  const answer = await get(therapist, await make(sessionIds))
  const text = readPdf(Buffer.from(await answer.arrayBuffer())).pages.join('\n')
  expect(text).toMatch(/Total fees\s\$300\.00\s+Discount\s.\$10\.01\s+Total paid\s\$289\.99\s+Balance due\s\$0\.00/)
})

test('a superbill of many sessions has several pages @slow', async () => {
  const { sessionIds } = await bill({ count: 40 })
  const id = await make(sessionIds)
  const { pages } = readPdf(Buffer.from(await (await get(client, id)).arrayBuffer()))
  expect(pages.length).toBeGreaterThan(1)
  expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`)
  expect(pages.join('\n').match(/90834/g)).toHaveLength(40)
})

test('what is missing is named field by field @slow', async () => {
  const other = await app.person('therapist', 3)
  await openAustin(app, other, { npi: '', license: '' })
  const bare = await connectPayingClient(app, other, await app.person('client', 3))
  await app.db.asActor({ role: 'therapist', id: other.accountId }, ({ kysely }) =>
    kysely.updateTable('client').set({ date_of_birth: null }).where('id', '=', bare).execute(),
  )
  const { sessionIds } = await billSessions(app, { therapist: other, clientId: bare })
  const missing = { business: ['npi', 'license'], client: ['dateOfBirth'], letters: [] }
  expect((await other.api.superbill.prepare({ clientId: bare })).missing).toEqual(missing)
  const call = other.api.superbill.make(newSuperbill(bare, sessionIds))
  await expect(call).rejects.toMatchObject({ code: 'INCOMPLETE', data: { missing } })
})

test('a business outside of the United States makes no superbill', async () => {
  const other = await app.person('therapist', 4)
  const record = await connectPayingClient(app, other, await app.person('client', 4))
  expect(await codeOf(other.api.superbill.prepare({ clientId: record }))).toBe('NOT_IN_US')
})

test('a code or a diagnosis of another form is refused, and so is an unknown letter @slow', async () => {
  const { sessionIds } = await bill()
  const [line] = newSuperbill(clientId, sessionIds).lines
  if (!line) throw new Error('no line')
  for (const changes of [
    { diagnoses: [{ code: 'anxiety', text: '' }] },
    { diagnoses: [] },
    { lines: [{ ...line, code: '870' }] },
    { lines: [{ ...line, modifiers: ['telehealth'] }] },
    { lines: [{ ...line, diagnoses: ['B' as const] }] },
    { lines: [line, line] },
  ])
    expect(await codeOf(therapist.api.superbill.make(newSuperbill(clientId, sessionIds, changes)))).toBe('BAD_REQUEST')
  const typed = { diagnoses: [{ code: ' f41.1 ', text: '' }], lines: [{ ...line, modifiers: ['gt'] }] }
  expect(await codeOf(therapist.api.superbill.make(newSuperbill(clientId, sessionIds, typed)))).toBeNull()
})

test("another therapist's client or session is not found, a client cannot write and an admin reads nothing @slow", async () => {
  const { sessionIds } = await bill()
  const [colleague, stranger, admin] = await Promise.all([
    app.person('therapist', 2),
    app.person('client', 2),
    app.person('admin'),
  ])
  await openAustin(app, colleague)
  const record = await connectPayingClient(app, colleague, client)
  const wanted = newSuperbill(clientId, sessionIds)
  expect(await codeOf(colleague.api.superbill.make(wanted))).toBe('NOT_FOUND')
  expect(await codeOf(colleague.api.superbill.make({ ...wanted, clientId: record }))).toBe('NOT_FOUND')
  expect(await codeOf(therapist.api.superbill.make(newSuperbill(clientId, [randomUUID()])))).toBe('NOT_FOUND')
  expect(await codeOf(client.api.superbill.make(wanted))).toBe('FORBIDDEN')
  const id = await make(sessionIds)
  for (const person of [colleague, stranger]) expect((await get(person, id)).status).toBe(404)
  expect((await get(admin, id)).status).toBe(403)
  expect((await get(null, id)).status).toBe(401)
  for (const call of ['prepare', 'list'] as const)
    expect(await codeOf(colleague.api.superbill[call]({ clientId }))).toBe('NOT_FOUND')
  expect(await codeOf(colleague.api.superbill.withdraw({ id }))).toBe('NOT_FOUND')
  expect(await codeOf(admin.api.superbill.list({ clientId }))).toBe('FORBIDDEN')
  expect(await stranger.api.superbill.mine({})).toEqual({ items: [] })
})

test('the same command twice makes one superbill, and another content with its id is refused @slow', async () => {
  const { sessionIds } = await bill()
  const wanted = newSuperbill(clientId, sessionIds)
  const [one, two] = await Promise.all([therapist.api.superbill.make(wanted), therapist.api.superbill.make(wanted)])
  expect(two).toEqual(one)
  expect((await therapist.api.superbill.list({ clientId })).items.filter(({ id }) => id === wanted.id)).toHaveLength(1)
  const other = { ...wanted, diagnoses: [{ code: 'F32.0', text: '' }] }
  expect(await codeOf(therapist.api.superbill.make(other))).toBe('CONFLICT')
})

test('a session is on one valid superbill: it is shown as such, and can be on another after a withdrawal @slow', async () => {
  const { sessionIds } = await bill()
  const both = await Promise.allSettled(
    [1, 2].map(() => therapist.api.superbill.make(newSuperbill(clientId, sessionIds))),
  )
  const [made] = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  if (!made) throw new Error('no superbill')
  await job(made)
  expect(await paidOf(sessionIds)).toMatchObject([{ superbillId: made }])
  expect(await codeOf(therapist.api.superbill.make(newSuperbill(clientId, sessionIds)))).toBe('ALREADY_MADE')

  const withdrawn = await therapist.api.superbill.withdraw({ id: made })
  expect(withdrawn.withdrawn).toMatchObject({ reason: 'therapist' })
  expect(await therapist.api.superbill.withdraw({ id: made })).toEqual(withdrawn)
  for (const person of [therapist, client]) expect((await get(person, made)).status).toBe(404)
  expect((await client.api.superbill.mine({})).items.find(({ id }) => id === made)?.withdrawn).not.toBeNull()
  const next = await make(sessionIds)
  expect((await get(client, next)).status).toBe(200)
})

test('a superbill is withdrawn when less is paid of an invoice than it states @slow', async () => {
  const [one, two] = [await bill({ paid: false }), await bill({ count: 2 })]
  const paymentId = await payInvoice(therapist, one.invoiceId, '16000')
  const [first, second] = [await make(one.sessionIds), await make(two.sessionIds)]
  await therapist.api.payment.reverse({ id: randomUUID(), paymentId, amountMinor: '1000' })
  expect((await listed(first))?.withdrawn).toBeNull()
  await therapist.api.payment.reverse({ id: randomUUID(), paymentId, amountMinor: '1' })
  expect((await listed(first))?.withdrawn).toMatchObject({ reason: 'payment' })
  const note = { command: randomUUID(), creditNoteId: randomUUID(), positions: [2], reason: '' }
  await therapist.api.invoice.credit({ id: two.invoiceId, ...note })
  expect((await listed(second))?.withdrawn).toMatchObject({ reason: 'credit' })
  for (const id of [first, second]) expect((await get(client, id)).status).toBe(404)
  expect(await paidOf(one.sessionIds)).toEqual([])
})

test('nobody changes or deletes a superbill, not the owner of the tables either, and no line is added later @slow', async () => {
  const { sessionIds } = await bill({ count: 2 })
  const id = await make(sessionIds.slice(0, 1))
  await therapist.api.superbill.withdraw({ id })
  const owner = new pg.Client({ connectionString: app.databaseUrl })
  await owner.connect()
  const tables = ['superbill', 'superbill_line', 'superbill_document', 'superbill_withdrawal']
  const before = tables.map((table) => `alter table app.${table} no force row level security`).join(';')
  try {
    for (const table of tables) {
      const changes = [`update app.${table} set therapist_id = $1`, `delete from app.${table} where therapist_id = $1`]
      for (const statement of changes)
        expect(await codeAsOwner(owner, { statement, values: [therapist.accountId], before })).toBe('23001')
      const statement = `truncate app.${table} cascade`
      expect(await codeAsOwner(owner, { statement, values: [], before })).toBe('23001')
    }
    const statement = `insert into app.superbill_line (therapist_id, superbill_id, position, invoice_id, session_id)
      select therapist_id, superbill_id, 2, invoice_id, $2 from app.superbill_line where superbill_id = $1`
    expect(await codeAsOwner(owner, { statement, values: [id, sessionIds[1]], before })).toBe('AT001')
  } finally {
    await owner.end()
  }
})

test('the client gets a notification and an email once, and no diagnosis is in them or in a list @slow', async () => {
  const { sessionIds } = await bill()
  const before = (await client.api.notification.list({})).items.length
  const id = await make(sessionIds)
  await job(id)
  const { items } = await client.api.notification.list({})
  const notices = items.slice(0, items.length - before)
  expect(notices.map(({ kind }) => kind)).toEqual(['superbill-made'])
  const { rows } = await app.db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<{ id: string }>(`select id from app.mail where subject_id = $1 and state = 'waiting'`, [id]),
  )
  expect(rows).toHaveLength(1)
  await app.mailer.deliver({ mailId: rows[0]?.id ?? '' }, { retryCount: 0, last: false })
  const mail = app.inbox.mails.findLast(({ to }) => JSON.stringify(to).includes(client.email))
  expect(mail?.text).toContain('/dashboard/client/payments')
  const lists = await Promise.all([
    therapist.api.superbill.list({ clientId }),
    therapist.api.superbill.prepare({ clientId }),
    client.api.superbill.mine({}),
  ])
  const written = `${JSON.stringify([notices, ...lists])} ${mail?.subject} ${mail?.text} ${String(mail?.html)}`
  expect(written).not.toMatch(/F41\.1|anxiety/i)
  const announced = notices.map(({ title, message }) => `${title} ${message}`).join(' ')
  expect(`${announced} ${mail?.subject} ${mail?.text}`).not.toMatch(/150|Psychotherapy, 45|90834/)
})

test('an email about a superbill that was withdrawn meanwhile is not sent @slow', async () => {
  const id = await make((await bill()).sessionIds)
  await therapist.api.superbill.withdraw({ id })
  const { rows } = await app.db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<{ id: string }>(`select id from app.mail where subject_id = $1`, [id]),
  )
  const sent = app.inbox.mails.length
  await app.mailer.deliver({ mailId: rows[0]?.id ?? '' }, { retryCount: 0, last: false })
  expect(app.inbox.mails).toHaveLength(sent)
})

test("a client's download is in the audit log and works after a disconnect @slow", async () => {
  const other = await app.person('client', 5)
  const record = await connectPayingClient(app, therapist, other)
  const { sessionIds } = await bill({}, record)
  const { id } = await therapist.api.superbill.make(newSuperbill(record, sessionIds))
  expect((await get(other, id)).status).toBe(409)
  await job(id)
  await other.api.connection.disconnect({ clientId: record, command: randomUUID() })
  expect((await get(other, id)).status).toBe(200)
  expect((await other.api.superbill.mine({})).items).toMatchObject([{ id, ready: true, sessions: 1 }])
  const rows = await queryAsRole(
    'backup',
    app.databaseUrl,
    `select action, actor_role from app.audit where thing = 'superbill' and thing_id = '${id}' order by action`,
  )
  expect(rows).toEqual([
    { action: 'make', actor_role: 'therapist' },
    { action: 'open', actor_role: 'client' },
  ])
})

test('letters that PDFs cannot show are named before a superbill is made, of the client and of a diagnosis @slow', async () => {
  const record = await connectPayingClient(app, therapist, await app.person('client', 7))
  const { sessionIds } = await bill({}, record)
  const order = newSuperbill(record, sessionIds)
  const lettersOf = (diagnoses: typeof order.diagnoses) =>
    therapist.api.superbill.make({ ...order, diagnoses }).then(
      () => null,
      (error: { data: { missing: { letters: unknown } } }) => error.data.missing.letters,
    )
  await editClientRecord(therapist, record, { lastName: '山田' })
  const client7 = { of: 'client', script: 'han' }
  expect((await therapist.api.superbill.prepare({ clientId: record })).missing.letters).toEqual([client7])
  const korean = order.diagnoses.map((one) => ({ ...one, text: '불안' }))
  expect(await lettersOf(korean)).toEqual([client7, { of: 'service', script: 'hangul' }])
  await editClientRecord(therapist, record, { lastName: 'Yamada' })
  expect(await lettersOf(order.diagnoses)).toBeNull()
})
