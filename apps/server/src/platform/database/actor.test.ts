import type { Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { newId, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { seedTherapist } from '../../testing/practice.ts'
import { type Actor, build, Indeterminate, isUnavailable, type Tx } from './actor.ts'

let house: TestDatabase
let therapist: Actor
beforeAll(async () => {
  house = await openTestDatabase(inject('adminUrl'), 1)
  therapist = { role: 'therapist', id: (await seedTherapist(house.installer, 3)).id }
})
afterAll(() => house.close())

const record = (id: string) => ({ id, therapist_id: therapist.id ?? '', first_name: 'Ada', last_name: 'Adler' })
const add = (tx: Tx, id: string) => tx.kysely.insertInto('client').values(record(id)).execute()
const isThere = async (id: string) =>
  (await house.db.readAs(therapist, build.selectFrom('client').select('id').where('id', '=', id).compile())).length ===
  1
/** As the owner of the schema, in a transaction of its own. */
const asOwner = (text: string) => house.installer.query(`begin; set local role attune_owner; ${text}; commit`)
/** Makes every commit that wrote an audit row do this first. */
const atCommit = (what: string) =>
  asOwner(`create function app.at_commit() returns trigger language plpgsql as 'begin ${what}; return null; end';
    create constraint trigger at_commit after insert on app.audit deferrable initially deferred for each row execute function app.at_commit()`)
const commitAsBefore = () => asOwner('drop trigger at_commit on app.audit; drop function app.at_commit()')
const note = (tx: Tx) =>
  tx.kysely
    .insertInto('audit')
    .values({ actor_id: therapist.id ?? '', actor_role: 'therapist', action: 'read', thing: 'client' })
    .execute()

test('what was done is done, and what failed never happened', async () => {
  const [kept, undone] = [newId(), newId()]
  await house.db.asActor(therapist, (tx) => add(tx, kept))
  const failing = house.db.asActor(therapist, async (tx) => {
    await add(tx, undone)
    throw new Error('second thoughts')
  })
  await expect(failing).rejects.toThrow('second thoughts')
  expect([await isThere(kept), await isThere(undone)]).toEqual([true, false])
})

test('the question after the work sees it; where that or what is done at the end fails, nothing has happened', async () => {
  const [kept, unasked, unended] = [newId(), newId(), newId()]
  const named = (id: string) => build.selectFrom('client').select('id').where('id', '=', id).compile()
  const work = async (tx: Tx) => void (await add(tx, kept))
  expect(await house.db.actThenRead(therapist, work, named(kept))).toEqual([{ id: kept }])

  const wrong = sql`select 1 / 0`.compile(build)
  const asking = house.db.actThenRead(therapist, async (tx) => void (await add(tx, unasked)), wrong)
  await expect(asking).rejects.toMatchObject({ code: '22012' })
  const ending = async (tx: Tx) => {
    tx.atEnd(() => void tx.run('select 1 / 0'))
    await add(tx, unended)
  }
  await expect(house.db.actThenRead(therapist, ending, named(unended))).rejects.toMatchObject({ code: '22012' })
  await expect(house.db.asActor(therapist, ending)).rejects.toMatchObject({ code: '22012' })
  expect([await isThere(kept), await isThere(unasked), await isThere(unended)]).toEqual([true, false, false])
})

test('the handle dies with its transaction', async () => {
  let kept: Tx | undefined
  await house.db.asActor(therapist, async (tx) => void (kept = tx))
  expect(() => kept?.run('select 1')).toThrow('over')
  await expect(sql`select 1`.execute(kept?.kysely as Tx['kysely'])).rejects.toThrow('over')

  const failing = house.db.asActor(therapist, async (tx) => {
    kept = tx
    throw new Error('second thoughts')
  })
  await expect(failing).rejects.toThrow('second thoughts')
  expect(() => kept?.run('select 1')).toThrow('over')
})

test('a failing statement that nobody waited for fails the transaction, with its own error', async () => {
  const stray = vi.fn()
  process.on('unhandledRejection', stray)
  const id = newId()
  const work = house.db.asActor(therapist, async (tx) => {
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

test('a swallowed error does not pass for success: the commit answers ROLLBACK', async () => {
  const id = newId()
  const work = house.db.asActor(therapist, async (tx) => {
    await add(tx, id)
    await tx.run('select 1 / 0').catch(() => {})
  })
  await expect(work).rejects.toMatchObject({ code: '22012' })
  expect(await isThere(id)).toBe(false)
})

test('a transaction inside the transaction is refused', async () => {
  const nested = house.db.asActor(therapist, ({ kysely }) => kysely.transaction().execute(async () => {}))
  await expect(nested).rejects.toThrow('asActor is the transaction')
})

test('role and actor end with the transaction, on the same connection', async () => {
  const who = `select current_user::text as role, current_setting('app.actor', true) as actor`
  const inside = await house.db.asActor(therapist, (tx) => tx.run(who))
  expect(inside.rows).toEqual([{ role: 'attune_app_therapist', actor: therapist.id }])
  expect((await house.pool.query(who)).rows).toEqual([{ role: 'attune_login', actor: '' }])
})

test('a commit that the server refuses is definite', async () => {
  await atCommit(`raise exception ''no'' using errcode = ''23P01''`)
  try {
    const work = house.db.asActor(therapist, note)
    await expect(work).rejects.toMatchObject({ code: '23P01' })
    await expect(work).rejects.not.toBeInstanceOf(Indeterminate)
  } finally {
    await commitAsBefore()
  }
})

test('a connection lost during the commit is indeterminate, and the pool goes on', async () => {
  await atCommit('perform pg_sleep(60)')
  try {
    const work = house.db.asActor(therapist, note)
    const settled = work.catch((error: unknown) => error)
    await vi.waitFor(async () => expect(await house.cut('sleeping')).toBe(1), { timeout: 60_000 })
    const error = await settled
    expect(error).toBeInstanceOf(Indeterminate)
    expect(isUnavailable(error)).toBe(true)
  } finally {
    await commitAsBefore()
  }
  expect(await isThere(newId())).toBe(false)
})

test('a connection lost before the commit is a fault, and the next one works', async () => {
  const id = newId()
  const work = house.db.asActor(therapist, async (tx) => {
    await add(tx, id)
    await house.cut()
    await tx.run('select 1')
  })
  const error = await work.catch((caught: unknown) => caught)
  expect(isUnavailable(error)).toBe(true)
  expect(await isThere(id)).toBe(false)
})

test('a connection that died while idle is replaced', async () => {
  await isThere(newId())
  await house.cut()
  await expect.poll(() => house.pool.totalCount).toBe(0)
  expect(await isThere(newId())).toBe(false)
})

test('a plan that no longer fits after a migration is asked once more', async () => {
  await asOwner(
    `create table app.scratch (a int); grant select on app.scratch to attune_app_therapist; insert into app.scratch values (1)`,
  )
  const read = () => house.db.asActor(therapist, (tx) => tx.run<{ a: unknown }>('select a from app.scratch'))
  expect((await read()).rows).toEqual([{ a: 1 }])
  await asOwner('alter table app.scratch alter a type text')
  expect((await read()).rows).toEqual([{ a: '1' }])

  await asOwner('alter table app.scratch alter a type int using a::int')
  const client = await house.pool.connect()
  client.release()
  const attempts = vi.spyOn(house.pool, 'connect')
  expect((await read()).rows).toEqual([{ a: 1 }])
  expect(attempts).toHaveBeenCalledTimes(2)
  attempts.mockRestore()
})

test('instants come in one form, whatever their fraction, and days as they are', async () => {
  const { rows } = await house.db.asActor(therapist, (tx) =>
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

test('what is sent within one turn leaves in one write', async () => {
  const client = await house.pool.connect()
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  client.release()
  const writes = vi.spyOn(stream as unknown as { _writev: (...args: unknown[]) => void }, '_writev')
  await isThere(newId())
  expect(writes).toHaveBeenCalledTimes(1)
  writes.mockRestore()
})
