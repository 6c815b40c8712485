import { invoiceRetention, keptUntil } from '@attune/contract/features/billing/invoice/invoice.retention.rules'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { runCleanups } from '../../../../jobs.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import { tablesContaining } from '../../../../testing/database/canary.ts'
import { minimalClient } from '../../../../testing/records/clients.ts'
import { insertIssuedInvoice } from '../../../../testing/records/issued-invoices.ts'
import { waitingLocks } from '../../../../testing/database/locks.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { codeAsOwner } from './immutable.testing.ts'
import {
  eraseAccount,
  eraseAt,
  insertBilledSession,
  insertFullInvoice,
  insertPaidSuperbill,
  documentNumbers,
  readAll,
  receiptsOf,
} from './retention.testing.ts'

const app = await startSharedApp({ worker: false })
const owner = new pg.Client({ connectionString: app.databaseUrl })
await owner.connect()
afterAll(() => owner.end())

let people = 0
/** Creates a therapist in a zone, with a connected client. `issue` issues an invoice to the client on a day. */
async function practice(zone = 'UTC') {
  const n = ++people
  const [therapist, client] = [await app.person('therapist', n), await app.person('client', n)]
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ kysely }) =>
    kysely.updateTable('profile').set({ zone }).where('account_id', '=', therapist.accountId).execute(),
  )
  const clientId = await connectClient(app, therapist, client)
  const issue = (issuedOn: string, changes: { corrects?: string; country?: string } = {}) =>
    insertIssuedInvoice(app, { therapistId: therapist.accountId, clientId, issuedOn, ...changes })
  return { therapist, client, clientId, issue }
}

const erasedNumbers = async (therapist: Person) => (await documentNumbers(app, therapist)).erased

test.each([
  ['America/New_York', '2010-06-01', '2021-01-01T04:59:59Z', '2021-01-01T05:00:00Z'],
  ['Pacific/Kiritimati', '2008-02-29', '2018-12-31T09:59:59Z', '2018-12-31T10:00:00Z'],
  ['Europe/Berlin', '2013-12-31', '2023-12-31T22:59:59Z', '2023-12-31T23:00:00Z'],
])(
  'in %s, an invoice of %s is kept on the last day of its retention and erased on the next @slow',
  async (...given) => {
    const [zone, issuedOn, last, next] = given
    const { therapist, client, issue } = await practice(zone)
    await issue(issuedOn)
    await eraseAccount(app, client)
    await eraseAt(app, last)
    expect(await documentNumbers(app, therapist)).toEqual({ kept: [`${issuedOn.slice(0, 4)}-0001`], erased: [] })
    await eraseAt(app, next)
    await eraseAt(app, next)
    expect(await documentNumbers(app, therapist)).toEqual({ kept: [], erased: [`${issuedOn.slice(0, 4)}-0001`] })
    expect(await receiptsOf(app, therapist)).toMatchObject([
      { until: keptUntil(issuedOn, 'DE'), invoices: 1, lines: 1 },
    ])
  },
)

test('invoices stay while both accounts exist, after a disconnect, without an account, and for a new account @slow', async () => {
  const { therapist, client, clientId, issue } = await practice()
  await issue('2004-05-04')
  await client.api.connection.disconnect({ clientId, command: randomUUID() })
  const record = randomUUID()
  await therapist.api.client.add({ ...minimalClient, id: record, firstName: 'Ana', lastName: 'Ruiz', invite: false })
  await insertIssuedInvoice(app, { therapistId: therapist.accountId, clientId: record, issuedOn: '2004-05-05' })
  await runCleanups(app)
  expect(await erasedNumbers(therapist)).toEqual([])
  await eraseAccount(app, client)
  const successor = await app.person('client', 900)
  await app.privileged.definer.query('update app.client set account_id = $2 where id = $1', [
    clientId,
    successor.accountId,
  ])
  await runCleanups(app)
  expect(await erasedNumbers(therapist)).toEqual([])
  // Simulates that the successor's account was moved to another record. The account still exists, so nothing is erased.
  const moveAccount = (to: string | null) =>
    app.privileged.definer.query('update app.client set account_id = $2 where id = $1', [clientId, to])
  await moveAccount(null)
  await runCleanups(app)
  expect(await erasedNumbers(therapist)).toEqual([])
  await moveAccount(successor.accountId)
  await eraseAccount(app, successor)
  await runCleanups(app)
  expect(await documentNumbers(app, therapist)).toEqual({ kept: ['2004-0002'], erased: ['2004-0001'] })
})

