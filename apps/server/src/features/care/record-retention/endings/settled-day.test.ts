import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { daysAfterEnd, endingTools } from './record-endings.testing.ts'

const app = await startSharedApp({ worker: false })
const { addRecord, settleOn } = endingTools(app)

const noonOf = (day: string) => new Date(`${day}T12:00:00Z`)
/** Returns the therapists who have something to settle at noon of a day, and the number of scans of the table of client records that this took. */
const askOn = (day: string) =>
  app.db.asActor({ role: 'worker', id: null }, async ({ run }) => {
    const countScans = async () => {
      const { rows } = await run<{ scans: number }>(
        `select (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as scans from pg_stat_xact_all_tables
         where schemaname = 'app' and relname = 'client'`,
      )
      return rows[0]?.scans ?? 0
    }
    const before = await countScans()
    const { rows } = await run<{ id: string }>('select id from def.record_endings_to_settle($1) id', [noonOf(day)])
    return { due: rows.map(({ id }) => id), clientScans: (await countScans()) - before }
  })

let people = 0
/** A therapist with a record, whose retention ends in some years. */
async function openDue() {
  const therapist = await app.person('therapist', ++people)
  return { therapist, record: await addRecord(therapist), id: therapist.accountId }
}

test('a list that is settled is not asked for again on its day, without a look at records, and is on the next', async () => {
  const { therapist, record, id } = await openDue()
  const nothingToSettle = await app.person('therapist', ++people)
  const [day, nextDay] = [daysAfterEnd(record, 1), daysAfterEnd(record, 2)]
  const first = await askOn(day)
  expect(first.due).toEqual([id])
  expect(first.clientScans).toBeGreaterThan(0)
  await settleOn(therapist, day)
  expect(await askOn(day)).toEqual({ due: [], clientScans: 0 })
  expect(await askOn(day)).toEqual({ due: [], clientScans: 0 })
  const next = await askOn(nextDay)
  expect(next.due).toEqual([id])
  expect(next.due).not.toContain(nothingToSettle.accountId)
  await settleOn(therapist, nextDay)
  expect((await askOn(nextDay)).due).toEqual([])
})

test('a run that failed before its end leaves the list to be settled on the same day', async () => {
  const { therapist, record, id } = await openDue()
  const day = daysAfterEnd(record, 1)
  let left = 2
  const db: typeof app.db = {
    ...app.db,
    async asActor(who, work) {
      if (left-- <= 0) throw new Error('killed')
      return app.db.asActor(who, work)
    },
  }
  await settleOn(therapist, day, db).catch(() => {})
  expect((await askOn(day)).due).toContain(id)
  await settleOn(therapist, day)
  expect((await askOn(day)).due).not.toContain(id)
})

test('a run that ends while another one still checks an entry does not count the list as settled', async () => {
  const { therapist, record, id } = await openDue()
  const day = daysAfterEnd(record, 1)
  let calls = 0
  const db: typeof app.db = {
    ...app.db,
    async asActor(who, work) {
      calls++
      return app.db.asActor(who, async (tx) => {
        const done = await work(tx)
        // The second call has checked the entry, and has not committed.
        if (calls === 2) {
          await settleOn(therapist, day)
          throw new Error('killed')
        }
        return done
      })
    },
  }
  await settleOn(therapist, day, db).catch(() => {})
  expect((await askOn(day)).due).toContain(id)
})
