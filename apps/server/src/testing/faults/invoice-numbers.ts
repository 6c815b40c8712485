import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ORPCError } from '@orpc/client'
import type pg from 'pg'
import type { Actor, Db } from '../../platform/database/actor.ts'
import type { TestBrowser } from '../browser.ts'

/** A therapist with a complete draft. The load test never issues the draft itself; it issues copies of the draft. */
export type NumberedTherapist = { accountId: string; draftId: string; browser(): Pick<TestBrowser, 'api'> }

/**
 * The result for each copy of a draft that the load issues, by the id of the copy: the invoice number in the response, or null without a response.
 */
export type NumberLedger = Map<string, { therapistId: string; number: string | null }>

export type NumberLoad = {
  ledger: NumberLedger
  /** The number of responses with a 5xx status. */
  failures: number
  unanswered: number
  /** The number of repeated requests whose response contains a number different from that in the first response. */
  changed: number
  acknowledged(): number
  stop(): Promise<void>
}

const actorOf = (therapistId: string): Actor => ({ role: 'therapist', id: therapistId })

/** Makes about one of twenty transactions that issue an invoice fail after it has received the number. */
export async function failAfterNumbers(installer: pg.Client): Promise<void> {
  await installer.query(`begin; set local role attune_owner;
    create function app.fail_after_number() returns trigger language plpgsql as $$ begin
      if random() < 0.05 then raise exception 'a failure after the number'; end if;
      return null;
    end $$;
    create trigger fail_after_number after update of number on app.invoice for each row when (old.number is null and new.number is not null)
      execute function app.fail_after_number();
    commit`)
}

/**
 * Issues invoices of the therapists over HTTP, one after the other in each of `lanes` connections. Repeats a request without a response, or with a
 * 5xx response, with the same command, as the web app does; also repeats about one in ten successful requests.
 */
export function startNumberLoad(db: Db, therapists: NumberedTherapist[], lanes: number): NumberLoad {
  const load = { ledger: new Map(), failures: 0, unanswered: 0, changed: 0 } as Pick<
    NumberLoad,
    'ledger' | 'failures' | 'unanswered' | 'changed'
  >
  let running = true

  /** Returns the result of `work`, or null after a failure. Throws refusals, because no request of the load may be refused. */
  async function attempt<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work()
    } catch (error) {
      const status = error instanceof ORPCError ? error.status : 0
      if (status >= 400 && status < 500) throw error
      if (status >= 500) load.failures++
      else load.unanswered++
      // Waits longer if there was no response, because a server that is being started needs the processor.
      await pause(status === 0 ? 500 : 20)
      return null
    }
  }

  async function lane(n: number) {
    const therapist = therapists[n % therapists.length] as NumberedTherapist
    while (running) {
      const id = await attempt(() => copyDraft(db, therapist))
      if (id) await issue(therapist, { id, command: randomUUID() })
    }
  }

  async function issue(therapist: NumberedTherapist, input: { id: string; command: string }) {
    const entry = { therapistId: therapist.accountId, number: null as string | null }
    load.ledger.set(input.id, entry)
    while (running) {
      const answer = await attempt(() => therapist.browser().api.invoice.issue(input))
      if (!answer) continue
      if (entry.number !== null && entry.number !== answer.sheet.number) load.changed++
      entry.number = answer.sheet.number
      if (Math.random() < 0.9) return
    }
  }

  const all = Promise.all(Array.from({ length: lanes }, (_, n) => lane(n)))
  // `stop` rethrows the error of a lane. Until then, an unhandled error must not end the process.
  all.catch(() => {})
  return Object.assign(load, {
    acknowledged: () => [...load.ledger.values()].filter(({ number }) => number !== null).length,
    async stop() {
      running = false
      await all
    },
  })
}

/** Copies the draft of a therapist, with its lines, and returns the id of the copy. */
export async function copyDraft(db: Db, { accountId, draftId }: Omit<NumberedTherapist, 'browser'>): Promise<string> {
  const id = randomUUID()
  await db.asActor(actorOf(accountId), async (tx) => {
    await tx.run(
      `insert into app.invoice (id, therapist_id, client_id, payer_id, language, currency)
       select $2, therapist_id, client_id, payer_id, language, currency from app.invoice where id = $1`,
      [draftId, id],
    )
    await tx.run(
      `insert into app.invoice_line (therapist_id, invoice_id, position, service_on, service_time, minutes, code, text, price_minor, net_minor)
       select therapist_id, $2, position, service_on, service_time, minutes, code, text, price_minor, net_minor from app.invoice_line where invoice_id = $1`,
      [draftId, id],
    )
  })
  return id
}

