import type { CompiledQuery, RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Actor } from '../../../../platform/database/actor.ts'
import { queryBuilder } from '../../../../platform/database/query-builder.ts'
import { openTestDatabase, type TestDatabase } from '../../../../testing/database/database.ts'
import { seedJournal } from '../../../../testing/records/journal-seed.ts'
import { analyzeTables, type SeededTherapist, seedTherapist } from '../../../../testing/practice.ts'
import { entryPageQuery, type EntryFilters } from './queries.ts'
import { sharedEntryPageQuery } from '../share/shared-entries.ts'

let app: TestDatabase
let practice: SeededTherapist
let client: Actor
let therapist: Actor
beforeAll(async () => {
  app = await openTestDatabase(inject('adminUrl'), 2)
  practice = await seedTherapist(app.installer, 6)
  await seedJournal(app.installer, practice, 0, 3_000)
  for (let other = 1; other < 6; other++) await seedJournal(app.installer, practice, other, 800)
  const elsewhere = await seedTherapist(app.installer, 3)
  for (let other = 0; other < 3; other++) await seedJournal(app.installer, elsewhere, other, 800)
  await analyzeTables(app.installer)
  client = { role: 'client', id: practice.clients[0]?.accountId ?? '' }
  therapist = { role: 'therapist', id: practice.id }
})
afterAll(() => app.close())

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Actual Rows': number
  Plans?: Node[]
}

/** Returns the nodes of the query plan that Postgres chooses when the actor runs the query. */
async function stepsOf(actor: Actor, query: RawBuilder<unknown>): Promise<Node[]> {
  const compiled = query.compile(queryBuilder)
  const explained = { ...compiled, sql: `explain (analyze, timing off, format json) ${compiled.sql}` }
  const rows = await app.db.readAs(actor, explained as CompiledQuery<{ 'QUERY PLAN': [{ Plan: Node }] }>)
  const walk = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(walk)]
  const top = rows[0]?.['QUERY PLAN'][0].Plan
  return top ? walk(top) : []
}

const wanted = (more: Partial<EntryFilters> = {}): EntryFilters => ({ search: '', bin: false, limit: 50, ...more })
const readsWhole = (steps: Node[]) =>
  steps.filter((step) => step['Node Type'] === 'Seq Scan' && /^(journal_|file)/.test(step['Relation Name'] ?? ''))

test.each([
  ['the latest', wanted()],
  ['with a word that stands in one of them', wanted({ search: 'word1234' })],
  ['with words that stand in none', wanted({ search: 'nowhere at all' })],
  ['with a tag', wanted({ tag: 'tag7' })],
  ['of a month', wanted({ from: '2026-01-01T00:00:00Z', until: '2026-02-01T00:00:00Z' })],
  ['shared', wanted({ shared: true })],
  ['the bin', wanted({ bin: true })],
])('a page (%s) of 3,000 entries among 9,400 uses the owner’s index, and no table is scanned', async (_, page) => {
  const steps = await stepsOf(client, entryPageQuery(client, page))
  const [ownerScan] = steps.filter((step) => /journal_entry_(latest|trash)/.test(step['Index Name'] ?? ''))
  expect(ownerScan?.['Index Cond']).toContain('account_id =')
  expect(readsWhole(steps)).toEqual([])
})

test.each([
  ['of all clients', {}],
  ['of one client', { clientId: true }],
  ['new ones', { newOnly: true }],
])(
  'a therapist’s page of shared entries (%s) starts at the shares and fetches each entry by its key',
  async (_, which) => {
    const page = {
      newOnly: 'newOnly' in which,
      limit: 50,
      ...('clientId' in which && { clientId: practice.clients[0]?.id ?? '' }),
    }
    const steps = await stepsOf(therapist, sharedEntryPageQuery(therapist, page))
    const links = steps.filter(
      (step) => step['Relation Name'] === 'journal_share' || step['Index Name']?.startsWith('journal_share'),
    )
    expect(links.some((step) => step['Index Cond']?.includes('therapist_id ='))).toBe(true)
    expect(readsWhole(steps)).toEqual([])
  },
)
