import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { insertGuardian } from '../../../testing/records/guardians.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { testedProcedures } from '../../../testing/samples/sample-input-registry.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const child = await app.person('client')
const record = await connectClient(app, therapist, child)
const guardianOf = async (seat: number) => {
  const account = await app.person('client', seat)
  const id = await insertGuardian(app, { therapistId: therapist.accountId, clientId: record, account })
  return { account, id }
}
const guardianIn = async ({ api }: Awaited<ReturnType<typeof guardianOf>>['account']) =>
  (await api.login.session({})).login?.guardian

test('a guardian without a record has no journal, safety plan or tasks in the API @slow', async () => {
  const { account } = await guardianOf(2)
  expect(await guardianIn(account)).toBe('only')
  const closed = testedProcedures.flatMap(({ path, policy }) =>
    /^(journal|safety|task)\//.test(path) && policy.who.includes('client') ? [path] : [],
  )
  expect(closed.length).toBeGreaterThan(20)
  for (const path of closed) expect([path, (await account.send(path, {})).status]).toEqual([path, 403])
})

test('a guardian who joins a therapist as a client gets them at once', async () => {
  const { account } = await guardianOf(3)
  await expect(account.api.journal.list({})).rejects.toMatchObject({ status: 403 })
  await connectClient(app, therapist, account)
  expect(await guardianIn(account)).toBe('also')
  expect((await account.api.journal.list({})).items).toEqual([])
})

test('when the last rights end the account is one of a client again', async () => {
  const { account, id } = await guardianOf(4)
  await expect(account.api.safety.plan({})).rejects.toMatchObject({ status: 403 })
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ run }) =>
    run('update app.guardian set ended_at = now(), version = version + 1 where id = $1', [id]),
  )
  expect(await guardianIn(account)).toBeUndefined()
  await account.api.safety.plan({})
})

test('an account that acts for nobody is no guardian', async () => {
  expect(await guardianIn(child)).toBeUndefined()
  expect(await guardianIn(therapist)).toBeUndefined()
  await expect(child.api.guardian.session({ actingFor: randomUUID(), id: randomUUID() })).rejects.toMatchObject({
    status: 404,
  })
})
