import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { minimalClient } from '../../../testing/records/clients.ts'
import { startSharedApp } from '../../../testing/app.ts'

const app = await startSharedApp()
const therapist = await app.person('therapist')

const add = (firstName: string, email: string | null, invite = false) =>
  therapist.api.client.add({
    ...minimalClient,
    id: randomUUID(),
    firstName,
    lastName: 'Brandt',
    email,
    language: 'de',
    invite,
  })
const code = async () => (await therapist.api.connection.inviteCode({})).code

test('a therapist’s reusable code stays the same until it is replaced, and concurrent replacements replace it once', async () => {
  const [first, second] = await Promise.all([
    therapist.api.connection.inviteCode({}),
    therapist.api.connection.inviteCode({}),
  ])
  expect(first).toEqual(second)
  expect(first.code).toMatch(/^[A-HJ-KM-NP-Z2-9]{8}$/)
  expect(first.link).toBe(`${app.address}/join#code=${first.code}`)
  const once = { command: randomUUID() }
  const [third, fourth] = await Promise.all([
    therapist.api.connection.renewInviteCode(once),
    therapist.api.connection.renewInviteCode(once),
  ])
  expect(fourth).toEqual(third)
  expect(third.code).not.toBe(first.code)
  const client = await app.person('client', 1)
  await expect(client.api.connection.join({ code: first.code })).rejects.toMatchObject({ code: 'INVALID_INVITE_CODE' })
  const stranger = await app.person('therapist', 2)
  expect((await stranger.api.connection.inviteCode({})).code).not.toBe(third.code)
})

test('two people with one code get separate records, and joining twice at once creates one record', async () => {
  const [mia, ben] = [await app.person('client', 2), await app.person('client', 3)]
  const typed = { code: await code() }
  const [once, again, other] = await Promise.all([
    mia.api.connection.join(typed),
    mia.api.connection.join(typed),
    ben.api.connection.join(typed),
  ])
  expect(again).toEqual(once)
  expect(other.clientId).not.toBe(once.clientId)
  expect(once).toMatchObject({ therapistId: therapist.accountId, status: 'connected', disconnectedAt: null })
  const record = await therapist.api.client.get({ id: once.clientId })
  expect(record).toMatchObject({ firstName: mia.firstName, lastName: mia.lastName, email: mia.email, status: 'active' })
  const news = (await therapist.api.notification.list({})).items.filter((item) => item.relatedId === once.clientId)
  expect(news).toMatchObject([{ kind: 'client-joined' }])
  const { items } = await therapist.api.client.timeline({ id: once.clientId })
  expect(items).toMatchObject([{ kind: 'joined', by: 'client', detail: 'new' }])
})

test('a client with the verified address of a pending record gets that record, and its invitation is accepted', async () => {
  const leo = await app.person('client', 4)
  const waiting = await add('Leo', leo.email, true)
  const joined = await leo.api.connection.join({ code: await code() })
  expect(joined.clientId).toBe(waiting.id)
  expect(await therapist.api.client.get({ id: waiting.id })).toMatchObject({
    firstName: 'Leo',
    status: 'active',
    invitation: { state: 'accepted' },
  })
})

test('with two pending records of the same address a new record is created, and both are possible duplicates @slow', async () => {
  const kim = await app.person('client', 5)
  const [child, sibling] = [await add('Kim', kim.email), await add('Lou', kim.email)]
  const joined = await kim.api.connection.join({ code: await code() })
  expect([child.id, sibling.id]).not.toContain(joined.clientId)
  const { items } = await therapist.api.client.duplicates({
    firstName: kim.firstName,
    lastName: kim.lastName,
    email: kim.email,
    dateOfBirth: null,
    except: joined.clientId,
  })
  expect(items.map((item) => item.id).toSorted()).toEqual([child.id, sibling.id].toSorted())
})

test('a revoked invitation works neither by code nor by link, and can be sent again', async () => {
  const pending = await add('Taken', 'taken@client.test', true)
  const secrets = await therapist.api.connection.invitationSecrets({ id: pending.invitation?.id ?? '' })
  const once = { id: pending.id, command: randomUUID() }
  const [first, second] = await Promise.all([
    therapist.api.connection.revoke(once),
    therapist.api.connection.revoke(once),
  ])
  expect(first.state).toBe('revoked')
  // The email of the invitation may be dropped between the two responses, so its state is not compared.
  expect({ ...second, mail: first.mail }).toEqual(first)
  const client = await app.person('client', 6)
  await expect(client.api.connection.join({ code: secrets.code })).rejects.toMatchObject({
    code: 'INVALID_INVITE_CODE',
  })
  const token = secrets.link.split('token=')[1] ?? ''
  await expect(app.anonymous().api.login.readInvitation({ token })).rejects.toMatchObject({ code: 'INVALID_LINK' })
  const nobody = therapist.api.connection.invitationSecrets({ id: pending.invitation?.id ?? '' })
  await expect(nobody).rejects.toMatchObject({ code: 'INVITATION_OVER' })
  app.clock.advance(5 * 60_000)
  await app.anonymous().api.login.sendFreshInvitation({ token })
  expect((await therapist.api.client.get({ id: pending.id })).invitation).toMatchObject({ state: 'revoked' })
  const again = await therapist.api.connection.invite({ id: pending.id, command: randomUUID() })
  expect(again.state).toBe('sent')
  const fresh = await therapist.api.connection.invitationSecrets({ id: again.id })
  expect((await client.api.connection.join({ code: fresh.code })).clientId).toBe(pending.id)
  await expect(therapist.api.connection.revoke({ id: pending.id, command: randomUUID() })).rejects.toMatchObject({
    code: 'INVITATION_OVER',
  })
})

test('a therapist and an admin cannot join by code [6.07]', async () => {
  const before = (await therapist.api.client.list({})).items.length
  for (const role of ['therapist', 'admin'] as const) {
    const other = await app.person(role, 7)
    await expect(other.api.connection.join({ code: await code() })).rejects.toMatchObject({ status: 403 })
    await expect(other.api.connection.therapists({})).rejects.toMatchObject({ status: 403 })
  }
  expect((await therapist.api.client.list({})).items).toHaveLength(before)
})

test.each(['K7RMQX4', 'K7RMQX4DD', 'K7RMQX0D', ''])('%s is refused as an invite code [5.04]', async (wrong) => {
  const client = await app.person('client', 8)
  expect((await client.send('connection/join', { code: wrong })).status).toBe(400)
})

test('the database refuses to connect a client who has not used the invitation or entered the current code', async () => {
  const invited = await add('Noa', 'noa@client.test', true)
  const stranger = await app.person('client', 31)
  const client = { role: 'client', id: stranger.accountId } as const
  const accepted = await app.db.asActor(client, (tx) =>
    tx.run('select client_id from def.accept_invitation($1)', [invited.invitation?.id]),
  )
  expect(accepted.rows).toEqual([])
  const joined = await app.db.asActor(client, (tx) =>
    tx.run('select client_id from def.join_therapist($1)', [randomBytes(32)]),
  )
  expect(joined.rows).toEqual([])
  expect(await stranger.api.connection.therapists({})).toEqual({ items: [] })
  expect(await therapist.api.client.get({ id: invited.id })).toMatchObject({ hasAccount: false, status: 'pending' })
})
