import pg from 'pg'
import { seedMessages } from '../apps/server/src/testing/records/message-seed.ts'
import { writeAsOwner } from '../apps/server/src/testing/practice.ts'
import { median, quantile } from './load.ts'
import { createBenchPractice, headersOf, ids } from './practice.ts'
import { startBenchServer } from './server.ts'

/**
 * The number of a therapist who has no sessions in the data that `createBenchPractice` inserts. The client with the long conversation has the same
 * number.
 */
export const messagesOwner = 9
export const longestConversation = 20_000
const [conversations, all, rounds, each] = [300, 60_000, 7, 20]

export type MessageCall =
  | 'latest'
  | 'around'
  | 'latestOfClient'
  | 'list'
  | 'counts'
  | 'rare'
  | 'frequent'
  | 'none'
  | 'send'
  | 'plain'

/** Whole requests in milliseconds: the median, and the time within which 95 of 100 are answered, per call. */
export type MessageFigures = Record<MessageCall, { p50: number; p95: number }>

/**
 * Measures requests of a therapist with 300 conversations and 60,000 messages, 20,000 of them in one conversation. 40
 * conversations have unread messages.
 */
export async function measureMessages(): Promise<MessageFigures> {
  const practice = await createBenchPractice(8_000, 1_000)
  try {
    await fillMessages(practice.url)
    const server = await startBenchServer({ DATABASE_URL: practice.url, ATTUNE_DATA: practice.dataDir })
    try {
      const ask = async (who: 'client' | 'therapist', path: string, input: object): Promise<unknown> => {
        const headers = headersOf(practice, server.address, who, messagesOwner)
        const answer = await fetch(`${server.address}/api/${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(input),
        })
        if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`)
        return answer.json()
      }
      const id = ids.record(messagesOwner)
      const ways: Record<MessageCall, () => Promise<unknown>> = {
        latest: () => ask('therapist', 'message/messages', { id }),
        around: () => ask('therapist', 'message/messages', { id, around: longestConversation / 2 }),
        latestOfClient: () => ask('client', 'message/messages', { id }),
        list: () => ask('therapist', 'message/list', { limit: 50 }),
        counts: () => ask('therapist', 'message/unreadCounts', {}),
        rare: () => ask('therapist', 'message/search', { search: 'rare9970', limit: 20 }),
        frequent: () => ask('therapist', 'message/search', { search: 'allta', limit: 20 }),
        none: () => ask('therapist', 'message/search', { search: 'nowhere', limit: 20 }),
        send: () =>
          ask('client', 'message/send', { id: crypto.randomUUID(), conversationId: id, text: 'See you on Monday.' }),
        plain: () => ask('therapist', 'terms/mine', {}),
      }
      return await measure(ways)
    } finally {
      await server.stop()
    }
  } finally {
    await practice.close()
  }
}

/** Calls the variants in turn, so that a slow period of the machine affects all alike. */
async function measure(ways: Record<MessageCall, () => Promise<unknown>>): Promise<MessageFigures> {
  const names = Object.keys(ways) as MessageCall[]
  const took = new Map(names.map((name) => [name, [] as number[]]))
  for (let round = -1; round < rounds; round++)
    for (const name of names)
      for (let call = 0; call < each; call++) {
        const begun = performance.now()
        await ways[name]()
        if (round >= 0) took.get(name)?.push(performance.now() - begun)
      }
  const figures = names.map((name) => {
    const times = (took.get(name) ?? []).sort((a, b) => a - b)
    return [name, { p50: median(times), p95: quantile(times, 0.95) }]
  })
  return Object.fromEntries(figures) as MessageFigures
}

/** Inserts 300 connected clients of the therapist with 60,000 messages. The first client has 20,000 of them. */
export async function fillMessages(url: string): Promise<void> {
  const db = new pg.Client(url)
  await db.connect()
  const therapist = ids.therapist(messagesOwner)
  // The numbers of clients that `createBenchPractice` inserted: the 50 clients of this therapist, then clients of the following therapists. A client
  // of another therapist gets a second record, for this therapist.
  const numbers = Array.from({ length: conversations }, (_, n) => messagesOwner + Math.floor(n / 50) + 200 * (n % 50))
  const record = (n: number) => (n < 50 ? ids.record(numbers[n] ?? 0) : ids.record(20_000 + n))
  try {
    await writeAsOwner(db, async () => {
      await db.query(
        `insert into app.client (id, therapist_id, account_id, first_name, last_name, email, status, connected_at)
         select id, $1, account, 'Clara', 'Brand', 'more' || n || '@example.org', 'active', now()
         from unnest($2::uuid[], $3::uuid[]) with ordinality c (id, account, n) on conflict do nothing`,
        [therapist, numbers.map((_, n) => record(n)), numbers.map((n) => ids.account(n))],
      )
    })
    // The other conversations share the remaining messages as equally as possible.
    const [rest, others] = [all - longestConversation, conversations - 1]
    const messagesIn = (n: number) => (n === 0 ? longestConversation : Math.floor((rest + n - 1) / others))
    await seedMessages(
      db,
      therapist,
      numbers.map((number, n) => ({
        id: record(n),
        accountId: ids.account(number),
        messages: messagesIn(n),
        unread: n % 8 === 1 ? 1 + (n % 9) : 0,
      })),
    )
  } finally {
    await db.end()
  }
}
