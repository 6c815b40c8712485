import { todayIn } from '@attune/contract/common/time/time'
import type { GuardianId } from '@attune/contract/common/ids'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { editClientRecord } from '../../../../testing/records/clients.ts'
import { insertGuardian } from '../../../../testing/records/guardians.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import {
  acceptAsGuardian,
  givenGuardian,
  inviteContact,
  newGuardianContact,
} from '../invitations/guardian.invitations.testing.ts'
import { notifyClientOfGuardian } from './guardian.client.ts'

const app = await startSharedApp()
const therapist = await app.person('therapist')
let numbers = 1
const newClient = () => app.person('client', numbers++)

/** Returns an ISO day of birth, 1 January, with which a person is `years` old today. */
function bornYearsAgo(years: number): string {
  const today = todayIn('Europe/Berlin', app.clock.now())
  return `${Number(today.slice(0, 4)) - years}-01-01`
}

async function guarded({
  rights = ['sessions', 'invoices'] as const,
  birthDate = null as string | null,
  accepted = true,
} = {}) {
  const [client, account] = [await newClient(), await newClient()]
  const clientId = await connectClient(app, therapist, client)
  if (birthDate) await editClientRecord(therapist, clientId, { dateOfBirth: birthDate })
  const id = (await insertGuardian(app, { therapistId: therapist.accountId, clientId, account, rights })) as GuardianId
  if (!accepted)
    await app.privileged.definer.query('update app.guardian set account_id = null, accepted_at = null where id = $1', [
      id,
    ])
  return { client, account, clientId, id }
}
const { basis: _, ...changeable } = givenGuardian
const mine = async (person: Person) => (await person.api.guardian.mine({})).items
const tell = (id: GuardianId) =>
  app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) =>
    notifyClientOfGuardian(tx, id, app.clock.now()),
  )
const newsOf = async (person: Person) =>
  (await person.api.notification.list({})).items.filter(({ kind }) => kind === 'guardian-rights')

test('a client sees who acts for them, with which rights and since when, but not the address', async () => {
  const { client, account, clientId, id } = await guarded()
  const [one, ...more] = await mine(client)
  expect(more).toEqual([])
  expect(one).toMatchObject({
    id,
    clientId,
    therapistId: therapist.accountId,
    name: `${account.firstName} ${account.lastName}`,
    relationship: 'Mother',
    state: 'active',
    rights: ['sessions', 'invoices'],
    seesEarlier: true,
  })
  expect(one?.since).not.toBeNull()
  expect(JSON.stringify(one)).not.toContain(account.email)
})

test('a client does not see the guardians of another client, and a guardian is no client of the record', async () => {
  const { account } = await guarded()
  const other = await newClient()
  await connectClient(app, therapist, other)
  expect(await mine(other)).toEqual([])
  expect(await mine(account)).toEqual([])
})

test.each([
  ['of 12 years', 12, ['invited']],
  ['of 11 years', 11, []],
  ['of unknown age', null, ['invited']],
] as const)('a client %s sees an invited guardian from 12 years on @slow', async (_, years, states) => {
  const { client } = await guarded({ birthDate: years === null ? null : bornYearsAgo(years), accepted: false })
  expect((await mine(client)).map(({ state }) => state)).toEqual(states)
})

test('a client does not see an ended guardian, and sees that another is paused', async () => {
  const { client, id } = await guarded()
  const as = (change: string) =>
    app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ run }) =>
      run(`update app.guardian set ${change} where id = $1`, [id]),
    )
  await as('paused_at = now()')
  expect((await mine(client)).map(({ state }) => state)).toEqual(['paused'])
  await as('ended_at = now()')
  expect(await mine(client)).toEqual([])
})

test('a change of rights notifies the client without the address of the guardian', async () => {
  const { client, account, id } = await guarded()
  await tell(id)
  const [news] = await newsOf(client)
  expect(news?.message).toContain(account.firstName)
  expect(JSON.stringify(news)).not.toContain(account.email)
})

test.each([
  ['of 12 years', 12, 1],
  ['of 11 years', 11, 0],
] as const)('an invitation notifies a client %s from 12 years on @slow', async (_, years, count) => {
  const { client, id } = await guarded({ birthDate: bornYearsAgo(years), accepted: false })
  await tell(id)
  expect(await newsOf(client)).toHaveLength(count)
})

test('the client is notified of an invitation, of changed rights and of the end, but not of a save without a change', async () => {
  const client = await newClient()
  const clientId = await connectClient(app, therapist, client)
  const contact = newGuardianContact()
  await editClientRecord(therapist, clientId, { dateOfBirth: bornYearsAgo(13), contacts: [contact] })
  const { id, version } = await inviteContact(therapist, clientId, contact.id)
  expect(await newsOf(client)).toHaveLength(1)
  const saved = await therapist.api.guardian.save({ id, version, ...changeable })
  expect(await newsOf(client)).toHaveLength(1)
  await therapist.api.guardian.save({ id, version: saved.version, ...changeable, rights: ['invoices'] })
  expect(await newsOf(client)).toHaveLength(2)
  await therapist.api.guardian.end({ id })
  await therapist.api.guardian.end({ id })
  expect(await newsOf(client)).toHaveLength(3)
})

test.each([
  ['of 11 years is notified when a guardian accepts', 11, [0, 1]],
  ['of 13 years is notified of the invitation, and not again when it is accepted', 13, [1, 1]],
] as const)('a client %s @slow', async (_, years, [invited, accepted]) => {
  const [client, mother] = [await newClient(), await newClient()]
  const clientId = await connectClient(app, therapist, client)
  const contact = newGuardianContact()
  await editClientRecord(therapist, clientId, { dateOfBirth: bornYearsAgo(years), contacts: [contact] })
  const { id } = await inviteContact(therapist, clientId, contact.id)
  expect(await newsOf(client)).toHaveLength(invited)
  await acceptAsGuardian(mother, therapist, id)
  await acceptAsGuardian(mother, therapist, id).catch(() => undefined)
  const news = await newsOf(client)
  expect(news).toHaveLength(accepted)
  expect(news[0]?.message).toContain(contact.name)
  expect(JSON.stringify(news)).not.toContain(contact.email)
})
