import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/app.ts'
import { addPayingClient, draftInvoice, issueOf, openPractice } from '../../testing/invoices.ts'
import { waitingLocks } from '../../testing/locks.ts'
import type { Person } from '../../testing/people.ts'
import { freeze } from './invoice.issue.ts'

let app: TestApp
let therapist: Person
let clientId: string
let owner: pg.Client
beforeAll(async () => {
  app = await createTestApp({ worker: false })
  therapist = await app.person('therapist')
  await openPractice(app, therapist)
  clientId = await addPayingClient(app, therapist)
  owner = new pg.Client({ connectionString: app.databaseUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const tables = ['invoice', 'invoice_line', 'session_billed', 'payment', 'invoice_series', 'invoice_event']

/** Runs statements as the owner of the tables, without row security, and rolls them back. Returns the error code or the number of rows. */
async function codeOf(statement: string, values: unknown[], before = ''): Promise<string> {
  await owner.query('begin')
  try {
    await owner.query('set local role attune_owner')
    for (const table of tables) await owner.query(`alter table app.${table} no force row level security`)
    await owner.query(before)
    const { rowCount } = await owner.query(statement, values)
    await owner.query('set constraints all immediate')
    return `${rowCount} rows`
  } catch (error) {
    return (error as pg.DatabaseError).code ?? ''
  } finally {
    await owner.query('rollback')
  }
}

test('rows of an issued invoice never change, even for the owner of the tables without row security', async () => {
  const { id } = await issueOf(therapist, clientId)
  const line = `insert into app.invoice_line (therapist_id, invoice_id, position, text, price_minor) values ($2, $1, 2, 'late', 1)`
  const paid = {
    id: randomUUID(),
    invoiceId: id,
    amountMinor: '100',
    currency: 'EUR',
    paidOn: '2026-11-02',
    method: 'cash' as const,
    reference: '',
  }
  await therapist.api.payment.record(paid)
  const refused: [string, string][] = [
    [`update app.invoice set note = 'x' where id = $1`, 'AT001'],
    [`update app.invoice set status = 'draft', number = null where id = $1`, 'AT001'],
    ['delete from app.invoice where id = $1', 'AT001'],
    ['update app.invoice_line set price_minor = 1 where invoice_id = $1', 'AT001'],
    ['delete from app.invoice_line where invoice_id = $1', 'AT001'],
    [`update app.invoice_event set kind = 'sent' where invoice_id = $1`, 'AT001'],
    ['delete from app.invoice_event where invoice_id = $1', 'AT001'],
    ['update app.payment set amount_minor = 1 where invoice_id = $1', '23001'],
    ['delete from app.payment where invoice_id = $1', '23001'],
  ]
  const whole: [string, string][] = [
    ['truncate app.invoice cascade', 'AT001'],
    ['truncate app.invoice_line cascade', 'AT001'],
    ['truncate app.invoice_event', 'AT001'],
  ]
  for (const [statement, code] of refused) expect(await codeOf(statement, [id]), statement).toBe(code)
  for (const [statement, code] of whole) expect(await codeOf(statement, []), statement).toBe(code)
  expect(await codeOf(line, [id, therapist.accountId])).toBe('AT001')
})

test('a series begins at 0 or 1, moves by one, and every number has its invoice', async () => {
  await issueOf(therapist, clientId)
  const own = [therapist.accountId]
  const insert = 'insert into app.invoice_series (therapist_id, year, last) values ($1, 2099, '
  const attempts: [string, string][] = [
    ['update app.invoice_series set last = last - 1 where therapist_id = $1', 'AT002'],
    ['update app.invoice_series set last = last + 2 where therapist_id = $1', 'AT002'],
    ['update app.invoice_series set last = last + 1 where therapist_id = $1', 'AT002'],
    ['update app.invoice_series set first_number = 7 where therapist_id = $1', 'AT002'],
    ['delete from app.invoice_series where therapist_id = $1', 'AT002'],
    [`${insert} 2)`, 'AT002'],
    [`${insert} 1)`, 'AT002'],
    [`${insert} 0)`, '1 rows'],
  ]
  for (const [statement, code] of attempts) expect(await codeOf(statement, own), statement).toBe(code)
})

test('an invoice is issued only with lines that add up and with the number that its series has reached', async () => {
  const draft = await draftInvoice(therapist, clientId)
  const issue = (
    changes: string,
  ) => `update app.invoice set status = 'issued', year = 2026, number = 9999, number_text = 'x',
    issued_on = '2026-11-02', issued_at = now(), frozen = '{}', command = gen_random_uuid()${changes} where id = $1`
  const taxed = `update app.invoice_line set tax_category = 'O', tax_rate_bp = 0 where invoice_id = '${draft.id}'`
  expect(await codeOf(issue(''), [draft.id])).toBe('AT001')
  expect(await codeOf(issue(', net_minor = 1, gross_minor = 1'), [draft.id], taxed)).toBe('AT001')
  expect(await codeOf(issue(''), [draft.id], taxed)).toBe('AT002')
  const issued = `insert into app.invoice (id, therapist_id, client_id, status, language, currency) values ($1, $2, $3, 'issued', 'en', 'EUR')`
  expect(await codeOf(issued, [randomUUID(), therapist.accountId, clientId])).toBe('AT001')
})

test('of 50 lines that are inserted while their invoice is being issued, none gets in', async () => {
  const draft = await draftInvoice(therapist, clientId)
  const actor = { role: 'therapist', id: therapist.accountId } as const
  const insertAt = (position: number) =>
    app.db
      .asActor(actor, ({ kysely }) =>
        kysely
          .insertInto('invoice_line')
          .values({
            therapist_id: actor.id,
            invoice_id: draft.id,
            position,
            text: 'late',
            price_minor: 1,
            net_minor: 1,
          })
          .execute(),
      )
      .then(
        () => 'in',
        (error: pg.DatabaseError) => error.code,
      )
  const inserts = await app.db.asActor(actor, async (tx) => {
    await tx.run('select from app.invoice where id = $1 for update', [draft.id])
    const all = Array.from({ length: 50 }, (_, n) => insertAt(n + 2))
    // The issue has one of the four connections of the pool. Three inserts wait for its lock, the others come after its commit.
    await expect.poll(() => waitingLocks(app)).toBe(3)
    await freeze(tx, { id: draft.id, command: randomUUID(), sheet: draft.sheet })
    return { all }
  })
  expect(new Set(await Promise.all(inserts.all))).toEqual(new Set(['AT001']))
  const { lines, status } = await therapist.api.invoice.get({ id: draft.id })
  expect([lines.length, status]).toEqual([1, 'issued'])
})
