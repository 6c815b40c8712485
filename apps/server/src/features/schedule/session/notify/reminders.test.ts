import { instantOf, shiftDay, todayIn } from '@attune/contract/common/time/time'
import { defaultTerms } from '@attune/contract/features/schedule/terms/terms.rules'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { queryAsRole } from '../../../../testing/database/database.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import { createReminderRunner } from '../../../../testing/faults/reminders.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'

const [minute, hour, day] = [60_000, 3_600_000, 24 * 3_600_000]
const app = await startSharedApp({ worker: false, poolSize: 8 })
const therapist = await app.person('therapist')
const client = await app.person('client')
const record = await connectClient(app, therapist, client)
const distant = await app.person('client', 2)
await distant.api.account.saveSettings({ zone: 'Pacific/Auckland' })
const theirs = await connectClient(app, therapist, distant)
const reminders = createReminderRunner(app)

let days = 10
/** Returns 14:30 in Berlin on a day that no other test uses. */
const afternoon = () => {
  const date = shiftDay(todayIn('Europe/Berlin', app.clock.now()), days++)
  return new Date(instantOf(date, '14:30', 'Europe/Berlin'))
}
const plan = (startsAt: Date, clients = [record]) => reminders.plan(therapist, clients, startsAt)
const goTo = (at: Date | number) => app.clock.advance(new Date(at).getTime() - app.clock.now().getTime())
const change = (id: string, set: string) =>
  app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) =>
    tx.run(`update app.session set ${set} where id = $1`, [id]),
  )
const both = () => [therapist.accountId, client.accountId].sort()

