import { afterEach, expect, test, vi } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { callPair, joinAt, leaveCalls } from '../call.testing.ts'

const app = await startSharedApp()
afterEach(leaveCalls)

/** Holds back the first storing of a stay by an account. Returns a function that lets it go on and waits for its end. */
function holdFirstStay(accountId: string): () => Promise<unknown> {
  const { asActor } = app.db
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let held: Promise<unknown> | undefined
  vi.spyOn(app.db, 'asActor').mockImplementation((actor, work) => {
    if (held || actor.id !== accountId || !String(work).includes('storeStay')) return asActor(actor, work)
    const stored = released.then(() => asActor(actor, work))
    held = stored
    return stored
  })
  return async () => {
    release()
    await held
  }
}
afterEach(() => vi.restoreAllMocks())

test('a client who leaves before the admission is stored is stored as having left', async () => {
  const { therapist, client, recordId, sessionId } = await callPair(app)
  const ofTherapist = await joinAt(app, therapist, sessionId)
  const ofClient = await joinAt(app, client, sessionId)
  await ofClient.socket.frame('waiting')
  const storeHeldStay = holdFirstStay(client.accountId)
  await therapist.api.call.admit({ callId: ofTherapist.callId, personId: recordId })
  await ofClient.socket.frame('admitted')
  ofClient.socket.send({ type: 'leave' })
  await ofTherapist.socket.frame('left')
  await storeHeldStay()
  const ofPerson = async () =>
    (await therapist.api.call.ofSession({ sessionId })).items.find(({ personId }) => personId === recordId)
  await expect.poll(async () => (await ofPerson())?.leftAt ?? null).not.toBeNull()
})
