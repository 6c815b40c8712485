import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyTime } from '../../features/schedule/waiting-list/waiting-list.testing.ts'
import { runCleanups } from '../../jobs.ts'
import { startSharedApp } from '../../testing/app.ts'
import { newJournalEntry } from '../../testing/records/journal.ts'
import { runQuery } from '../../testing/database/database.ts'
import { writeAsOwner } from '../../testing/practice.ts'
import { connectClient } from '../../testing/records/sessions.ts'
import type { AnyActor, Tx } from '../database/actor.ts'
import { connectionOptions, databaseUrlFor } from '../database/pools.ts'
import { deleteOldRows } from './old-rows.ts'

const app = await startSharedApp({ worker: false })
const [therapist, client] = await Promise.all([app.person('therapist'), app.person('client')])
await connectClient(app, therapist, client)
const entry = newJournalEntry()
await client.api.journal.save(entry)
await therapist.api.waitingList.saveSettings({ mode: 'automatic', answerHours: 24 })
const waiting = anyTime(app, therapist)
await client.api.waitingList.join(waiting)

/** Connections that can insert rows of any age and read every row. */
const installer = new pg.Client(app.databaseUrl)
const backup = new pg.Client(connectionOptions(app.databaseUrl, 'attune_app_backup', app.secrets))
await Promise.all([installer.connect(), backup.connect()])
afterAll(() => Promise.all([installer.end(), backup.end()]))

/** The retention of each table, and SQL that inserts a row with the id `$1` and the age `$2`. */
const tables = {
  mail: ['1 year', `(id, kind, acting_for, state, created_at) values ($1, 'test', $1, 'sent', now() - $2::interval)`],
  notification: [
    '1 year',
    `(id, account_id, kind, created_at) values ($1, '${client.accountId}', 'test', now() - $2::interval)`,
  ],
  access: [
    '10 years',
    `(id, account_id, reader_id, thing, thing_id, at, slot)
     values ($1, '${client.accountId}', '${therapist.accountId}', 'note', $1, now() - $2::interval, now() - $2::interval)`,
  ],
  freed_time: [
    '1 year',
    `(id, therapist_id, starts_at, ends_at, was_session)
     values ($1, '${therapist.accountId}', now() - $2::interval - interval '1 hour', now() - $2::interval, true)`,
  ],
  waiting_offer: ['1 year', offerIn('declined', null)],
  journal_act: [
    '2 years',
    `(command, account_id, entry_id, at) values ($1, '${client.accountId}', '${entry.id}', now() - $2::interval)`,
  ],
  incoming_text: [
    '400 days',
    `(provider_id, channel, outcome, received_at) values ($1::text, 'sms', 'message', now() - $2::interval)`,
  ],
  feedback: [
    '1 year',
    `(id, account_id, text, done_at) values ($1, '${client.accountId}', 'The list jumps.', now() - $2::interval)`,
  ],
} as const
type Table = keyof typeof tables

/** SQL for an offer of a one-hour time that ended `$2` ago; `$2` is an interval. */
function offerIn(state: 'declined' | 'open', freedTimeId: string | null): string {
  return `(id, therapist_id, entry_id, account_id, freed_time_id, starts_at, ends_at, offered_at, expires_at, state)
    select $1, '${therapist.accountId}', '${waiting.id}', '${client.accountId}', ${freedTimeId ? `'${freedTimeId}'` : 'null'}, t.ends - interval '1 hour',
      t.ends, t.ends - interval '3 hours', t.ends - interval '2 hours', '${state}' from (select now() - $2::interval as ends) t`
}

async function insert(table: Table, age: string, sql: string = tables[table][1]): Promise<string> {
  const id = randomUUID()
  await writeAsOwner(installer, async () => {
    await installer.query(`insert into app.${table} ${sql}`, [id, age])
  })
  return id
}

async function isKept(table: Table, id: string): Promise<boolean> {
  const key = table === 'journal_act' ? 'command' : table === 'incoming_text' ? 'provider_id' : 'id'
  return (await backup.query(`select from app.${table} where ${key} = $1`, [id])).rowCount === 1
}

const names = Object.keys(tables) as Table[]
const rows = {} as Record<Table, { old: string; younger: string; areInserted: boolean }>
beforeAll(async () => {
  for (const table of names) {
    const [period] = tables[table]
    const [old, younger] = [await insert(table, `${period} 1 hour`), await insert(table, `${period} -1 hour`)]
    rows[table] = { old, younger, areInserted: (await isKept(table, old)) && (await isKept(table, younger)) }
  }
  await runCleanups(app)
})

test.each(names)('a row of %s is deleted after its period, a younger one is kept', async (table) => {
  const { old, younger, areInserted } = rows[table]
  expect([areInserted, await isKept(table, old), await isKept(table, younger)]).toEqual([true, false, true])
})

/** Runs the cleanups as on the next day, because they delete old rows once a day. */
async function runNextDay() {
  app.clock.advance(25 * 60 * 60_000)
  await runCleanups(app)
}

test('an email that still waits, an open offer and the time that it offers are kept however old they are @slow', async () => {
  const mail = await insert('mail', '5 years', tables.mail[1].replace("'sent'", "'waiting'"))
  const freed = await insert('freed_time', '5 years')
  const open = await insert('waiting_offer', '5 years', offerIn('open', freed))
  const declined = await insert('waiting_offer', '5 years')
  await runNextDay()
  expect([await isKept('mail', mail), await isKept('freed_time', freed)]).toEqual([true, true])
  expect([await isKept('waiting_offer', open), await isKept('waiting_offer', declined)]).toEqual([true, false])
})

