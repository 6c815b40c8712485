import { randomUUID } from 'node:crypto'
import type { ClientId, GuardianId, TherapistId } from '@attune/contract/common/ids'
import { dayOfAge } from '@attune/contract/common/time/age.rules'
import { shiftDay, wallClockOf } from '@attune/contract/common/time/time'
import { guardianPauseDay } from '@attune/contract/features/people/guardian/guardian.rules'
import { expect, test } from 'vitest'
import { runCleanups } from '../../../../jobs.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { editClientRecord, minimalClient } from '../../../../testing/records/clients.ts'
import { insertGuardian } from '../../../../testing/records/guardians.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { runGuardianAgeJob } from './guardian.age.ts'

const app = await startSharedApp({ worker: false })
const [therapist, admin] = [await app.person('therapist'), await app.person('admin')]
const { zone } = await therapist.api.account.me({})
const therapistId = therapist.accountId as TherapistId
let numbers = 1
const newClient = () => app.person('client', numbers++)

const today = () => wallClockOf(app.clock.now().toISOString(), zone).day
/** Returns the day of birth of a person who is 18 in `days` days, or a day earlier if that is 29 February. */
function comesOfAgeIn(days: number): string {
  const day = shiftDay(today(), days).replace('-02-29', '-02-28')
  return `${Number(day.slice(0, 4)) - 18}${day.slice(4)}`
}
const advance = (clientId: string) => runGuardianAgeJob(app, { therapistId, clientId: clientId as ClientId })
const stateOf = async (id: string) =>
  (
    await app.privileged.definer.query(
      'select paused_at is not null as paused, age_paused, rights from app.guardian where id = $1',
      [id],
    )
  ).rows[0]
const rightsOf = async (account: Person) =>
  (await account.api.guardian.clients({})).items.flatMap(({ rights }) => rights)
const newsOf = async (person: Person) =>
  (await person.api.notification.list({})).items.map(({ kind }) => kind).filter((kind) => kind.startsWith('guardian-'))

async function guarded({ dateOfBirth = null as string | null, hasAccount = true } = {}) {
  const [client, account] = [await newClient(), await newClient()]
  const clientId = hasAccount ? await connectClient(app, therapist, client) : randomUUID()
  if (!hasAccount) await therapist.api.client.add({ ...minimalClient, id: clientId, invite: false })
  if (dateOfBirth) await editClientRecord(therapist, clientId, { dateOfBirth })
  const id = (await insertGuardian(app, {
    therapistId,
    clientId,
    account,
    rights: ['sessions', 'invoices'],
  })) as GuardianId
  return { client, account, clientId, id }
}

test('on the day of majority the rights of a parent pause, and client, guardian and therapist are notified once @slow', async () => {
  const before = (await newsOf(therapist)).length
  const { client, account, clientId, id } = await guarded({ dateOfBirth: comesOfAgeIn(0) })
  expect(await rightsOf(account)).toEqual(['sessions', 'invoices'])
  await advance(clientId)
  await advance(clientId)
  expect(await stateOf(id)).toMatchObject({ paused: true, age_paused: true })
  expect(await rightsOf(account)).toEqual([])
  expect(await newsOf(client)).toEqual(['guardian-paused'])
  expect(await newsOf(account)).toEqual(['guardian-paused'])
  expect((await newsOf(therapist)).length - before).toBe(1)
})

test('30 days before, the three are notified once, and nothing pauses @slow', async () => {
  const { client, account, clientId, id } = await guarded({ dateOfBirth: comesOfAgeIn(32) })
  await advance(clientId)
  expect(await newsOf(client)).toEqual([])
  await editClientRecord(therapist, clientId, { dateOfBirth: comesOfAgeIn(30) })
  await advance(clientId)
  await advance(clientId)
  expect(await newsOf(client)).toEqual(['guardian-ending'])
  expect(await newsOf(account)).toEqual(['guardian-ending'])
  expect(await stateOf(id)).toMatchObject({ paused: false })
  expect((await client.api.guardian.mine({})).items).toMatchObject([
    { pausesOn: dayOfAge(comesOfAgeIn(30), 18), canRenew: false },
  ])
})

test('a guardian of an adult pauses on the day after the last day', async () => {
  const { clientId, id } = await guarded()
  const until = (day: string) =>
    app.db.asActor({ role: 'therapist', id: therapistId }, ({ run }) =>
      run(`update app.guardian set basis = 'court-order', valid_until = $2 where id = $1`, [id, day]),
    )
  await until(today())
  await advance(clientId)
  expect(await stateOf(id)).toMatchObject({ paused: false })
  await until(shiftDay(today(), -1))
  await advance(clientId)
  expect(await stateOf(id)).toMatchObject({ paused: true })
})

test('a corrected date of birth lets the rights apply again, and tells the therapist', async () => {
  const { account, clientId, id } = await guarded({ dateOfBirth: comesOfAgeIn(0) })
  await advance(clientId)
  const before = (await newsOf(therapist)).filter((kind) => kind === 'guardian-resumed').length
  await editClientRecord(therapist, clientId, { dateOfBirth: comesOfAgeIn(400) })
  await advance(clientId)
  expect(await stateOf(id)).toMatchObject({ paused: false, age_paused: false })
  expect(await rightsOf(account)).toEqual(['sessions', 'invoices'])
  expect((await newsOf(therapist)).filter((kind) => kind === 'guardian-resumed').length - before).toBe(1)
})

