import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Actor, Tx } from '../../../../platform/database/actor.ts'
import { createQueryBuilder, type RunStatement } from '../../../../platform/database/query-builder.ts'
import { openTestDatabase, type TestDatabase } from '../../../../testing/database/database.ts'
import { seedMessages } from '../../../../testing/records/message-seed.ts'
import { analyzeTables, type SeededTherapist, seedTherapist } from '../../../../testing/practice.ts'
import { readConversationPage, hasUnreadByOther, readUnreadCounts } from './conversations.ts'
import { readMessagePage } from './queries.ts'
import { searchMessages } from './search.ts'

const [long, short, conversations] = [6_000, 100, 30]
let app: TestDatabase
let practice: SeededTherapist
let id: string
let therapist: Actor
let client: Actor
beforeAll(async () => {
  app = await openTestDatabase(inject('adminUrl'), 2)
  practice = await seedTherapist(app.installer, conversations)
  await seedMessages(
    app.installer,
    practice.id,
    practice.clients.map((one, n) => ({ ...one, messages: n === 0 ? long : short, unread: n % 3 ? 0 : 4 })),
  )
  await analyzeTables(app.installer)
  const [first] = practice.clients
  id = first?.id ?? ''
  therapist = { role: 'therapist', id: practice.id }
  client = { role: 'client', id: first?.accountId ?? '' }
})
afterAll(() => app.close())

type Node = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}

/** Runs an operation. Returns the number of its statements, and the numbers of `message` rows and of blocks of any table that they read. */
async function readBy<T>(
  actor: Actor,
  work: (tx: Tx) => Promise<T>,
): Promise<{ statements: number; rows: number; blocks: number; result: T }> {
  const sum = { statements: 0, rows: 0, blocks: 0 }
  const result = await app.db.asActor(actor, (tx) => {
    const run: RunStatement = async (text, values) => {
      sum.statements++
      type Answer = { 'QUERY PLAN': [{ Plan: Node }] }
      const { rows } = await tx.run<Answer>(`explain (analyze, buffers, timing off, format json) ${text}`, values)
      const top = rows[0]?.['QUERY PLAN'][0].Plan
      sum.blocks += top ? top['Shared Hit Blocks'] + top['Shared Read Blocks'] : 0
      for (const node of top ? nodesOf(top) : [])
        if (node['Relation Name'] === 'message')
          sum.rows +=
            node['Actual Loops'] *
            (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0))
      return tx.run(text, values)
    }
    return work({ ...tx, run, kysely: createQueryBuilder(run) })
  })
  return { ...sum, result }
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
const now = new Date()

test.each([
  ['the latest', {}],
  ['older', { before: 2_000 }],
  ['newer', { after: 2_000 }],
  ['those around a number', { around: 2_000 }],
])('50 of 6,000 messages (%s) are read without reading the others', async (_, position) => {
  for (const actor of [therapist, client]) {
    const read = await readBy(actor, (tx) => readMessagePage(tx, { id, limit: 50, ...position }, now))
    expect(read.result.items).toHaveLength(50)
    expect(read.rows).toBeLessThan(120)
    // Reading a message also looks up its files and the position at which it was read.
    expect(read.blocks).toBeLessThan(600)
    // One statement each reads the conversation, its messages and the next session.
    expect(read.statements).toBe(3)
  }
})

test('the list and the unread counts read the unread messages and the latest ones, not the others', async () => {
  const counts = await readBy(therapist, readUnreadCounts)
  expect(counts.result).toHaveLength(conversations / 3)
  expect(counts.rows).toBeLessThanOrEqual(conversations * 4)
  const list = await readBy(therapist, (tx) => readConversationPage(tx, { limit: 10 }))
  expect(list.result.items).toHaveLength(10)
  expect(list.rows).toBeLessThanOrEqual(conversations * 4 + 11)
  const own = await readBy(client, readUnreadCounts)
  expect(own.rows).toBeLessThan(10)
})

test('sending looks for an unread message without reading the others', async () => {
  for (const actor of [therapist, client])
    expect((await readBy(actor, (tx) => hasUnreadByOther(tx, id))).rows).toBeLessThan(10)
})

test('a search reads few blocks, for a rare word and for one that every message contains', async () => {
  for (const actor of [therapist, client])
    for (const [search, found] of [
      ['rare997', 1],
      ['alltag', 20],
      ['nowhere', 0],
    ] as const) {
      const { rows, blocks, result } = await readBy(actor, (tx) => searchMessages(tx, { search, limit: 20 }))
      expect(result.items).toHaveLength(found)
      expect(rows).toBeLessThanOrEqual(21)
      // The latest 1,000 messages are read in any case, up to one block each. There are 8,900 messages.
      expect(blocks).toBeLessThan(1_500)
    }
})
