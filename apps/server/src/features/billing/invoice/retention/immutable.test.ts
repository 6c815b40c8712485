import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { addPayingClient, draftInvoice, issueOf, openPractice } from '../../../../testing/records/invoices.ts'
import { waitingLocks } from '../../../../testing/database/locks.ts'
import { creditInvoice } from '../issue/credit.ts'
import { codeAsOwner, expectFrozen, payCash } from './immutable.testing.ts'
import { takeNumberAndSnapshot, issueInvoice } from '../issue/issue.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
await openPractice(app, therapist)
const clientId = await addPayingClient(app, therapist)
const owner = new pg.Client({ connectionString: app.databaseUrl })
await owner.connect()
afterAll(() => owner.end())

const codeOf = (statement: string, values: unknown[], before = '') => codeAsOwner(owner, { statement, values, before })

test('nothing issued is changed, deleted or truncated by the owner of the tables without row security @slow', async () => {
  const { id } = await issueOf(therapist, clientId)
  await payCash(therapist, id)
  await expectFrozen({ invoiceId: id, therapistId: therapist.accountId }, (order) => codeAsOwner(owner, order))
})

test('a series begins at 0 or 1, moves by one, and every number has its invoice @slow', async () => {
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
    // The issue uses one of the four connections of the pool. Three inserts wait for its lock; the others run after its commit.
    await expect.poll(() => waitingLocks(app)).toBe(3)
    await takeNumberAndSnapshot(tx, { id: draft.id, command: randomUUID(), sheet: draft.sheet })
    return { all }
  })
  expect(new Set(await Promise.all(inserts.all))).toEqual(new Set(['AT001']))
  const { lines, status } = await therapist.api.invoice.get({ id: draft.id })
  expect([lines.length, status]).toEqual([1, 'issued'])
})

/** Opens a practice of a therapist in a zone. `issueAt` issues an invoice as if the server's clock showed the given instant. */
async function practiceAt(n: number, zone: string) {
  const own = await app.person('therapist', n)
  await openPractice(app, own)
  const record = await addPayingClient(app, own)
  const actor = { role: 'therapist', id: own.accountId } as const
  await app.db.asActor(actor, ({ kysely }) =>
    kysely.updateTable('profile').set({ zone }).where('account_id', '=', own.accountId).execute(),
  )
  const at = (instant: string) => ({ app: { ...app, clock: { now: () => new Date(instant) } }, actor, requestId: '' })
  const issueAt = async (instant: string) =>
    issueInvoice(at(instant), { id: (await draftInvoice(own, record)).id, command: randomUUID() })
  return { own, at, issueAt }
}

test('an issue after the clock was set back has the day of the last issue, in its year @slow', async () => {
  const { own, at, issueAt } = await practiceAt(3, 'America/New_York')
  const printed = ({ sheet }: { sheet: { number: string; issuedOn: string; dueOn: string | null } }) => [
    sheet.number,
    sheet.issuedOn,
    sheet.dueOn,
  ]
  expect(printed(await issueAt('2030-12-30T12:00:00Z'))).toEqual(['2030-0001', '2030-12-30', '2031-01-13'])
  const moved = await issueAt('2030-12-29T12:00:00Z')
  expect(printed(moved)).toEqual(['2030-0002', '2030-12-30', '2031-01-13'])
  const factsOf = ({ history }: Awaited<ReturnType<typeof issueAt>>) =>
    history.find(({ kind }) => kind === 'issued')?.data
  expect(factsOf(moved)).toEqual({ number: '2030-0002', plannedOn: '2030-12-29' })
  // Midnight in New York is five hours after midnight in UTC.
  expect(printed(await issueAt('2031-01-01T04:59:59Z'))).toEqual(['2030-0003', '2030-12-31', '2031-01-14'])
  const first = await issueAt('2031-01-01T05:00:00Z')
  expect(factsOf(first)).toEqual({ number: '2031-0001' })
  expect(printed(first)).toEqual(['2031-0001', '2031-01-01', '2031-01-15'])
  expect(printed(await issueAt('2030-12-31T12:00:00Z'))).toEqual(['2031-0002', '2031-01-01', '2031-01-15'])
  const credit = { id: first.id, command: randomUUID(), creditNoteId: randomUUID(), positions: [1], reason: '' }
  expect(printed(await creditInvoice(at('2030-12-31T12:00:00Z'), credit))).toEqual(['2031-0003', '2031-01-01', null])
  const { rows } = await app.db.asActor({ role: 'therapist', id: own.accountId }, (tx) =>
    tx.run<{ number: string; day: string; due: string | null; rises: boolean }>(
      `select number_text as number, issued_on::text as day, due_on::text as due,
         issued_at > lag(issued_at) over (order by year, number) is not false as rises from app.invoice where status = 'issued' order by year, number`,
    ),
  )
  expect(rows.every(({ rises }) => rises)).toBe(true)
  expect(rows.at(-1)).toMatchObject({ number: '2031-0003', day: '2031-01-01', due: null })
})

test('the database refuses a day of issue before that of an earlier number, or in another year than its series @slow', async () => {
  const { own, at } = await practiceAt(4, 'UTC')
  const record = await addPayingClient(app, own)
  const issued = async (day: string) => {
    const draft = await draftInvoice(own, record)
    return app.db.asActor(at(`${day}T12:00:00Z`).actor, (tx) =>
      takeNumberAndSnapshot(tx, { id: draft.id, command: randomUUID(), sheet: { ...draft.sheet, issuedOn: day } }),
    )
  }
  await issued('2030-06-02')
  const draft = await draftInvoice(own, record)
  const prepare = (
    year: number,
  ) => `update app.invoice_line set tax_category = 'O', tax_rate_bp = 0 where invoice_id = '${draft.id}';
    insert into app.invoice_series as s (therapist_id, year, last) values ('${own.accountId}', ${year}, 1)
      on conflict (therapist_id, year, series) do update set last = s.last + 1`
  const issue = `update app.invoice i set status = 'issued', year = $2, number_text = 'x', issued_on = $3::date, issued_at = clock_timestamp(),
    number = (select last from app.invoice_series s where s.therapist_id = i.therapist_id and s.year = $2), frozen = '{}',
    command = gen_random_uuid() where id = $1`
  const code = (year: number, day: string) => codeOf(issue, [draft.id, year, day], prepare(year))
  expect(await code(2030, '2030-06-02')).toBe('1 rows')
  expect(await code(2031, '2031-01-01')).toBe('1 rows')
  expect(await code(2030, '2030-06-01')).toBe('AT002')
  expect(await code(2029, '2029-12-31')).toBe('AT002')
  expect(await code(2031, '2030-12-31')).toBe('AT002')
})

test('an issue that waits for one of the next year takes its number in that year @slow', async () => {
  const { own, at, issueAt } = await practiceAt(5, 'UTC')
  await issueAt('2030-12-31T12:00:00Z')
  const record = await addPayingClient(app, own)
  const [early, late] = [await draftInvoice(own, record), await draftInvoice(own, record)]
  const waiting = await app.db.asActor({ role: 'therapist', id: own.accountId }, async (tx) => {
    await takeNumberAndSnapshot(tx, {
      id: late.id,
      command: randomUUID(),
      sheet: { ...late.sheet, issuedOn: '2031-01-01' },
    })
    const issue = issueInvoice(at('2030-12-31T23:59:59Z'), { id: early.id, command: randomUUID() })
    await expect.poll(() => waitingLocks(app)).toBe(1)
    return { issue }
  })
  expect((await waiting.issue).sheet).toMatchObject({ number: '2031-0002', issuedOn: '2031-01-01' })
})
