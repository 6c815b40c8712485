import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { writeAsOwner } from '../apps/server/src/testing/practice.ts'
import { markdownTable, targetMark, twoDecimals } from './cells.ts'
import { createBenchPractice, headersOf, ids } from './practice.ts'
import { startBenchServer } from './server.ts'

/** The number that identifies the therapist, and the numbers of measured calls, of people in the group, and of characters in each part. */
const [owner, calls, people, length] = [9, 300, 12, 2_000]

/**
 * Median durations in milliseconds: of opening the note of one client (`one`) and the note of a group (`group`), of saving a note (`saveOne`) and a
 * part of a group's note (`savePart`), and of counting the notes to write (`toWrite`). `part` is the length of a part; `sent` is the length of the
 * request body that saves it.
 */
export type NoteFigures = {
  one: number
  group: number
  saveOne: number
  savePart: number
  part: number
  sent: number
  toWrite: number
}

/** Measures requests for notes of a therapist with 10,000 sessions with one client, and of a session of a group, in turns. */
export async function measureNotes(): Promise<NoteFigures> {
  const practice = await createBenchPractice(8_000, 1_000)
  try {
    const { single, joint, clientIds } = await fill(practice.url)
    const server = await startBenchServer({ DATABASE_URL: practice.url, ATTUNE_DATA: practice.dataDir })
    try {
      const headers = headersOf(practice, server.address, 'therapist', owner)
      const ask = async (path: string, input: object) => {
        const body = JSON.stringify(input)
        const answer = await fetch(`${server.address}/api/note/${path}`, { method: 'POST', headers, body })
        if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`)
        return (await answer.json()) as { parts?: unknown[]; toWrite?: number }
      }
      const { parts = [] } = await ask('parts', { sessionId: joint })
      if (parts.length !== people + 1) throw new Error(`the note of the group has ${parts.length} parts`)
      const saves = { single: 1, joint: 1 }
      const text = () => `${randomUUID()} `.repeat(length / 37)
      const saveOf = (sessionId: string, which: keyof typeof saves, clientId?: string) => () =>
        ask('save', { sessionId, clientId, text: text(), version: saves[which]++ })
      const times = await inTurns({
        one: () => ask('open', { sessionId: single }),
        group: () => ask('parts', { sessionId: joint }),
        saveOne: saveOf(single, 'single'),
        savePart: saveOf(joint, 'joint', clientIds[0]),
        toWrite: () => ask('counts', {}),
      })
      const sent = JSON.stringify({ sessionId: joint, clientId: clientIds[0], text: text(), version: 1 }).length
      return { ...times, part: text().length, sent }
    } finally {
      await server.stop()
    }
  } finally {
    await practice.close()
  }
}

/** Makes the calls one after the other, `calls` times, after 30 that are not measured. Returns the median duration of each. */
async function inTurns<Name extends string>(work: Record<Name, () => Promise<unknown>>): Promise<Record<Name, number>> {
  const names = Object.keys(work) as Name[]
  const durations = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  for (let turn = -30; turn < calls; turn++)
    for (const name of names) {
      const begun = performance.now()
      await work[name]()
      if (turn >= 0) durations[name].push(performance.now() - begun)
    }
  const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN
  return Object.fromEntries(names.map((name) => [name, median(durations[name])])) as Record<Name, number>
}

/** Inserts 10,000 sessions with signed notes, the session and the note of one client, and those of a group. Returns the ids. */
async function fill(url: string): Promise<{ single: string; joint: string; clientIds: string[] }> {
  const therapist = ids.therapist(owner)
  const [single, joint] = [randomUUID(), randomUUID()]
  const db = new pg.Client(url)
  await db.connect()
  try {
    let clientIds: string[] = []
    await writeAsOwner(db, async () => {
      const { rows } = await db.query<{ id: string }>(
        'select id from app.client where therapist_id = $1 order by id limit $2',
        [therapist, people],
      )
      clientIds = rows.map(({ id }) => id)
      await db.query('alter table app.session_note disable trigger user')
      await db.query(
        `with s as (insert into app.session (id, therapist_id, starts_at, ends_at, format, status, created_at, booked_anyway)
           select gen_random_uuid(), $1, t, t + interval '50 minutes', 'video', 'completed', t - interval '1 day', true
           from (select now() - interval '1 day' - n * interval '5 hours' as t from generate_series(1, 10000) n) x returning id, starts_at)
         , c as (insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer)
           select $1, id, ($2::uuid[])[1 + (row_number() over ()) % 12], starts_at, 'accepted' from s returning session_id, client_id, starts_at)
         insert into app.session_note (therapist_id, session_id, client_id, text, version, signed_at)
           select $1, session_id, client_id, repeat('A quiet hour. ', 100), 1, starts_at from c`,
        [therapist, clientIds],
      )
      await db.query('alter table app.session_note enable trigger user')
      await insertOpen(db, single, clientIds.slice(0, 1))
      await insertOpen(db, joint, clientIds)
    })
    await db.query('set role attune_owner')
    for (const table of ['session', 'session_client', 'session_note']) await db.query(`vacuum analyze app.${table}`)
    return { single, joint, clientIds }
  } finally {
    await db.end()
  }
}

/** Inserts a session with an unsigned note: a part about each client, and a shared one if there are several. */
async function insertOpen(db: pg.Client, id: string, clientIds: string[]): Promise<void> {
  const therapist = ids.therapist(owner)
  await db.query(
    `insert into app.session (id, therapist_id, starts_at, ends_at, format, status, booked_anyway)
     values ($1, $2, now() - interval '3 hours', now() - interval '2 hours', 'video', 'completed', true)`,
    [id, therapist],
  )
  await db.query(
    `insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer)
     select $1::uuid, $2::uuid, c, now() - interval '3 hours', 'accepted' from unnest($3::uuid[]) c`,
    [therapist, id, clientIds],
  )
  await db.query(
    `insert into app.session_note (therapist_id, session_id, client_id, text, version)
     select $1::uuid, $2::uuid, c, repeat('A note. ', $4::int / 8), 1 from unnest($3::uuid[]) c
     union all select $1::uuid, $2::uuid, null, repeat('A note. ', $4::int / 8), 1 where cardinality($3::uuid[]) > 1`,
    [therapist, id, clientIds, length],
  )
}

export function notesTable(n: NoteFigures): string {
  const ms = (value: number) => `${value.toFixed(1)} ms`
  const kilobytes = (value: number) => `${(value / 1000).toFixed(1)} kB`
  const [opening, saving] = [n.group / n.one, n.savePart / n.saveOne]
  const overhead = n.sent - n.part
  return markdownTable(
    ['half of 300 requests within', 'one client', `group of ${people}`, 'ratio', 'goal', ''],
    [
      ['open the note', ms(n.one), ms(n.group), twoDecimals(opening), '≤ 1.5', targetMark(opening, (v) => v <= 1.5)],
      ['save the note, or one part', ms(n.saveOne), ms(n.savePart), twoDecimals(saving), '', ''],
      ['a save sends, beside its text', '', kilobytes(overhead), '', '≤ 0.2 kB', targetMark(overhead, (v) => v <= 200)],
      ['count the notes to write of 10,000 sessions', ms(n.toWrite), '', '', '', ''],
    ],
  )
}
