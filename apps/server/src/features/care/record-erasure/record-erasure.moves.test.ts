import type { ClientId, SessionId } from '@attune/contract/common/ids'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { waitingLocks } from '../../../testing/database/locks.ts'
import type { Person } from '../../../testing/people.ts'
import { minimalClient } from '../../../testing/records/clients.ts'
import { scheduleSessionAt } from '../../../testing/records/sessions.ts'
import { timeAhead } from '../../../testing/time-ahead.ts'
import { moveSession } from '../../schedule/session/commands/time-changes.ts'
import { eraseRecordIn } from './record-erasure.ts'
import { erase, tablesWith } from './record-erasure.testing.ts'

const app = await startSharedApp({ worker: false })

let people = 0
/** Creates a therapist who has a record without an account, with a session some days ahead. */
async function openSession(lastName: string) {
  const therapist = await app.person('therapist', ++people)
  const clientId = randomUUID() as ClientId
  await therapist.api.client.add({ ...minimalClient, id: clientId, lastName, invite: false })
  await therapist.api.client.setStatus({ id: clientId, status: 'active', command: randomUUID() })
  const sessionId = (await scheduleSessionAt(therapist, clientId, new Date(timeAhead(5)))) as SessionId
  return { therapist, clientId, sessionId }
}
const moveOf = (id: SessionId) => ({
  id,
  command: randomUUID(),
  startsAt: new Date(timeAhead(7)).toISOString(),
  durationMinutes: 50,
})
const logs = new Set(['app.access', 'app.audit', 'app.change', 'jobs.job_common'])
/** The tables, without logs, in which a name or one of the ids is left. */
async function tablesLeft(name: string, ...ids: string[]): Promise<string[]> {
  const found = await Promise.all([name, ...ids].map((text) => tablesWith(app, text)))
  return found.flatMap((tables) => Object.keys(tables)).filter((table) => !logs.has(table))
}

/** Erases a record in a transaction of a worker that continues only after `work`. */
async function eraseDuring(
  { therapist, clientId }: { therapist: Person; clientId: ClientId },
  before: string,
  work: () => Promise<unknown>,
) {
  const [locked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const erasing = app.db.asActor({ role: 'worker', id: therapist.accountId }, async (tx) => {
    await tx.run(before, [clientId])
    await eraseRecordIn(tx, clientId, app.clock.now())
    locked.resolve()
    await goOn.promise
  })
  await locked.promise
  const working = work().catch((error: unknown) => error)
  await expect.poll(() => waitingLocks(app)).toBeGreaterThan(0)
  goOn.resolve()
  await erasing
  return working
}

test.each([
  ['at the end of its retention', 'select * from def.lock_ending_record($1)'],
  ['by itself', 'select $1::uuid'],
])(
  'a session that is moved while its record is erased %s is not found, and nothing of it is left @slow',
  async (_, before) => {
    const one = await openSession('movedlate')
    const answer = await eraseDuring(one, before, () => one.therapist.api.session.move(moveOf(one.sessionId)))
    expect(answer).toMatchObject({ code: 'NOT_FOUND' })
    expect(await tablesLeft('movedlate', one.sessionId, one.clientId)).toEqual([])
  },
)

test('a record that is erased while its session is moved leaves nothing of the move', async () => {
  const { therapist, clientId, sessionId } = await openSession('movedfirst')
  const [moved, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const moving = app.db.asActor({ role: 'therapist', id: therapist.accountId }, async (tx) => {
    await moveSession(tx, { ...moveOf(sessionId), agreed: false, anyway: false }, app.clock.now())
    moved.resolve()
    await goOn.promise
  })
  await moved.promise
  const erasing = erase(app, therapist, clientId)
  await expect.poll(() => waitingLocks(app)).toBeGreaterThan(0)
  goOn.resolve()
  await moving
  expect(await erasing).toMatchObject({ sessions: 1 })
  expect(await tablesLeft('movedfirst', sessionId, clientId)).toEqual([])
})
