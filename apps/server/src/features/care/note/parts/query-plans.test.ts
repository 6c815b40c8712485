import type { ClientId, SessionId } from '@attune/contract/common/ids'
import type { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Actor, Tx } from '../../../../platform/database/actor.ts'
import { queryBuilder } from '../../../../platform/database/query-builder.ts'
import { openTestDatabase, type TestDatabase } from '../../../../testing/database/database.ts'
import {
  analyzeTables,
  type SeededTherapist,
  seedSessions,
  seedTherapist,
  writeAsOwner,
} from '../../../../testing/practice.ts'
import { selectNotesToWrite } from '../note.of-client.ts'
import { partsQuery } from '../note.queries.ts'

const now = new Date('2026-06-15T12:00:00Z')
/** The sessions of the last 90 days among the 5,000 of the therapist. */
const recentSessions = 462
let app: TestDatabase
let seeded: SeededTherapist
let actor: Actor

beforeAll(async () => {
  app = await openTestDatabase(inject('adminUrl'), 2)
  seeded = await seedTherapist(app.installer, 20)
  await seedSessions(app.installer, seeded, 5_000, now.toISOString())
  for (let others = 0; others < 2; others++)
    await seedSessions(app.installer, await seedTherapist(app.installer, 20), 3_000, now.toISOString())
  await insertSignedNotes()
  await analyzeTables(app.installer)
  actor = { role: 'therapist', id: seeded.id }
})
afterAll(() => app.close())

/** Inserts a note for each completed session; one of 500 is not signed. */
async function insertSignedNotes(): Promise<void> {
  const { installer } = app
  await writeAsOwner(installer, async () => {
    await installer.query('alter table app.session_note disable trigger user')
    await installer.query(
      `insert into app.session_note (therapist_id, session_id, client_id, text, version, signed_at)
       select c.therapist_id, c.session_id, c.client_id, 'Ana was calm.', 1, case when row_number() over (order by c.starts_at, c.session_id) % 500 > 0 then c.starts_at end
       from app.session_client c where c.starts_at < $1`,
      [now],
    )
    await installer.query('alter table app.session_note enable trigger user')
  })
  await installer.query('begin; set local role attune_owner; analyze app.session_note; commit')
}

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}
type Explained = { 'QUERY PLAN': [{ Plan: Node }] }

/** Executes a query as the therapist. Returns the nodes of its plan that read a table of sessions or notes. */
async function scansOf(query: ReturnType<typeof selectNotesToWrite>): Promise<Node[]> {
  const compiled = query.compile(queryBuilder)
  const text = `explain (analyze, timing off, format json) ${compiled.sql}`
  const rows = await app.db.readAs(actor, { ...compiled, sql: text } as CompiledQuery<Explained>)
  const flatten = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flatten)]
  const [top] = rows
  if (!top) throw new Error('no plan')
  return flatten(top['QUERY PLAN'][0].Plan).filter((node) => node['Relation Name']?.startsWith('session'))
}

const readsWhole = (scans: Node[]) => scans.filter((node) => node['Node Type'] === 'Seq Scan')
const rowsRead = (scans: Node[]) =>
  scans.reduce(
    (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    0,
  )

test.each([true, false])(
  'notes to write read the sessions of 90 days and unsigned parts, of any age: %s',
  async (anyAge) => {
    const scans = await scansOf(selectNotesToWrite({ actor } as Tx, now, { anyAge }))
    expect(readsWhole(scans)).toEqual([])
    // The session, its note and, if the note is not signed, its client; a bitmap reads each row of its index once more.
    expect(rowsRead(scans)).toBeLessThan(4 * recentSessions)
  },
)

test('the parts of a note are read by the session, its clients and its parts', async () => {
  const { rows } = await app.db.asActor(actor, (tx) =>
    tx.run<{ sessionId: SessionId; clientId: ClientId }>(
      'select session_id as "sessionId", client_id as "clientId" from app.session_note order by session_id limit 1',
    ),
  )
  const [part] = rows
  if (!part) throw new Error('no note')
  for (const clientId of [null, part.clientId]) {
    const scans = await scansOf(partsQuery(actor, { ...part, clientId }))
    expect(readsWhole(scans)).toEqual([])
    expect(rowsRead(scans)).toBeLessThan(30)
  }
})
