import type { Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { randomId, openTestDatabase, type TestDatabase } from '../../testing/database/database.ts'
import { seedTherapist } from '../../testing/practice.ts'
import { type Actor, IndeterminateCommitError, isUnavailable, type Tx } from './actor.ts'
import { queryBuilder } from './query-builder.ts'

let database: TestDatabase
let therapist: Actor
beforeAll(async () => {
  database = await openTestDatabase(inject('adminUrl'), 1)
  therapist = { role: 'therapist', id: (await seedTherapist(database.installer, 3)).id }
})
afterAll(() => database.close())

const record = (id: string) => ({ id, therapist_id: therapist.id ?? '', first_name: 'Ada', last_name: 'Adler' })
const add = (tx: Tx, id: string) => tx.kysely.insertInto('client').values(record(id)).execute()
const isThere = async (id: string) =>
  (await database.db.readAs(therapist, queryBuilder.selectFrom('client').select('id').where('id', '=', id).compile()))
    .length === 1
/** Runs SQL as the owner of the schema, in a separate transaction. */
const asOwner = (text: string) => database.installer.query(`begin; set local role attune_owner; ${text}; commit`)
/** Creates a deferred trigger that runs `what` at every commit of a transaction that inserts an audit row. */
const atCommit = (what: string) =>
  asOwner(`create function app.at_commit() returns trigger language plpgsql as 'begin ${what}; return null; end';
    create constraint trigger at_commit after insert on app.audit deferrable initially deferred for each row execute function app.at_commit()`)
const dropCommitTrigger = () => asOwner('drop trigger at_commit on app.audit; drop function app.at_commit()')
const insertAudit = (tx: Tx) =>
  tx.kysely
    .insertInto('audit')
    .values({ actor_id: therapist.id ?? '', actor_role: 'therapist', action: 'read', thing: 'client' })
    .execute()

test('a transaction that succeeds is committed, one that throws is rolled back', async () => {
  const [kept, undone] = [randomId(), randomId()]
  await database.db.asActor(therapist, (tx) => add(tx, kept))
  const failing = database.db.asActor(therapist, async (tx) => {
    await add(tx, undone)
    throw new Error('second thoughts')
  })
  await expect(failing).rejects.toThrow('second thoughts')
  expect([await isThere(kept), await isThere(undone)]).toEqual([true, false])
})

test('a transaction whose work, final query or commit fails is rolled back', async () => {
  const [kept, unasked, unended] = [randomId(), randomId(), randomId()]
  const named = (id: string) => queryBuilder.selectFrom('client').select('id').where('id', '=', id).compile()
  const work = async (tx: Tx) => void (await add(tx, kept))
  expect(await database.db.runThenQuery(therapist, work, named(kept))).toEqual([{ id: kept }])

  const wrong = sql`select 1 / 0`.compile(queryBuilder)
  const asking = database.db.runThenQuery(therapist, async (tx) => void (await add(tx, unasked)), wrong)
  await expect(asking).rejects.toMatchObject({ code: '22012' })
  const ending = async (tx: Tx) => {
    tx.beforeCommit(() => void tx.run('select 1 / 0'))
    await add(tx, unended)
  }
  await expect(database.db.runThenQuery(therapist, ending, named(unended))).rejects.toMatchObject({ code: '22012' })
  await expect(database.db.asActor(therapist, ending)).rejects.toMatchObject({ code: '22012' })
  expect([await isThere(kept), await isThere(unasked), await isThere(unended)]).toEqual([true, false, false])
})

test('a transaction handle throws after its transaction has ended', async () => {
  let kept: Tx | undefined
  await database.db.asActor(therapist, async (tx) => void (kept = tx))
  expect(() => kept?.run('select 1')).toThrow('over')
  await expect(sql`select 1`.execute(kept?.kysely as Tx['kysely'])).rejects.toThrow('over')

  const failing = database.db.asActor(therapist, async (tx) => {
    kept = tx
    throw new Error('second thoughts')
  })
  await expect(failing).rejects.toThrow('second thoughts')
  expect(() => kept?.run('select 1')).toThrow('over')
})

test('a failing statement that was not awaited fails the transaction with its own error', async () => {
  const stray = vi.fn()
  process.on('unhandledRejection', stray)
  const id = randomId()
  const work = database.db.asActor(therapist, async (tx) => {
    await add(tx, id)
    void tx.run('select 1 / 0')
    return 'as if nothing had happened'
  })
  await expect(work).rejects.toMatchObject({ code: '22012' })
  expect(await isThere(id)).toBe(false)
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', stray)
  expect(stray).not.toHaveBeenCalled()
})

test('new statements of a batch that Postgres skipped after an error work in the next transaction', async () => {
  const [failed, skipped] = [`select 1 / 0 as "${randomId()}"`, `select 7 as seven, '${randomId()}' as other`]
  const both = database.db.asActor(therapist, (tx) => Promise.all([tx.run(failed), tx.run(skipped)]))
  await expect(both).rejects.toMatchObject({ code: '22012' })
  const next = await database.db.asActor(therapist, (tx) => tx.run<{ seven: number }>(skipped))
  expect(next).toMatchObject({ rows: [{ seven: 7 }], rowCount: 1 })
})

test('a caught statement error still fails the transaction, because the commit answers ROLLBACK', async () => {
  const id = randomId()
  const work = database.db.asActor(therapist, async (tx) => {
    await add(tx, id)
    await tx.run('select 1 / 0').catch(() => {})
  })
  await expect(work).rejects.toMatchObject({ code: '22012' })
  expect(await isThere(id)).toBe(false)
})

test('a transaction inside the transaction is refused', async () => {
  const nested = database.db.asActor(therapist, ({ kysely }) => kysely.transaction().execute(async () => {}))
  await expect(nested).rejects.toThrow('asActor is the transaction')
})

test('after the transaction, role and actor are reset on the connection', async () => {
  const who = `select current_user::text as role, current_setting('app.actor', true) as actor`
  const inside = await database.db.asActor(therapist, (tx) => tx.run(who))
  expect(inside.rows).toEqual([{ role: 'attune_app_therapist', actor: therapist.id }])
  expect((await database.pool.query(who)).rows).toEqual([{ role: 'attune_login', actor: '' }])
})

test('a commit that the server refuses is a definite failure', async () => {
  await atCommit(`raise exception ''no'' using errcode = ''23P01''`)
  try {
    const work = database.db.asActor(therapist, insertAudit)
    await expect(work).rejects.toMatchObject({ code: '23P01' })
    await expect(work).rejects.not.toBeInstanceOf(IndeterminateCommitError)
  } finally {
    await dropCommitTrigger()
  }
})

test('a connection lost during the commit gives an indeterminate result, and the pool keeps working', async () => {
  await atCommit('perform pg_sleep(60)')
  try {
    const work = database.db.asActor(therapist, insertAudit)
    const settled = work.catch((error: unknown) => error)
    await vi.waitFor(async () => expect(await database.terminateConnections('sleeping')).toBe(1), { timeout: 60_000 })
    const error = await settled
    expect(error).toBeInstanceOf(IndeterminateCommitError)
    expect(isUnavailable(error)).toBe(true)
  } finally {
    await dropCommitTrigger()
  }
  expect(await isThere(randomId())).toBe(false)
})

test('a connection lost before the commit throws, and the next transaction works', async () => {
  const id = randomId()
  const work = database.db.asActor(therapist, async (tx) => {
    await add(tx, id)
    await database.terminateConnections()
    await tx.run('select 1')
  })
  const error = await work.catch((caught: unknown) => caught)
  expect(isUnavailable(error)).toBe(true)
  expect(await isThere(id)).toBe(false)
})

test('a connection that is lost while idle is replaced', async () => {
  await isThere(randomId())
  await database.terminateConnections()
  await expect.poll(() => database.pool.totalCount).toBe(0)
  expect(await isThere(randomId())).toBe(false)
})

test('a prepared statement that a migration invalidated is run once more', async () => {
  await asOwner(
    `create table app.scratch (a int); grant select on app.scratch to attune_app_therapist; insert into app.scratch values (1)`,
  )
  const read = () => database.db.asActor(therapist, (tx) => tx.run<{ a: unknown }>('select a from app.scratch'))
  expect((await read()).rows).toEqual([{ a: 1 }])
  await asOwner('alter table app.scratch alter a type text')
  expect((await read()).rows).toEqual([{ a: '1' }])

  await asOwner('alter table app.scratch alter a type int using a::int')
  const client = await database.pool.connect()
  client.release()
  const attempts = vi.spyOn(database.pool, 'connect')
  expect((await read()).rows).toEqual([{ a: 1 }])
  expect(attempts).toHaveBeenCalledTimes(2)
  attempts.mockRestore()
})

test('a transaction whose row a policy refused is run once more, so that a right that ended meanwhile is refused by its check', async () => {
  const other = await seedTherapist(database.installer, 4)
  const foreign = { ...record(randomId()), therapist_id: other.id }
  let attempts = 0
  const checked = database.db.asActor(therapist, async (tx) => {
    if (++attempts === 2) throw new Error('the right has ended')
    await tx.kysely.insertInto('client').values(foreign).execute()
  })
  await expect(checked).rejects.toThrow('the right has ended')

  attempts = 0
  const unchecked = database.db.asActor(therapist, async (tx) => {
    attempts++
    await tx.kysely.insertInto('client').values(foreign).execute()
  })
  await expect(unchecked).rejects.toMatchObject({ code: '42501' })
  expect(attempts).toBe(2)
})

test('a read that is not granted is not repeated', async () => {
  const attempts = vi.spyOn(database.pool, 'connect')
  const read = database.db.asActor(therapist, (tx) => tx.run('select from auth.login'))
  await expect(read).rejects.toMatchObject({ code: '42501' })
  expect(attempts).toHaveBeenCalledTimes(1)
  attempts.mockRestore()
})

test('instants are read as ISO 8601 with milliseconds, dates as YYYY-MM-DD', async () => {
  const { rows } = await database.db.asActor(therapist, (tx) =>
    tx.run(`select '2026-03-01 09:30:00+00'::timestamptz as whole, '2026-03-01 09:30:00.5+01'::timestamptz as half,
      '2026-12-31 23:59:59.123456Z'::timestamptz as fine, '0099-01-01 00:00:00Z'::timestamptz as early, '2026-03-01'::date as day`),
  )
  expect(rows).toEqual([
    {
      whole: '2026-03-01T09:30:00.000Z',
      half: '2026-03-01T08:30:00.500Z',
      fine: '2026-12-31T23:59:59.123Z',
      early: '0099-01-01T00:00:00.000Z',
      day: '2026-03-01',
    },
  ])
})

test('statements sent in one turn of the event loop are written to the socket at once', async () => {
  const client = await database.pool.connect()
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  client.release()
  const writes = vi.spyOn(stream as unknown as { _writev: (...args: unknown[]) => void }, '_writev')
  await isThere(randomId())
  expect(writes).toHaveBeenCalledTimes(1)
  writes.mockRestore()
})
