import { randomUUID } from 'node:crypto'
import { openDb } from '../apps/server/src/platform/database/actor.ts'
import { openPool } from '../apps/server/src/platform/database/pools.ts'
import { openTestBrowser } from '../apps/server/src/testing/browser.ts'
import { draftInvoice, insertOwnPayer, openPractice } from '../apps/server/src/testing/records/invoices.ts'
import { insertIssuedInvoice } from '../apps/server/src/testing/records/issued-invoices.ts'
import pg from 'pg'
import { markdownTable, targetMark } from './cells.ts'
import { quantile } from './load.ts'
import { type BenchPractice, createBenchPractice, headersOf, ids } from './practice.ts'
import { startBenchServer } from './server.ts'

/** The number that identifies the therapist, the number of issued invoices, and the number of measured requests per kind. */
const [owner, invoices, calls] = [9, 5_000, 300]

type Request = 'issue' | 'list' | 'open' | 'overdue' | 'paid' | 'searched' | 'summary' | 'plain'

/** Durations of whole requests in milliseconds. */
export type InvoiceFigures = Record<Request, { p50: number; p95: number }>

/**
 * Measures the time until a therapist with 5,000 issued invoices sees the first page of the list, and the time to issue an invoice. The requests are
 * sequential.
 */
export async function measureInvoices(): Promise<InvoiceFigures> {
  const practice = await createBenchPractice(8_000, 1_000)
  try {
    const clientId = await fillInvoices(practice)
    const server = await startBenchServer({ DATABASE_URL: practice.url, ATTUNE_DATA: practice.dataDir })
    try {
      const therapist = openTestBrowser(server.address, () => practice.key)
      const [name = '', value = ''] = headersOf(practice, server.address, 'therapist', owner).cookie.split('=')
      therapist.cookieJar.set(name, value)
      const { api } = therapist
      const list = (filter: 'all' | 'open' | 'overdue' | 'paid', search?: string) =>
        timed(async () => {
          const { items } = await api.invoice.list({ filter, ...(search && { search }) })
          if (items.length === 0) throw new Error('the list is empty')
        })
      const figures: Omit<InvoiceFigures, 'issue'> = {
        list: await list('all'),
        open: await list('open'),
        overdue: await list('overdue'),
        paid: await list('paid'),
        searched: await list('all', '-0147'),
        summary: await timed(() => api.invoice.summary({})),
        plain: await timed(() => api.terms.mine({})),
      }
      const draftOf = async () => (await draftInvoice(therapist, clientId)).id
      const issue = await timed((id) => api.invoice.issue({ id, command: randomUUID() }), draftOf)
      return { ...figures, issue }
    } finally {
      await server.stop()
    }
  } finally {
    await practice.close()
  }
}

/** Measures the duration of `work` after some warm-up calls. `prepare` creates its input and is not measured. */
async function timed<T>(work: (input: T) => Promise<unknown>, prepare?: () => Promise<T>) {
  const all: number[] = []
  for (let n = -20; n < calls; n++) {
    const input = (await prepare?.()) as T
    const begun = performance.now()
    await work(input)
    if (n >= 0) all.push(performance.now() - begun)
  }
  all.sort((a, b) => a - b)
  return { p50: quantile(all, 0.5), p95: quantile(all, 0.95) }
}

/** Inserts the invoices, one a day; all but the latest 200 are due, and every second one is paid. Returns the id of the client. */
async function fillInvoices({ url, secrets }: BenchPractice): Promise<string> {
  const pool = openPool(url, secrets, 1)
  const db = openDb(pool)
  const therapist = { accountId: ids.therapist(owner) }
  const actor = { role: 'therapist', id: therapist.accountId } as const
  const clientId = ids.record(owner)
  await openPractice({ db }, therapist)
  await insertOwnPayer({ db }, therapist, clientId)
  const daysAgo = (n: number) => new Date(Date.now() - n * 86_400_000).toISOString().slice(0, 10)
  for (let n = invoices; n > 0; n--) {
    const order = { therapistId: actor.id, clientId, issuedOn: daysAgo(n), dueOn: daysAgo(n - 200) }
    await insertIssuedInvoice({ db }, order)
  }
  await db.asActor(actor, (tx) =>
    tx.run(
      `insert into app.payment (id, therapist_id, invoice_id, amount_minor, currency, paid_on, method)
       select gen_random_uuid(), therapist_id, id, gross_minor, currency, issued_on, 'bank-transfer' from app.invoice where number % 2 = 0`,
    ),
  )
  await pool.end()
  const installer = new pg.Client(url)
  await installer.connect()
  await installer.query('set role attune_owner')
  for (const table of ['invoice', 'invoice_line', 'payment']) await installer.query(`vacuum analyze app.${table}`)
  await installer.end()
  return clientId
}

export function invoicesTable(figures: InvoiceFigures): string {
  const row = (name: string, { p50, p95 }: { p50: number; p95: number }, goal?: number) => [
    name,
    `${p50.toFixed(1)} ms`,
    `${p95.toFixed(1)} ms`,
    goal === undefined ? '' : `p95 ≤ ${goal} ms`,
    goal === undefined ? '' : targetMark(p95, (one) => one <= goal),
  ]
  return markdownTable(
    ['a therapist of 5,000 issued invoices', 'p50', 'p95', 'goal', ''],
    [
      row('an invoice is issued', figures.issue, 150),
      row('first page of the list', figures.list, 50),
      row('of the open ones', figures.open, 50),
      row('of the overdue ones', figures.overdue, 50),
      row('of the paid ones', figures.paid, 50),
      row('of a search for a number', figures.searched, 50),
      row('the sums above the list', figures.summary),
      row('for comparison: a request for the terms, one row', figures.plain),
    ],
  )
}