describe('both sides of a session are reminded [9.02]', () => {
  test('once in the app and by email, however often and by how many workers the jobs run @slow', async () => {
    const start = afternoon()
    const session = await plan(start)
    await reminders.run(session, 2)
    await reminders.run(session, 2)
    expect(await reminders.told(session)).toEqual([])
    goTo(start.getTime() - day)
    for (let round = 0; round < 3; round++) await reminders.run(session, 2)
    expect(await reminders.told(session)).toEqual(both())
    expect(await reminders.mailed(session)).toEqual(both())
    goTo(start)
    await reminders.run(session, 2)
    expect(await reminders.told(session)).toEqual(both())
  })

  test('each at the time of their own zone, in Auckland and in Berlin @slow', async () => {
    const start = afternoon()
    const session = await plan(start, [theirs])
    await reminders.run(session)
    // In Auckland, the time 24 hours before the session is at night. The reminder is therefore due on the evening
    // before.
    const date = shiftDay(todayIn('Pacific/Auckland', new Date(start.getTime() - day)), -1)
    const evening = Date.parse(instantOf(date, '20:55', 'Pacific/Auckland'))
    goTo(evening - minute)
    await reminders.run(session)
    expect(await reminders.told(session)).toEqual([])
    goTo(evening)
    await reminders.run(session)
    expect(await reminders.told(session)).toEqual([distant.accountId])
    goTo(start.getTime() - day)
    await reminders.run(session)
    expect(await reminders.told(session)).toEqual([distant.accountId, therapist.accountId].sort())
  })

  test('not if it was cancelled in the last minute, nor if it is only a request @slow', async () => {
    const start = afternoon()
    const [cancelled, requested] = await Promise.all([plan(start), plan(new Date(start.getTime() + hour))])
    await Promise.all([reminders.run(cancelled), reminders.run(requested)])
    goTo(start.getTime() - day + 30_000)
    await Promise.all([change(cancelled, `status = 'cancelled'`), change(requested, `status = 'pending'`)])
    await Promise.all([reminders.run(cancelled, 2), reminders.run(requested, 2)])
    expect([...(await reminders.told(cancelled)), ...(await reminders.told(requested))]).toEqual([])
    expect(new Set(await reminders.dropped(cancelled))).toEqual(new Set(['called-off']))
  })

  test('if its cancellation was undone, even when the reminder was due in between @slow', async () => {
    const start = afternoon()
    const session = await plan(start)
    await reminders.run(session)
    goTo(start.getTime() - day - 20_000)
    await change(session, `status = 'cancelled', updated_at = '${app.clock.now().toISOString()}'`)
    goTo(start.getTime() - day)
    await reminders.run(session, 2)
    expect([...(await reminders.told(session)), ...(await reminders.dropped(session))]).toEqual([])
    await change(session, `status = 'scheduled'`)
    goTo(start.getTime() - day + minute)
    await reminders.run(session, 2)
    expect(await reminders.told(session)).toEqual(both())
  })

  test('after a move only for the new time @slow', async () => {
    const start = afternoon()
    const session = await plan(start)
    await reminders.run(session)
    const later = new Date(start.getTime() + 2 * day)
    await reminders.move(therapist, session, later)
    await reminders.run(session)
    goTo(start.getTime() - day)
    await reminders.run(session)
    expect(await reminders.told(session)).toEqual([])
    goTo(later.getTime() - day)
    await reminders.run(session, 2)
    expect(await reminders.told(session)).toEqual(both())
  })

  test('not if it was booked less than 24 hours ahead', async () => {
    const start = afternoon()
    goTo(start.getTime() - day + minute)
    const session = await plan(start)
    for (let round = 0; round < 2; round++) await reminders.run(session)
    expect(await reminders.told(session)).toEqual([])
    expect(new Set(await reminders.dropped(session))).toEqual(new Set(['agreed-late']))
  })

  test('after downtime as soon as the server is back, unless it is too late @slow', async () => {
    const start = afternoon()
    const [early, late] = await Promise.all([plan(start), plan(new Date(start.getTime() + hour))])
    await Promise.all([reminders.run(early), reminders.run(late)])
    goTo(start.getTime() - 3 * hour)
    await reminders.run(early)
    expect(await reminders.told(early)).toEqual(both())
    goTo(start.getTime())
    await reminders.run(late)
    expect(await reminders.told(late)).toEqual([])
    expect(new Set(await reminders.dropped(late))).toEqual(new Set(['too-late']))
  })

  test('once even when the clock is set forward and back by a day and an hour @slow', async () => {
    const start = afternoon()
    const session = await plan(start)
    const moment = start.getTime() - day
    for (const at of [moment - hour, moment + hour, moment, moment - hour, moment + hour, moment - 25 * hour, moment]) {
      goTo(at)
      await reminders.run(session, 2)
    }
    expect(await reminders.told(session)).toEqual(both())
    expect(await reminders.mailed(session)).toEqual(both())
  })

  test('as long before as the therapist’s settings say when the reminder is due @slow', async () => {
    const start = afternoon()
    const session = await plan(start)
    const save = async (remindBefore: number[]) =>
      (await app.secondBrowser(therapist, 2)).api.terms.save({ ...defaultTerms, remindBefore })
    await save([2880, 120])
    await reminders.run(session)
    goTo(start.getTime() - 2 * day)
    await reminders.run(session)
    expect(await reminders.told(session)).toEqual(both())
    await save([2880])
    goTo(start.getTime() - 2 * hour)
    await reminders.run(session)
    expect(await reminders.told(session)).toEqual(both())
    expect(new Set(await reminders.dropped(session))).toEqual(new Set(['not-wanted']))
    await save([1440])
  })

  test('according to settings that were saved later, unless the new reminder is already due @slow', async () => {
    const start = afternoon()
    const session = await plan(start)
    goTo(start.getTime() - 3 * day)
    await reminders.run(session)
    const { api } = await app.secondBrowser(therapist, 2)
    await api.terms.save({ ...defaultTerms, remindBefore: [7 * 1440, 2880, 1440] })
    await reminders.run(session)
    expect(await reminders.told(session)).toEqual([])
    goTo(start.getTime() - 2 * day)
    await reminders.run(session)
    expect(await reminders.told(session)).toEqual(both())
    goTo(start.getTime() - day)
    await reminders.run(session)
    expect(await reminders.told(session)).toEqual([...both(), ...both()].sort())
    expect(await reminders.dropped(session)).toEqual([])
  })

  test('except a client who declined, by email to guardians if the client has no account @slow', async () => {
    const child = randomUUID()
    await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async ({ kysely }) => {
      const of = { therapist_id: therapist.accountId }
      const values = { id: child, ...of, first_name: 'Kim', last_name: 'Canary' }
      await kysely.insertInto('client').values(values).execute()
      const guardian = { ...of, client_id: child, name: 'Somebody', email: 'mother@family.test', is_guardian: true }
      await kysely.insertInto('client_contact').values(guardian).execute()
    })
    const start = afternoon()
    const session = await plan(start, [child, record])
    await app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) =>
      tx.run(`update app.session_client set answer = 'declined' where session_id = $1 and client_id = $2`, [
        session,
        record,
      ]),
    )
    await reminders.run(session)
    goTo(start.getTime() - day)
    await reminders.run(session, 2)
    expect(await reminders.told(session)).toEqual([therapist.accountId])
    const mails = await queryAsRole<{ kind: string }>(
      'backup',
      app.databaseUrl,
      `select kind from app.mail where subject_id = '${session}' order by kind`,
    )
    expect(mails.map(({ kind }) => kind)).toEqual(['guardian-reminder', 'session-reminder'])
  })

  test('years ahead with one waiting job and no reminder before @slow', async () => {
    const session = await plan(new Date(app.clock.now().getTime() + 60 * 365 * day))
    for (let round = 0; round < 3; round++) await reminders.run(session)
    expect(await reminders.told(session)).toEqual([])
    expect(await reminders.waiting(session)).toBe(1)
  })
})
