import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { queryAsRole } from '../../../../testing/database/database.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient, scheduleSessionAt } from '../../../../testing/records/sessions.ts'

const app = await startSharedApp({ worker: false })
const [therapist, ana, leo] = await Promise.all([
  app.person('therapist'),
  app.person('client', 1),
  app.person('client', 2),
])
const anas = await connectClient(app, therapist, ana)
const leos = await connectClient(app, therapist, leo)

let week = 0
beforeEach(() => {
  week += 4
})
/** Returns a time in the four weeks that only the current test uses. */
const at = (days: number, hour = 0) =>
  new Date(Math.ceil(app.clock.now().getTime() / 3_600_000) * 3_600_000 + ((week * 7 + days) * 24 + hour) * 3_600_000)
const plan = (client: string, days: number, hour = 0) => scheduleSessionAt(therapist, client, at(days, hour))
const get = async (id: string, by = therapist) => (await by.api.session.get({ id })).session

/** Delivers the emails of a bulk command. Returns the kinds, recipients and states of these emails. */
async function mailsOf(act: string) {
  const read = () =>
    queryAsRole<{ id: string; kind: string; to: string; state: string }>(
      'backup',
      app.databaseUrl,
      `select id, kind, account_id as "to", state from app.mail where subject_id = '${act}' order by created_at`,
    )
  for (const { id } of await read()) await app.mailer.deliver({ mailId: id }, { retryCount: 0, last: false })
  return read()
}
const notificationsOf = async (person: Person, kind: string) =>
  (await person.api.notification.list({ limit: 50 })).items.filter((one) => one.kind === kind)

test('a bulk cancellation sends one email per client about their own sessions, and a repeat changes nothing @slow', async () => {
  const ids = [await plan(anas, 0), await plan(leos, 1), await plan(anas, 2)]
  const act = { ids, command: randomUUID(), reason: 'The practice is closed.' }
  const before = (await notificationsOf(ana, 'sessions-cancelled')).length
  expect(await therapist.api.session.cancelMany(act)).toEqual({ done: expect.arrayContaining(ids), left: [] })
  const again = await therapist.api.session.cancelMany(act)
  expect(new Set(again.done)).toEqual(new Set(ids))
  expect((await Promise.all(ids.map((id) => get(id)))).map(({ status }) => status)).toEqual(ids.map(() => 'cancelled'))
  expect((await notificationsOf(ana, 'sessions-cancelled')).length).toBe(before + 1)
  expect((await therapist.api.session.get({ id: ids[0] ?? '' })).history.at(-1)).toMatchObject({
    action: 'cancel',
    reason: 'The practice is closed.',
  })
  const mails = await mailsOf(act.command)
  expect(mails.map(({ to }) => to).toSorted()).toEqual([ana.accountId, leo.accountId].toSorted())
  expect(mails.every(({ kind, state }) => kind === 'sessions-cancelled' && state === 'sent')).toBe(true)
  expect(app.inbox.mails.at(-1)?.text).toContain('These appointments were cancelled')
})

test('a bulk cancellation denies requests, skips and returns ended sessions, and refuses everything for another therapist’s session @slow', async () => {
  const [kept, off] = [await plan(anas, 0), await plan(anas, 1)]
  await therapist.api.session.cancel({ id: off, command: randomUUID() })
  const wish = randomUUID()
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ kysely }) =>
    kysely.updateTable('session').set({ status: 'pending' }).where('id', '=', kept).execute(),
  )
  const stranger = await app.person('therapist', 2)
  await expect(stranger.api.session.cancelMany({ ids: [kept], command: randomUUID() })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(therapist.api.session.cancelMany({ ids: [kept, wish], command: randomUUID() })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect((await get(kept)).status).toBe('pending')
  const answer = await therapist.api.session.cancelMany({ ids: [kept, off], command: randomUUID() })
  expect(answer).toEqual({ done: [kept], left: [{ id: off, status: 'cancelled', conflicts: [] }] })
  expect((await get(kept)).status).toBe('denied')
})

test('each bulk-cancelled session can be restored, even within an absence @slow', async () => {
  const ids = [await plan(anas, 0), await plan(leos, 1)]
  const command = randomUUID()
  await therapist.api.availability.saveAbsence({
    id: randomUUID(),
    title: 'Course',
    wholeDays: false,
    startsAt: at(0, -1).toISOString(),
    endsAt: at(2).toISOString(),
  })
  await therapist.api.session.cancelMany({ ids, command })
  await therapist.api.session.restore({ id: ids[0] ?? '', command: randomUUID() })
  expect((await get(ids[0] ?? '')).status).toBe('scheduled')
  const mails = await mailsOf(command)
  expect(mails.filter(({ state }) => state === 'sent').map(({ to }) => to)).toEqual([leo.accountId])
})

test('a bulk move gives each session its new time unless another one keeps that time @slow', async () => {
  const ids = [await plan(anas, 0), await plan(anas, 7), await plan(leos, 14)]
  const inTheWay = await plan(leos, 21)
  const moves = ids.map((id, place) => ({ id, startsAt: at(7 * (place + 1)).toISOString() }))
  const command = randomUUID()
  const answer = await therapist.api.session.moveMany({ moves, command })
  // The new time of the last session is taken, so that session keeps its time. Its time is the new time of the session
  // before, which therefore keeps its time as well, and so on.
  expect(answer.done).toEqual([])
  expect(answer.left).toMatchObject([
    { id: ids[0], conflicts: [{ sessionId: ids[1] }] },
    { id: ids[1], conflicts: [{ sessionId: ids[2] }] },
    { id: ids[2], conflicts: [{ kind: 'session', sessionId: inTheWay }] },
  ])
  await therapist.api.session.cancel({ id: inTheWay, command: randomUUID() })
  const second = { moves, command: randomUUID(), reason: 'A week later.' }
  expect((await therapist.api.session.moveMany(second)).done).toEqual(ids)
  expect((await therapist.api.session.moveMany(second)).done).toHaveLength(3)
  expect((await Promise.all(ids.map((id) => get(id)))).map(({ startsAt, status }) => [startsAt, status])).toEqual(
    moves.map(({ startsAt }) => [startsAt, 'rescheduled']),
  )
  expect((await get(ids[0] ?? '', ana)).may.accept).toBe(true)
  expect(await mailsOf(command)).toEqual([])
  const mails = await mailsOf(second.command)
  expect(mails.map(({ kind, to }) => [kind, to]).toSorted()).toEqual(
    [ana, leo].map(({ accountId }) => ['sessions-moved', accountId]).toSorted(),
  )
})

test('a series session that was moved in bulk stays detached, also after a restored cancellation', async () => {
  const planned = await therapist.api.series.create({
    id: randomUUID(),
    clientIds: [anas],
    startsAt: at(0).toISOString(),
    format: 'video',
    repeat: { every: 'weeks', weeks: 1, ends: { by: 'count', count: 3 } },
  })
  const id = planned.firstSessionId ?? ''
  const alone = async () => (await therapist.api.series.get({ id: planned.series.id })).detached
  await therapist.api.session.cancelMany({ ids: [id], command: randomUUID() })
  expect(await alone()).toBe(1)
  await therapist.api.session.restore({ id, command: randomUUID() })
  expect(await alone()).toBe(0)
  const moves = [{ id, startsAt: at(0, 3).toISOString() }]
  await therapist.api.session.moveMany({ moves, command: randomUUID() })
  await therapist.api.session.cancel({ id, command: randomUUID() })
  await therapist.api.session.restore({ id, command: randomUUID() })
  expect(await alone()).toBe(1)
})
