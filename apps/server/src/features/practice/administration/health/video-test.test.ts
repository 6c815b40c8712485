import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { queryAsRole } from '../../../../testing/database/database.ts'
import { callPair, joinAt, leaveCalls, startCall } from '../../../schedule/call/call.testing.ts'

const app = await startSharedApp({ worker: false })
const admin = await app.person('admin')
const other = await app.person('admin', 2)
afterEach(leaveCalls)

test('the first admin who has seen the test pass stays named with the moment, and each pass is in the audit log', async () => {
  expect((await admin.api.administration.videoCalls({})).passed).toBeNull()
  await admin.api.administration.passVideoTest({})
  const { passed } = await admin.api.administration.videoCalls({})
  expect(passed).toEqual({ at: expect.any(String), by: `${admin.firstName} ${admin.lastName}` })
  await other.api.administration.passVideoTest({})
  expect((await other.api.administration.videoCalls({})).passed).toEqual(passed)
  const rows = await queryAsRole(
    'backup',
    app.databaseUrl,
    `select actor_id, action, after from app.audit where thing = 'video-calls' order by id`,
  )
  expect(rows).toEqual(
    [admin, other].map(({ accountId }) => ({ actor_id: accountId, action: 'test', after: { passed: true } })),
  )
})

test.each(['therapist', 'client'] as const)('a %s neither stores a passed test nor reads the figures', async (role) => {
  const person = await app.person(role, 50)
  for (const path of ['administration/passVideoTest', 'administration/videoCalls'])
    expect((await person.send(path, {})).status).toBe(403)
})

test('an admin sees how many calls there were and how long people met, and neither a call nor a person @slow', async () => {
  const counts = async () => {
    const { calls, minutes } = await admin.api.administration.videoCalls({})
    return { calls, minutes }
  }
  expect(await counts()).toEqual({ calls: 0, minutes: 0 })
  const alone = await callPair(app)
  await (await joinAt(app, alone.therapist, alone.sessionId)).socket.frame('admitted')
  const { therapist, client, recordId, sessionId, callId } = await startCall(app)
  // Both people count as joined once the server has stored that they were seen.
  const joined = () => therapist.api.call.ofSession({ sessionId }).then(({ items }) => items.length)
  await expect.poll(joined).toBe(2)
  for (const [role, { accountId }, seconds] of [
    ['therapist', therapist, 3_000],
    ['client', client, 2_820],
  ] as const)
    await app.db.asActor({ role, id: accountId }, (tx) =>
      tx.run(
        `update app.video_call_person set seconds = $2 where call_id = $1 and (client_id is null) = ($3 = 'therapist')`,
        [callId, seconds, role],
      ),
    )
  expect(await counts()).toEqual({ calls: 1, minutes: 47 })

  const answer = JSON.stringify(await admin.api.administration.videoCalls({}))
  for (const id of [therapist.accountId, client.accountId, recordId, sessionId, callId])
    expect(answer).not.toContain(id)
  const asAdmin = (text: string) =>
    app.db.asActor({ role: 'admin', id: admin.accountId }, (tx) => tx.run<Record<string, unknown>>(text))
  expect((await asAdmin('select * from def.video_call_counts()')).rows).toEqual([{ calls: 1, minutes: 47 }])
  for (const table of ['video_call', 'video_call_person'])
    await expect(asAdmin(`select from app.${table}`)).rejects.toThrow(/permission denied/)
})

test('a call that began more than 30 days ago is not counted @slow', async () => {
  const { calls } = await admin.api.administration.videoCalls({})
  const { therapist, client, recordId, sessionId } = await callPair(app)
  const callId = randomUUID()
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) =>
    tx.run(
      `insert into app.video_call (id, therapist_id, session_id, started_at) values ($1, $2, $3, now() - interval '31 days')`,
      [callId, therapist.accountId, sessionId],
    ),
  )
  await joinAt(app, therapist, sessionId)
  await joinAt(app, client, sessionId)
  await therapist.api.call.admit({ callId, personId: recordId })
  await expect.poll(async () => (await therapist.api.call.ofSession({ sessionId })).items.length).toBe(2)
  expect((await admin.api.administration.videoCalls({})).calls).toBe(calls)
})
