import { undoSeconds } from '@attune/contract/features/schedule/session/session.states'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { connectClient, insertChangeRequest, insertSession } from '../../../../testing/records/sessions.ts'
import { timeAhead } from '../../../../testing/time-ahead.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const client = await app.person('client')
const record = await connectClient(app, therapist, client)

const hour = 60 * 60_000
let slots = 0
const freeHour = () => new Date(timeAhead(460, 6) + slots++ * hour).toISOString()
const act = (id: string) => ({ id, command: randomUUID() })
const plan = (more: object = {}) =>
  therapist.api.session.create({
    id: randomUUID(),
    clientIds: [record],
    startsAt: freeHour(),
    format: 'video',
    ...more,
  })
const cancel = (id: string) => therapist.api.session.cancel({ ...act(id), reason: 'By mistake' })
const restore = (id: string) => therapist.api.session.restore(act(id))
const notificationsOf = async (id: string) =>
  (await client.api.notification.list({})).items.filter((one) => one.relatedId === id).map((one) => one.kind)
const mailsOf = (id: string) =>
  app.db.asActor({ role: 'worker', id: therapist.accountId }, async (tx) => {
    const { rows } = await tx.run<{ mail: string }>(
      `select kind || ' ' || state as mail from app.mail where subject_id = $1 order by created_at, kind`,
      [id],
    )
    return rows.map((row) => row.mail)
  })
const refused = (status: string) => ({ code: 'ILLEGAL_TRANSITION', data: { status } })

test.each(['scheduled', 'confirmed', 'rescheduled'] as const)(
  'undoing the cancellation of a %s session restores it: no email is sent, the app notifies, the history has both @slow',
  async (status) => {
    const id = await insertSession(app, therapist, record, { status, startsAt: freeHour() })
    const before = (await therapist.api.session.get({ id })).session
    expect((await cancel(id)).may).toMatchObject({ restore: true, move: false })
    expect((await client.api.session.get({ id })).session.may.restore).toBe(false)
    expect(await mailsOf(id)).toEqual(['session-cancelled waiting'])
    const after = await restore(id)
    expect(after).toEqual({ ...before, revision: 2 })
    expect(await mailsOf(id)).toEqual(['session-cancelled dropped'])
    expect(await notificationsOf(id)).toEqual(['session-restored', 'session-cancelled'])
    const { history } = await client.api.session.get({ id })
    expect(history.slice(1)).toMatchObject([
      { action: 'cancel', from: status, to: 'cancelled' },
      { action: 'restore', by: 'therapist', from: 'cancelled', to: status },
    ])
  },
)

test('cancelling again after an undo sends one email', async () => {
  const { id } = await plan({ agreed: true })
  await cancel(id)
  await restore(id)
  await cancel(id)
  const mails = (await mailsOf(id)).filter((mail) => mail.startsWith('session-cancelled'))
  expect(mails.toSorted()).toEqual(['session-cancelled dropped', 'session-cancelled waiting'])
})

test('after the undo window, which is shorter than the email delay, a session stays cancelled', async () => {
  const { id } = await plan()
  await cancel(id)
  app.clock.advance(undoSeconds * 1000)
  expect((await therapist.api.session.get({ id })).session.may.restore).toBe(false)
  await expect(restore(id)).rejects.toMatchObject(refused('cancelled'))
  expect(await mailsOf(id)).toContain('session-cancelled waiting')
  app.clock.advance(-undoSeconds * 1000)
})

test('a session cannot be restored if its time was booked in the meantime, unless it was itself booked over a conflict', async () => {
  const released = await plan()
  await cancel(released.id)
  await plan({ startsAt: released.startsAt })
  await expect(restore(released.id)).rejects.toMatchObject({ code: 'SLOT_TAKEN' })
  expect((await therapist.api.session.get({ id: released.id })).session.status).toBe('cancelled')
  const over = await plan({ startsAt: released.startsAt, anyway: true })
  await cancel(over.id)
  expect(await restore(over.id)).toMatchObject({ status: 'scheduled', bookedAnyway: true })
})

test('restoring a session reopens change requests and counter-proposals', async () => {
  const pair = { therapist, client, recordId: record }
  for (const [state, counter] of [
    ['open', undefined],
    ['countered', freeHour()],
  ] as const) {
    const startsAt = freeHour()
    const id = await insertSession(app, therapist, record, { status: 'confirmed', startsAt })
    await insertChangeRequest(app, pair, {
      sessionId: id,
      startsAt,
      proposed: freeHour(),
      state,
      ...(counter && { counter }),
    })
    await cancel(id)
    expect((await client.api.session.get({ id })).changes).toMatchObject([{ state: 'expired' }])
    expect(await restore(id)).toMatchObject({ status: 'confirmed', change: state })
    expect((await client.api.session.get({ id })).changes).toMatchObject([{ state }])
  }
})

test('only the therapist’s own cancellation can be undone, not a decline, a withdrawn request or a deletion', async () => {
  const declined = await plan()
  await client.api.session.decline(act(declined.id))
  await expect(restore(declined.id)).rejects.toMatchObject(refused('cancelled'))
  const request = await insertSession(app, therapist, record, { status: 'pending', startsAt: freeHour() })
  await client.api.session.withdraw(act(request))
  await expect(restore(request)).rejects.toMatchObject(refused('cancelled'))
  const deleted = await plan()
  await therapist.api.session.delete(act(deleted.id))
  await expect(restore(deleted.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a session cancelled by disconnecting the client stays cancelled @slow', async () => {
  const leaving = await app.person('client', 2)
  const id = await connectClient(app, therapist, leaving)
  const session = await plan({ clientIds: [id] })
  await therapist.api.connection.disconnect({ clientId: id, command: randomUUID() })
  await expect(restore(session.id)).rejects.toMatchObject({ code: 'CLIENT_INACTIVE' })
})
