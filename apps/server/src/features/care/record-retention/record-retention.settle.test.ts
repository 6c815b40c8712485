import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { jobsAfterCleanups } from '../../../testing/cleanups.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { settleRecordHold } from './record-retention.settle.ts'

const app = await startSharedApp({ worker: false })

let people = 0
/** A hold of a therapist in Berlin whose last day is far ahead. */
async function holdUntil(untilOn: string) {
  const number = ++people
  const [therapist, client] = await Promise.all([app.person('therapist', number), app.person('client', number)])
  const clientId = await connectClient(app, therapist, client)
  await therapist.api.account.saveSettings({ zone: 'Europe/Berlin' })
  const id = randomUUID()
  await therapist.api.recordRetention.placeHold({ id, clientId, reason: 'The court asked for it.' })
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) =>
    tx.run('update app.record_hold set until_on = $2, reminded_at = placed_at where id = $1', [id, untilOn]),
  )
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) =>
    tx.run('update app.record_hold set reminded_at = null where id = $1', [id]),
  )
  return { id, therapist, client, clientId }
}
type Hold = Awaited<ReturnType<typeof holdUntil>>

/** Whether a reminder or the end of a hold is due at a moment. */
async function isDueAt({ id }: Hold, moment: string): Promise<boolean> {
  const { rows } = await app.db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<{ id: string }>('select id from def.record_holds_to_settle($1)', [moment]),
  )
  return rows.some((row) => row.id === id)
}
const settleAt = ({ id, therapist }: Hold, moment: string) =>
  settleRecordHold(
    { db: app.db, clock: { now: () => new Date(moment) } },
    { holdId: id, therapistId: therapist.accountId },
  )
const noticesOf = async ({ therapist }: Hold) =>
  (await therapist.api.notification.list({})).items
    .filter(({ kind }) => kind.startsWith('hold-'))
    .map(({ kind }) => kind)
    .toReversed()
const read = ({ therapist, clientId }: Hold) => therapist.api.recordRetention.ofClient({ clientId })
const historyOf = async ({ therapist, clientId }: Hold) =>
  (await therapist.api.client.timeline({ id: clientId })).items
    .filter(({ kind }) => kind.startsWith('hold-'))
    .map(({ kind, by }) => `${by} ${kind}`)

test('the therapist is reminded once a month before the last day, and the hold ends after it @slow', async () => {
  const hold = await holdUntil('2131-06-20')
  const counts: number[] = []
  for (const moment of ['05-19T12', '05-20T12', '05-21T12', '06-20T12', '06-21T12', '06-22T12']) {
    await settleAt(hold, `2131-${moment}:00:00Z`)
    counts.push((await noticesOf(hold)).length)
  }
  expect(counts).toEqual([0, 1, 1, 1, 2, 2])
  expect(await noticesOf(hold)).toEqual(['hold-ending', 'hold-expired'])
  expect(await read(hold)).toMatchObject({ hold: null, earlier: [{ id: hold.id, ending: 'expired' }] })
  expect((await historyOf(hold))[0]).toBe('system hold-expired')
})

test('a clock that jumps ten years ahead reminds first, and the hold lasts a month longer @slow', async () => {
  const hold = await holdUntil('2131-06-20')
  await settleAt(hold, '2141-06-20T12:00:00Z')
  expect((await read(hold)).hold).toMatchObject({ untilOn: '2141-07-20' })
  await settleAt(hold, '2141-07-20T12:00:00Z')
  expect((await read(hold)).hold).not.toBeNull()
  await settleAt(hold, '2141-07-21T12:00:00Z')
  expect((await read(hold)).hold).toBeNull()
})

test('a renewed hold lasts a year more, and is reminded of again', async () => {
  const hold = await holdUntil('2001-06-20')
  await settleAt(hold, '2001-06-01T12:00:00Z')
  await hold.therapist.api.recordRetention.renewHold({ id: hold.id, clientId: hold.clientId })
  const { untilOn } = (await read(hold)).hold ?? { untilOn: '' }
  expect(untilOn > '2001-07-01').toBe(true)
  await settleAt(hold, `${untilOn}T12:00:00Z`)
  expect(await noticesOf(hold)).toEqual(['hold-ending', 'hold-ending'])
  expect(await historyOf(hold)).toContain('therapist hold-renewed')
})

test('a reminder is due from 8 a.m. in the zone of the therapist', async () => {
  const hold = await holdUntil('2131-04-29')
  expect(await isDueAt(hold, '2131-03-29T05:59:00Z')).toBe(false)
  expect(await isDueAt(hold, '2131-03-29T07:01:00Z')).toBe(true)
})

test('a hold that the therapist has ended reminds of nothing', async () => {
  const hold = await holdUntil('2131-06-20')
  await hold.therapist.api.recordRetention.endHold({ id: hold.id, clientId: hold.clientId })
  await settleAt(hold, '2131-06-01T12:00:00Z')
  expect([await isDueAt(hold, '2131-06-01T12:00:00Z'), await noticesOf(hold)]).toEqual([false, []])
})

test('the hold of a closed account ends after its last day without a reminder @slow', async () => {
  const hold = await holdUntil('2131-06-20')
  await hold.therapist.api.login.deleteAccount({ password: hold.therapist.password })
  const endingAt = async (moment: string) => {
    await settleAt(hold, moment)
    const { rows } = await app.privileged.definer.query('select ending from app.record_hold where id = $1', [hold.id])
    return rows
  }
  expect(await isDueAt(hold, '2131-06-20T12:00:00Z')).toBe(false)
  expect(await endingAt('2131-06-20T12:00:00Z')).toEqual([{ ending: null }])
  expect(await isDueAt(hold, '2131-06-21T12:00:00Z')).toBe(true)
  expect(await endingAt('2131-06-21T12:00:00Z')).toEqual([{ ending: 'expired' }])
})

test('the reminder names the client in the app only, and sends one email', async () => {
  const hold = await holdUntil('2131-06-20')
  await settleAt(hold, '2131-06-01T12:00:00Z')
  const { items } = await hold.therapist.api.notification.list({})
  expect(items.find(({ kind }) => kind === 'hold-ending')).toMatchObject({ relatedId: hold.clientId })
  const { rows } = await app.privileged.definer.query('select kind from app.mail where subject_id = $1', [hold.id])
  expect(rows).toEqual([{ kind: 'hold-ending' }])
})

test('the cleanup enqueues one job for a hold that is due @slow', async () => {
  const hold = await holdUntil('2001-01-01')
  const jobs = await jobsAfterCleanups(app, 'record-hold')
  expect(jobs.filter(({ holdId }) => holdId === hold.id)).toHaveLength(1)
})