type IssuedRow = {
  id: string
  year: number
  series: string
  number: number
  text: string
  issuedOn: string
  issuedAt: string
}

/** The number series of a therapist and all issued invoices, ordered by year, series and number. */
export type StoredNumbers = {
  therapistId: string
  series: { year: number; series: string; last: number }[]
  issued: IssuedRow[]
}

export async function readNumbers(db: Db, therapistIds: string[]): Promise<StoredNumbers[]> {
  const all: StoredNumbers[] = []
  for (const therapistId of therapistIds)
    await db.asActor(actorOf(therapistId), async (tx) => {
      const series = await tx.run<{ year: number; series: string; last: number }>(
        'select year, series, last from app.invoice_series order by year, series',
      )
      const issued = await tx.run<IssuedRow>(
        `select id, year, series, number, number_text as text, issued_on::text as "issuedOn",
           to_char(issued_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as "issuedAt"
         from app.invoice where status = 'issued' order by year, series, number`,
      )
      all.push({ therapistId, series: series.rows, issued: issued.rows })
    })
  return all
}

/** Counts of faults; all must be 0. */
export type NumberVerdict = {
  gaps: number
  duplicates: number
  /** The number of acknowledged invoices that are not stored with the number in the response. */
  lost: number
  /** The number of invoices that were issued no later than the invoice with the previous number, or on an earlier day. */
  falling: number
  /** The number of series whose `last` is not the highest issued number. */
  ends: number
}

/**
 * Counts the faults of the stored numbers: gaps, duplicates, numbers in a response that are not stored, numbers whose time is not later or whose day
 * is earlier than that of the previous number, and series whose last number is not the highest.
 */
export function judgeNumbers(stored: StoredNumbers[], ledger: NumberLedger): NumberVerdict {
  const verdict: NumberVerdict = { gaps: 0, duplicates: 0, lost: 0, falling: 0, ends: 0 }
  const textOf = new Map<string, string>()
  for (const { series, issued } of stored) {
    verdict.duplicates += issued.length - new Set(issued.map(({ text }) => text)).size
    for (const { id, text } of issued) textOf.set(id, text)
    verdict.falling += issued.filter((row, index) => {
      const before = issued[index - 1]
      return before?.series === row.series && (row.issuedAt <= before.issuedAt || row.issuedOn < before.issuedOn)
    }).length
    for (const { year, series: name, last } of series) {
      const own = issued.filter((row) => row.year === year && row.series === name)
      const numbers = new Set(own.map(({ number }) => number))
      const highest = Math.max(0, ...numbers)
      verdict.gaps += highest - numbers.size
      if (highest !== last) verdict.ends++
    }
  }
  for (const [id, { number }] of ledger) if (number !== null && textOf.get(id) !== number) verdict.lost++
  return verdict
}

/** Modifies copies of the stored numbers and returns the modifications that `judgeNumbers` does not detect. It must detect all. */
export function unnoticedNumberFaults(stored: StoredNumbers[], ledger: NumberLedger): string[] {
  const change = (work: (of: StoredNumbers) => void) => {
    const copy = structuredClone(stored)
    work(copy[0] as StoredNumbers)
    return judgeNumbers(copy, ledger)
  }
  const middle = (issued: IssuedRow[]) => Math.floor(issued.length / 2)
  const rowIn = (issued: IssuedRow[], index: number) => issued[index] as IssuedRow
  const changes: Record<keyof NumberVerdict, (of: StoredNumbers) => void> = {
    gaps: ({ issued }) => issued.splice(middle(issued), 1),
    duplicates: ({ issued }) => issued.splice(middle(issued), 0, rowIn(issued, middle(issued))),
    lost: ({ issued }) =>
      (rowIn(
        issued,
        issued.findIndex(({ id }) => ledger.get(id)?.number),
      ).text = 'another'),
    falling: ({ issued }) => (rowIn(issued, middle(issued)).issuedAt = rowIn(issued, 0).issuedAt),
    ends: ({ series }) => ((series[0] as (typeof series)[number]).last += 1),
  }
  return Object.entries(changes)
    .filter(([name, work]) => change(work)[name as keyof NumberVerdict] === 0)
    .map(([name]) => name)
}