test('the erasure removes the payer’s name from every table and nothing that must be kept @slow', async () => {
  const mark = 'Zwetschgenbaum'
  const { therapist, client, clientId, issue } = await practice()
  const id = await insertFullInvoice(app, { therapist, clientId, issuedOn: '2010-05-04', mark })
  await issue('2010-05-06', { corrects: id })
  const sessionId = await insertBilledSession(app, { therapist, clientId, invoiceId: id })
  await issue('2023-01-02')
  const other = await practice()
  await insertFullInvoice(app, { ...other, issuedOn: '2010-05-04', mark: 'Apfelbaum' })
  const tablesOfOther = await tablesContaining(app.databaseUrl, 'Apfelbaum')
  expect(await tablesContaining(app.databaseUrl, mark)).toEqual(
    expect.arrayContaining([
      'app.invoice',
      'app.invoice_link',
      'app.invoice_reminder',
      'app.notification',
      'app.payment',
    ]),
  )
  await eraseAccount(app, client)
  await runCleanups(app)

  expect(await tablesContaining(app.databaseUrl, mark)).toEqual([])
  expect(await tablesContaining(app.databaseUrl, 'Apfelbaum')).toEqual(tablesOfOther)
  const columns = await readAll<{ name: string }>(
    app,
    `select table_name as name from information_schema.columns where table_schema = 'app' and column_name = 'invoice_id'`,
  )
  expect(columns.length).toBeGreaterThan(10)
  for (const { name } of columns.filter((column) => column.name !== 'invoice_erased'))
    expect(await readAll(app, `select from app.${name} where invoice_id = '${id}'`), name).toEqual([])
  expect(await receiptsOf(app, therapist)).toEqual([
    {
      until: '2020-12-31',
      reason: 'client-erased',
      invoices: 1,
      credit_notes: 1,
      lines: 2,
      payments: 2,
      reminders: 1,
      files: 2,
      links: 1,
      superbills: 0,
    },
  ])
  expect(
    await readAll(
      app,
      `select number_text, kind, issued_on::text, currency, gross_minor::text from app.invoice_erased where therapist_id = '${therapist.accountId}' order by number`,
    ),
  ).toEqual([
    { number_text: '2010-0001', kind: 'invoice', issued_on: '2010-05-04', currency: 'EUR', gross_minor: '9500' },
    { number_text: '2010-0002', kind: 'credit-note', issued_on: '2010-05-06', currency: 'EUR', gross_minor: '9500' },
  ])
  expect(await readAll(app, `select thing from app.audit where action = 'erase' and thing_id = '${id}'`)).toHaveLength(
    1,
  )
  // The session was billed, so it must not be proposed again.
  expect(await readAll(app, `select from app.session_waived where session_id = '${sessionId}'`)).toHaveLength(1)
  expect(
    await readAll(
      app,
      `select s.year from app.invoice_series s where s.therapist_id = '${therapist.accountId}' and s.last <> (select count(*) from
        (select year, number from app.invoice where therapist_id = s.therapist_id and status = 'issued'
         union select year, number from app.invoice_erased where therapist_id = s.therapist_id) n where n.year = s.year)`,
    ),
  ).toEqual([])
  expect((await documentNumbers(app, other.therapist)).kept).toEqual(['2010-0001'])
})

test('a credit note and its invoice are erased together when the later of both may be @slow', async () => {
  const { therapist, client, issue } = await practice()
  const id = await issue('2010-12-30')
  await issue('2012-01-02', { corrects: id })
  await eraseAccount(app, client)
  await eraseAt(app, '2022-12-31T23:59:59Z')
  expect(await erasedNumbers(therapist)).toEqual([])
  await eraseAt(app, '2023-01-01T00:00:00Z')
  expect(await documentNumbers(app, therapist)).toEqual({ kept: [], erased: ['2010-0001', '2012-0001'] })
  expect(await receiptsOf(app, therapist)).toMatchObject([{ until: '2022-12-31', invoices: 1, credit_notes: 1 }])
})

