import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/app.ts'
import { connectionOptions } from '../../platform/database/pools.ts'
import { addPayingClient, draftInvoice, openPractice } from '../../testing/invoices.ts'
import type { Person } from '../../testing/people.ts'
import type { InvoiceView } from '@attune/contract/features/invoice.schemas'
import { lockedInvoice } from './invoice.rows.ts'
import { freeze } from './invoice.issue.ts'

const seconds = 60
const connections = 40

let app: TestApp
let killer: pg.Client
beforeAll(async () => {
  app = await createTestApp({ worker: false, poolSize: connections, expectedErrors: ['a request failed'] })
  killer = new pg.Client(connectionOptions(app.databaseUrl, 'attune_login', app.secrets))
  await killer.connect()
}, 60_000)
afterAll(async () => {
  await killer.end()
  await app.close()
})

type Practice = { therapist: Person; clientId: string; sheet: InvoiceView['sheet'] }

async function openTestPractice(n: number): Promise<Practice> {
  const therapist = await app.person('therapist', n)
  await openPractice(app, therapist)
  const clientId = await addPayingClient(app, therapist)
  const { sheet } = await draftInvoice(therapist, clientId)
  return { therapist, clientId, sheet }
}

/** Copies a draft with one line, and issues it in the given year. One of twenty transactions fails after it has its number. */
async function issueOnce({ therapist, clientId, sheet }: Practice, year: number): Promise<string> {
  const actor = { role: 'therapist', id: therapist.accountId } as const
  const id = randomUUID()
  await app.db.asActor(actor, async ({ kysely }) => {
    const invoice = { id, therapist_id: actor.id, client_id: clientId, language: 'de', currency: 'EUR' }
    await kysely.insertInto('invoice').values(invoice).execute()
    const line = {
      therapist_id: actor.id,
      invoice_id: id,
      position: 1,
      text: 'Psychotherapie',
      price_minor: 9500,
      net_minor: 9500,
    }
    await kysely.insertInto('invoice_line').values(line).execute()
  })
  const issuedOn = `${year}-12-31`
  return app.db.asActor(actor, async (tx) => {
    await lockedInvoice(tx, id)
    const taken = await freeze(tx, { id, command: randomUUID(), sheet: { ...sheet, issuedOn, dueOn: null } })
    if (Math.random() < 0.05) throw new Error('a failure after the number')
    return `${therapist.accountId} ${taken.text}`
  })
}

test(
  'numbers have no gap, no double and no loss while transactions fail and connections are killed, over two years',
  async () => {
    const practices = await Promise.all([1, 2, 3].map((n) => openTestPractice(n)))
    const until = Date.now() + seconds * 1000
    const acknowledged: string[] = []
    let failures = 0
    /** The year changes in the middle of the run. Around that moment some issues still have the old day, as those that began before midnight. */
    const midnight = until - (seconds * 1000) / 2
    const yearNow = () => (Date.now() + (Math.random() - 0.5) * 4_000 < midnight ? 2030 : 2031)
    const practiceOf = (n: number) => practices[n % 3] as Practice
    const workers = Array.from({ length: connections - 2 }, async (_, n) => {
      while (Date.now() < until)
        await issueOnce(practiceOf(n), yearNow()).then(
          (number) => acknowledged.push(number),
          () => failures++,
        )
    })
    let kills = 0
    while (Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 3_000))
      const { rowCount } = await killer.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'attune_login'
           and pid <> pg_backend_pid() and state <> 'idle' order by random() limit 1`,
      )
      kills += rowCount ?? 0
    }
    await Promise.all(workers)
    const stored: string[] = []
    for (const { therapist } of practices)
      await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async (tx) => {
        const { rows } = await tx.run<{ year: number; last: number; issued: number; highest: number; rising: boolean }>(
          `select s.year, s.last, count(*)::int as issued, max(i.number) as highest,
             bool_and(i.issued_at > i.before) is not false as rising
           from app.invoice_series s join (select *, lag(issued_at) over (order by year, number) as before
             from app.invoice where status = 'issued') i on i.year = s.year group by s.year, s.last`,
        )
        for (const { last, issued, highest, rising } of rows)
          expect([issued, highest, rising]).toEqual([last, last, true])
        const numbers = await tx.run<{ text: string }>(
          `select number_text as text from app.invoice where status = 'issued'`,
        )
        stored.push(...numbers.rows.map(({ text }) => `${therapist.accountId} ${text}`))
      })
    expect(new Set(stored).size).toBe(stored.length)
    const known = new Set(stored)
    expect(acknowledged.filter((number) => !known.has(number))).toEqual([])
    expect(kills).toBeGreaterThan(3)
    expect(failures).toBeGreaterThan(10)
    expect(acknowledged.length).toBeGreaterThan(200)
  },
  (seconds + 60) * 1000,
)
