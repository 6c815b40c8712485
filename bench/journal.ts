import pg from 'pg'
import { seedJournal } from '../apps/server/src/testing/records/journal-seed.ts'
import { median } from './load.ts'
import { headersOf, ids, createBenchPractice } from './practice.ts'
import { startBenchServer } from './server.ts'

const [entries, rounds, each] = [3_000, 7, 10]
/**
 * The number of a therapist who has no sessions in the data that `createBenchPractice` inserts. The first client of this therapist has the same
 * number.
 */
export const owner = 9

/** Medians of whole requests, in milliseconds. */
export type JournalFigures = Record<
  'list' | 'search' | 'nothing' | 'further' | 'days' | 'tags' | 'entry' | 'shared' | 'terms',
  number
>

/**
 * Measures requests of the author and of the therapist to a journal of 3,000 entries. An entry has about 1,500
 * characters. Every tenth entry is shared.
 */
export async function measureJournal(): Promise<JournalFigures> {
  const practice = await createBenchPractice(8_000, 1_000)
  try {
    await fillJournal(practice.url)
    const server = await startBenchServer({ DATABASE_URL: practice.url, ATTUNE_DATA: practice.dataDir })
    try {
      const ask = async <Answer>(who: 'client' | 'therapist', path: string, input: object): Promise<Answer> => {
        const headers = headersOf(practice, server.address, who, owner)
        const answer = await fetch(`${server.address}/api/${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(input),
        })
        if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`)
        return (await answer.json()) as Answer
      }
      const list = (input: object) => ask<{ items: { id: string }[]; next: string }>('client', 'journal/list', input)
      const { items, next } = await list({})
      const today = new Date().toISOString().slice(0, 10)
      const monthAgo = new Date(Date.now() - 42 * 86_400_000).toISOString().slice(0, 10)
      const ways: Record<keyof JournalFigures, () => Promise<unknown>> = {
        list: () => list({}),
        search: () => list({ search: 'Fluss Schwester' }),
        nothing: () => list({ search: 'nowhere at all' }),
        further: () => list({ after: next }),
        days: () => ask('client', 'journal/days', { from: monthAgo, until: today }),
        tags: () => ask('client', 'journal/tags', {}),
        entry: () => ask('client', 'journal/get', { id: items[0]?.id ?? '' }),
        shared: () => ask('therapist', 'journal/shared', {}),
        terms: () => ask('client', 'terms/of', { therapistId: ids.therapist(owner) }),
      }
      const names = Object.keys(ways) as (keyof JournalFigures)[]
      const took = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<
        keyof JournalFigures,
        number[]
      >
      for (const name of names) await timed(ways[name])
      for (let round = 0; round < rounds; round++) for (const name of names) took[name].push(await timed(ways[name]))
      return Object.fromEntries(names.map((name) => [name, median(took[name])])) as JournalFigures
    } finally {
      await server.stop()
    }
  } finally {
    await practice.close()
  }
}

export async function fillJournal(url: string): Promise<void> {
  const db = new pg.Client(url)
  await db.connect()
  try {
    const therapist = { id: ids.therapist(owner), clients: [{ id: ids.record(owner), accountId: ids.account(owner) }] }
    await seedJournal(db, therapist, 0, entries)
    await db.query('set role attune_owner')
    for (const table of ['journal_entry', 'journal_publication', 'journal_share'])
      await db.query(`vacuum analyze app.${table}`)
  } finally {
    await db.end()
  }
}

/** Returns the mean duration of sequential runs, in milliseconds. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  for (let n = 0; n < each; n++) await work()
  return (performance.now() - begun) / each
}