test('an invoice that was paid in a later year is kept for the retention of its latest payment @slow', async () => {
  const { therapist, client, issue } = await practice()
  const id = await issue('2010-05-04')
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ kysely }) =>
    kysely
      .insertInto('payment')
      .values({
        id: randomUUID(),
        therapist_id: therapist.accountId,
        invoice_id: id,
        amount_minor: 9500,
        currency: 'EUR',
        paid_on: '2013-12-31',
        method: 'cash',
      })
      .execute(),
  )
  const invoices = { count: 1, until: '2023-12-31' }
  expect((await therapist.api.login.deletionPreview({})).invoices).toEqual(invoices)
  expect((await client.api.login.deletionPreview({})).invoices).toEqual(invoices)
  await eraseAccount(app, client)
  await eraseAt(app, '2023-12-31T23:59:59Z')
  expect(await erasedNumbers(therapist)).toEqual([])
  await eraseAt(app, '2024-01-01T00:00:00Z')
  expect(await erasedNumbers(therapist)).toEqual(['2010-0001'])
})

test('the invoices on a superbill are erased together with it, when the last of them may be @slow', async () => {
  const { therapist, client, clientId, issue } = await practice()
  const ids = [await issue('2010-05-04'), await issue('2012-05-04')]
  const superbillId = await insertPaidSuperbill(app, { therapist, clientId, invoiceIds: ids })
  await eraseAccount(app, client)
  const remove = (table: string, key: string) =>
    codeAsOwner(owner, { statement: `delete from app.${table} where ${key} = $1`, values: [superbillId], before: '' })
  expect(await remove('superbill_line', 'superbill_id')).toBe('23001')
  expect(await remove('superbill_document', 'superbill_id')).toBe('23001')
  await eraseAt(app, '2022-12-31T23:59:59Z')
  expect(await erasedNumbers(therapist)).toEqual([])
  await eraseAt(app, '2023-01-01T00:00:00Z')
  expect(await documentNumbers(app, therapist)).toEqual({ kept: [], erased: ['2010-0001', '2012-0001'] })
  expect(await receiptsOf(app, therapist)).toMatchObject([{ invoices: 2, payments: 2, files: 1, superbills: 1 }])
  expect(await tablesContaining(app.databaseUrl, 'Kirschbaum')).toEqual([])
})

test('of a therapist who closed the account, the invoices of all clients are erased when their retention ends @slow', async () => {
  const { therapist, client, clientId, issue } = await practice()
  await issue('2010-05-04')
  const second = await app.person('client', ++people)
  const secondId = await connectClient(app, therapist, second)
  await insertIssuedInvoice(app, { therapistId: therapist.accountId, clientId: secondId, issuedOn: '2010-05-05' })
  await issue('2024-05-06')
  const preview = { count: 3, until: '2034-12-31' }
  expect((await therapist.api.login.deletionPreview({})).invoices).toEqual(preview)
  expect((await client.api.login.deletionPreview({})).invoices).toEqual({ count: 2, until: '2034-12-31' })
  await client.api.connection.disconnect({ clientId, command: randomUUID() })
  await eraseAccount(app, therapist)
  expect((await client.api.invoice.mine({})).items).toHaveLength(2)
  await runCleanups(app)
  expect(await documentNumbers(app, therapist)).toEqual({ kept: ['2024-0001'], erased: ['2010-0001', '2010-0002'] })
  expect((await client.api.invoice.mine({})).items).toHaveLength(1)
  expect(await receiptsOf(app, therapist)).toMatchObject([
    { reason: 'therapist-closed' },
    { reason: 'therapist-closed' },
  ])
})

test('the deletion of an account without invoices names none, and a Croatian invoice is kept for a year longer @slow', async () => {
  const { therapist, client, issue } = await practice()
  expect((await client.api.login.deletionPreview({})).invoices).toBeNull()
  await issue('2010-05-04', { country: 'HR' })
  expect((await therapist.api.login.deletionPreview({})).invoices).toEqual({ count: 1, until: '2021-12-31' })
  await eraseAccount(app, client)
  await eraseAt(app, '2021-12-31T23:59:59Z')
  expect(await erasedNumbers(therapist)).toEqual([])
  await eraseAt(app, '2022-01-01T00:00:00Z')
  expect(await erasedNumbers(therapist)).toEqual(['2010-0001'])
})

test('the table of years in the database is the one in the code', async () => {
  for (const country of [...Object.keys(invoiceRetention), 'SE', '']) {
    const { rows } = await app.privileged.definer.query('select def.invoice_retention_years($1) as years', [country])
    expect(2026 + rows[0].years, country).toBe(Number(keptUntil('2026-05-04', country).slice(0, 4)))
  }
})