test('what the therapist paused does not apply again by a date of birth', async () => {
  const { account, clientId, id } = await guarded({ dateOfBirth: comesOfAgeIn(400) })
  await app.db.asActor({ role: 'therapist', id: therapistId }, ({ run }) =>
    run('update app.guardian set paused_at = now() where id = $1', [id]),
  )
  await advance(clientId)
  expect(await rightsOf(account)).toEqual([])
})

test('a changed date of birth, age of majority or last day enqueues a job, and the cleanup finds a lost one @slow', async () => {
  const { clientId, id } = await guarded({ dateOfBirth: comesOfAgeIn(800) })
  const onJobs = (statement: string) =>
    app.db.asActor({ role: 'worker', id: null }, async (tx) => (await tx.run(statement)).rows)
  const jobs = async () => {
    const rows = await onJobs(
      `select data from jobs.job_common where name = 'guardian-age' and data ->> 'clientId' = '${clientId}'`,
    )
    await onJobs(`delete from jobs.job_common where name = 'guardian-age'`)
    return rows.length
  }
  await jobs()
  await editClientRecord(therapist, clientId, { dateOfBirth: comesOfAgeIn(600) })
  expect(await jobs()).toBe(1)
  const majorityAge = async (age: number) => admin.api.administration.saveSettings({ majorityAge: age })
  await majorityAge(16)
  expect(await jobs()).toBe(1)
  await runCleanups(app)
  expect(await jobs()).toBe(1)
  await advance(clientId)
  expect(await stateOf(id)).toMatchObject({ paused: true })
  await majorityAge(18)
  await advance(clientId)
  expect(await stateOf(id)).toMatchObject({ paused: false })
  await jobs()
  await app.db.asActor({ role: 'therapist', id: therapistId }, ({ run }) =>
    run(`update app.guardian set basis = 'court-order', valid_until = '2001-01-01' where id = $1`, [id]),
  )
  expect(await jobs()).toBe(1)
})

test('only the client renews, chooses the rights, and the renewed guardian does not pause again', async () => {
  const { client, account, clientId, id } = await guarded({ dateOfBirth: comesOfAgeIn(0) })
  await expect(client.api.guardian.renew({ id, rights: ['invoices'] })).rejects.toMatchObject({ code: 'NOT_PAUSED' })
  await advance(clientId)
  await expect(therapist.api.guardian.renewOnWord({ id, rights: ['invoices'] })).rejects.toMatchObject({
    code: 'HAS_ACCOUNT',
  })
  for (const other of [account, await newClient()])
    await expect(other.api.guardian.renew({ id, rights: ['invoices'] })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await client.api.guardian.mine({})).items).toMatchObject([{ state: 'paused', canRenew: true }])
  expect((await therapist.api.guardian.ofClient({ clientId })).items).toMatchObject([{ canRenewOnWord: false }])
  await client.api.guardian.renew({ id, rights: ['invoices', 'forms'] })
  await client.api.guardian.renew({ id, rights: ['invoices'] })
  expect(await rightsOf(account)).toEqual(['invoices'])
  await advance(clientId)
  await advance(clientId)
  expect(await rightsOf(account)).toEqual(['invoices'])
  expect((await newsOf(account)).filter((kind) => kind === 'guardian-resumed')).toHaveLength(1)
  expect((await client.api.guardian.mine({})).items).toMatchObject([
    { state: 'active', rights: ['invoices'], pausesOn: null },
  ])
})

test('for a client without an account the therapist renews on their word, which is audited', async () => {
  const { account, clientId, id } = await guarded({ dateOfBirth: comesOfAgeIn(0), hasAccount: false })
  await advance(clientId)
  const stranger = await app.person('therapist', 2)
  await expect(stranger.api.guardian.renewOnWord({ id, rights: ['sessions'] })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  const canRenew = async () =>
    (await therapist.api.guardian.ofClient({ clientId })).items.map(({ canRenewOnWord }) => canRenewOnWord)
  expect(await canRenew()).toEqual([true])
  await therapist.api.guardian.renewOnWord({ id, rights: ['sessions'] })
  expect(await canRenew()).toEqual([false])
  expect(await rightsOf(account)).toEqual(['sessions'])
  const lines = await app.privileged.definer.query(`select action from app.audit where thing_id = $1`, [id])
  expect(lines.rows).toEqual([{ action: 'renew-on-word' }])
})

test('the database and the rules of the contract agree on the day of a pause', async () => {
  const births = ['2008-02-28', '2008-02-29', '2008-03-01', '2010-03-01', '2010-12-31', '2011-01-01', '1984-02-29']
  for (const birthDate of [...births, null])
    for (const majorityAge of [12, 16, 17, 18])
      for (const [basis, validUntil] of [
        ['parent', null],
        ['court-order', '2028-02-28'],
        ['court-order', null],
      ] as const) {
        const { rows } = await app.privileged.definer.query<{ day: string }>(
          'select def.guardian_pause_day($1, $2, $3, $4)::text as day',
          [basis, validUntil, birthDate, majorityAge],
        )
        const day = guardianPauseDay({ basis, validUntil, birthDate, majorityAge })
        expect(rows[0]?.day, `${basis} ${birthDate} ${majorityAge}`).toBe(
          { always: '-infinity', never: 'infinity' }[day] ?? day,
        )
      }
  expect(dayOfAge('2008-02-29', 18)).toBe('2026-03-01')
})