test('the words of the assistant on a day are counted for 400 days, and open feedback is kept however old it is @slow', async () => {
  const feedback = await insert(
    'feedback',
    '5 years',
    tables.feedback[1].replace('now() - $2::interval)', `case when $2::interval is null then now() end)`),
  )
  const days = async () =>
    (
      await backup.query<{ age: number }>(`select current_date - day as age from app.assistant_day order by 1`)
    ).rows.map(({ age }) => age)
  await writeAsOwner(installer, async () => {
    await installer.query(
      `insert into app.assistant_day (account_id, day, words) select $1, current_date - age, 1 from unnest(array[390, 410]) age`,
      [therapist.accountId],
    )
  })
  await runNextDay()
  expect([await isKept('feedback', feedback), await days()]).toEqual([true, [390]])
})

test('the deletion of old notifications and accesses is not reported to open pages, any other deletion is @slow', async () => {
  const reported = async (table: Table, id: string) =>
    (await backup.query(`select from app.change where table_name = $1 and row_id = $2 and op = 'DELETE'`, [table, id]))
      .rowCount
  for (const table of ['notification', 'access'] as const) {
    const [old, young] = [await insert(table, '11 years'), await insert(table, '1 hour')]
    await runNextDay()
    expect([await isKept(table, old), await reported(table, old)]).toEqual([false, 0])
    await app.privileged.definer.query(`delete from app.${table} where id = $1`, [young])
    expect(await reported(table, young)).toBe(1)
  }
})

/** Kills the connection of a transaction. Connects as the same role, because a role may terminate its own connections. */
async function killConnection(tx: Tx<AnyActor>) {
  const { rows: connections } = await tx.run<{ pid: number }>('select pg_backend_pid() as pid')
  const url = databaseUrlFor(app.databaseUrl, 'attune_login', app.secrets)
  const killed = await runQuery(url, `select pg_terminate_backend(${connections[0]?.pid})`)
  expect(killed).toEqual([{ pg_terminate_backend: true }])
  await tx.run('select 1')
}

const many = 20_000
const insertManyAccesses = () =>
  app.privileged.definer.query(
    `insert into app.access (account_id, reader_id, thing, thing_id, at, slot)
     select $1, $2, 'note', gen_random_uuid(), t.at, t.at from (select now() - interval '10 years' - n * interval '1 hour' as at
       from generate_series(1, $3::int) n) t`,
    [client.accountId, therapist.accountId, many],
  )
const countOld = async () =>
  (
    await backup.query<{ n: number }>(
      `select count(*)::int as n from app.access where at < now() - interval '10 years'`,
    )
  ).rows[0]?.n

test('a run whose connection is killed half-way keeps its finished batches, and the next run deletes the rest @slow', async () => {
  await insertManyAccesses()
  let batches = 0
  const cleanup = deleteOldRows(
    async (tx, limits) => {
      const deleted = await tx.run<{ count: number }>('select def.delete_old_accesses($1, $2) as count', limits)
      if (++batches === 4) await killConnection(tx)
      return deleted
    },
    { batch: 2_000, milliseconds: 60_000 },
  )
  await expect(cleanup(app)).rejects.toThrow(/connection/i)
  expect(await countOld()).toBe(many - 3 * 2_000)
  await cleanup(app)
  expect(await countOld()).toBe(0)
})

const killable = {
  mail: 'def.delete_old_mails',
  notification: 'def.delete_old_notifications',
  freed_time: 'def.delete_old_freed_times',
  waiting_offer: 'def.delete_old_waiting_offers',
  journal_act: 'def.delete_old_journal_acts',
  incoming_text: 'def.delete_old_incoming_texts',
  feedback: 'def.delete_old_feedback',
} as const
const killed = Object.keys(killable) as (keyof typeof killable)[]

test.each(killed)(
  'a killed deletion of old rows of %s undoes its batch only, and the next run deletes the rest @slow',
  async (table) => {
    const old: string[] = []
    for (let row = 0; row < 5; row++) old.push(await insert(table, `${tables[table][0]} ${row + 1} hours`))
    const young = await insert(table, '1 hour')
    const countKept = async () => {
      let count = 0
      for (const id of old) if (await isKept(table, id)) count++
      return count
    }
    let batches = 0
    const cleanup = deleteOldRows(
      async (tx, limits) => {
        const deleted = await tx.run<{ count: number }>(`select ${killable[table]}($1, $2) as count`, limits)
        if (++batches === 2) await killConnection(tx)
        return deleted
      },
      { batch: 2, milliseconds: 60_000 },
    )
    await expect(cleanup(app)).rejects.toThrow(/connection/i)
    expect(await countKept()).toBe(3)
    await cleanup(app)
    expect([await countKept(), await isKept(table, young)]).toEqual([0, true])
  },
)

test('a run ends at its time limit, and the next one continues; after the last row, none runs for a day @slow', async () => {
  await insertManyAccesses()
  let calls = 0
  const cleanup = deleteOldRows(
    (tx, limits) => {
      calls++
      return tx.run('select def.delete_old_accesses($1, $2) as count', limits)
    },
    { batch: many / 2, milliseconds: 0 },
  )
  const left: unknown[] = []
  for (let run = 0; run < 5; run++) {
    await cleanup(app)
    left.push(await countOld())
  }
  expect([left, calls]).toEqual([[many / 2, 0, 0, 0, 0], 3])
  app.clock.advance(24 * 60 * 60_000)
  await cleanup(app)
  expect(calls).toBe(4)
})