test('the database trusts no moment that has not come, and lets nothing but the erasure through @slow', async () => {
  const { therapist, client, issue } = await practice()
  await issue('2024-05-04')
  await eraseAccount(app, client)
  await eraseAt(app, '2099-01-01T00:00:00Z')
  expect(await erasedNumbers(therapist)).toEqual([])

  const ended = await practice()
  const id = await insertFullInvoice(app, { ...ended, issuedOn: '2010-05-04', mark: 'Birnbaum' })
  await eraseAccount(app, ended.client)
  const receipt = `insert into app.invoice_erasure (id, therapist_id, kept_until, reason, invoices, credit_notes, lines, payments, reminders, files, links)
    values ('${id}', '${ended.therapist.accountId}', '2020-12-31', 'client-erased', 1, 0, 1, 2, 1, 2, 1)`
  const number = (amount: string) => `insert into app.invoice_erased
    (therapist_id, year, number, number_text, kind, issued_on, currency, gross_minor, invoice_id, erasure_id)
    select therapist_id, year, number, number_text, kind, issued_on, currency, ${amount}, id, id from app.invoice where id = $1`
  const code = (statement: string, before = '') => codeAsOwner(owner, { statement, values: [id], before })
  expect(await code('delete from app.invoice where id = $1')).toBe('AT001')
  expect(await code('delete from app.invoice_line where invoice_id = $1')).toBe('AT001')
  for (const table of ['payment', 'invoice_document', 'invoice_reminder', 'receipt_withdrawal'])
    expect(await code(`delete from app.${table} where invoice_id = $1`), table).toBe('23001')
  expect(await code(number('gross_minor + 1'), receipt)).toBe('AT004')
  // Erasing only the number, without the invoice, is refused at the commit.
  expect(await code(number('gross_minor'), receipt)).toBe('AT004')
  await runCleanups(app)
  expect(await erasedNumbers(ended.therapist)).toEqual(['2010-0001'])
  for (const [statement, expected] of [
    ['update app.invoice_erased set gross_minor = 1 where invoice_id = $1', '23001'],
    ['delete from app.invoice_erased where invoice_id = $1', '23001'],
    ['update app.invoice_erasure set lines = 0 where therapist_id <> $1', '23001'],
    ['delete from app.invoice_erasure where therapist_id <> $1', '23001'],
  ] as const)
    expect(await code(statement), statement).toBe(expected)
  // No invoice can be issued in a year before the year of an erased one.
  await expect(ended.issue('2009-05-04')).rejects.toMatchObject({ code: 'AT002' })
})

test('two servers run the job at once: each invoice is erased once, with one receipt @slow', async () => {
  const { therapist, client, issue } = await practice()
  for (let day = 10; day < 15; day++) await issue(`2010-05-${day}`)
  await eraseAccount(app, client)
  await Promise.all(Array.from({ length: 4 }, () => eraseAt(app, '2026-01-01T00:00:00Z')))
  expect((await documentNumbers(app, therapist)).kept).toEqual([])
  expect(await receiptsOf(app, therapist)).toHaveLength(5)
})

test('a run whose connection is killed halfway erases nothing by half, and the next run completes it @slow', async () => {
  const { therapist, client, issue } = await practice()
  const ids: string[] = []
  for (let n = 0; n < 25; n++) ids.push(await issue('2010-05-04'))
  await eraseAccount(app, client)
  const holder = await app.privileged.definer.connect()
  // The job erases in the order of the ids, so it waits for this invoice in its second batch.
  onTestFinished(() => holder.release())
  await holder.query('begin')
  await holder.query('select from app.invoice where id = $1 for update', [ids.toSorted()[22]])
  const run = eraseAt(app, '2026-01-01T00:00:00Z').then(
    () => 'done',
    () => 'failed',
  )
  await expect.poll(() => waitingLocks(app)).toBe(1)
  expect((await documentNumbers(app, therapist)).kept).toHaveLength(5)
  await app.db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'attune_login'
         and wait_event_type = 'Lock'`,
    ),
  )
  expect(await run).toBe('failed')
  await holder.query('rollback')
  expect((await documentNumbers(app, therapist)).kept).toHaveLength(5)
  await eraseAt(app, '2026-01-01T00:00:00Z')
  const { kept, erased } = await documentNumbers(app, therapist)
  expect([kept.length, erased.length, (await receiptsOf(app, therapist)).length]).toEqual([0, 25, 25])
})
