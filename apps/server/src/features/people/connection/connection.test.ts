import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { minimalClient } from '../../../testing/records/clients.ts'
import { translate } from '../../../platform/text/translations.ts'
import { createTestApp, startSharedApp } from '../../../testing/app.ts'

const app = await startSharedApp()
const therapist = await app.person('therapist')

const minute = 60_000
let addresses = 0
async function invited() {
  const [id, email] = [randomUUID(), `invited${addresses++}@client.test`]
  const record = await therapist.api.client.add({
    ...minimalClient,
    id,
    firstName: 'Leo',
    lastName: 'Brandt',
    email,
    language: 'de',
    invite: true,
  })
  if (!record.invitation) throw new Error('nobody was invited')
  return { id, email, invitation: record.invitation }
}
const secretsOf = (id: string) => therapist.api.connection.invitationSecrets({ id })

test('the invitation email is in the chosen language and contains a link and a code of 8 characters [1.03, 5.04] @slow', async () => {
  const { email, invitation } = await invited()
  const mail = await app.inbox.mailTo(email)
  const { link, code } = await secretsOf(invitation.id)
  expect(code).toMatch(/^[A-HJ-KM-NP-Z2-9]{8}$/)
  expect(mail.text).toContain(link)
  expect(mail.text).toContain(code)
  expect(mail.subject).toBe(translate('de', 'mail.invitation.subject'))
  expect(mail.text).not.toContain('therapist1')
})

test('one command that is used for two clients, one after the other or at once, is refused with CONFLICT', async () => {
  const add = async () => {
    const id = randomUUID()
    await therapist.api.client.add({ ...minimalClient, id, email: `twice${addresses++}@client.test`, invite: false })
    return id
  }
  const [a, b] = [await add(), await add()]
  const [first, later] = [{ command: randomUUID() }, { command: randomUUID() }]
  await therapist.api.connection.invite({ id: a, ...first })
  await expect(therapist.api.connection.invite({ id: b, ...first })).rejects.toMatchObject({ code: 'CONFLICT' })
  await therapist.api.connection.invite({ id: b, ...later })
  const actions = {
    'connection/revoke': { ids: [a, b], fields: {} },
    'client/setStatus': { ids: [a, b], fields: { status: 'active' } },
    'connection/invite': { ids: [await add(), await add()], fields: {} },
  }
  for (const [path, { ids, fields }] of Object.entries(actions)) {
    const command = randomUUID()
    const answers = await Promise.all(ids.map((id) => therapist.send(path, { id, command, ...fields })))
    expect(answers.map(({ status }) => status).toSorted(), path).toEqual([200, 409])
  }
})

test('an invitation can be sent again after five minutes, which makes the previous link and code void @slow', async () => {
  const { id, email, invitation } = await invited()
  const before = await secretsOf(invitation.id)
  await expect(therapist.api.connection.invite({ id, command: randomUUID() })).rejects.toMatchObject({
    code: 'TOO_SOON',
    data: { resendAt: invitation.resendAt },
  })
  app.clock.advance(5 * minute)
  const again = { id, command: randomUUID() }
  const [first, second] = await Promise.all([
    therapist.api.connection.invite(again),
    therapist.api.connection.invite(again),
  ])
  expect(second.sentAt).toBe(first.sentAt)
  const after = await secretsOf(invitation.id)
  expect(after.link).not.toBe(before.link)
  expect(after.code).not.toBe(before.code)
  await app.inbox.mailTo(email, new RegExp(after.code))
  const client = await app.person('client', 20)
  await expect(client.api.connection.join({ code: before.code })).rejects.toMatchObject({ code: 'INVALID_INVITE_CODE' })
})

test('a code typed in lower case with a space connects a client once and notifies the therapist [1.04, 5.04] @slow', async () => {
  const { id, invitation } = await invited()
  const { code } = await secretsOf(invitation.id)
  const client = await app.person('client', 21)
  const typed = `${code.slice(0, 4)} ${code.slice(4)}`.toLowerCase()
  const joined = await client.api.connection.join({ code: typed })
  expect(joined).toMatchObject({
    therapistId: therapist.accountId,
    clientId: id,
    name: 'Tessa therapist1',
    zone: 'Europe/Berlin',
  })
  expect(await client.api.connection.therapists({})).toEqual({ items: [joined] })
  expect(await therapist.api.client.get({ id })).toMatchObject({
    status: 'active',
    hasAccount: true,
    invitation: { state: 'accepted' },
  })
  const news = (await therapist.api.notification.list({ unreadOnly: true })).items.filter(
    (item) => item.relatedId === id,
  )
  expect(news).toMatchObject([{ kind: 'client-joined' }])
  const other = await app.person('client', 22)
  await expect(other.api.connection.join({ code })).rejects.toMatchObject({ code: 'INVALID_INVITE_CODE' })
  await expect(therapist.api.connection.invite({ id, command: randomUUID() })).rejects.toMatchObject({
    code: 'ALREADY_CONNECTED',
  })
  await expect(secretsOf(invitation.id)).rejects.toMatchObject({ code: 'INVITATION_OVER' })
})

test('after five wrong codes within 15 minutes a sixth is refused, even a correct one', async () => {
  const { invitation } = await invited()
  const { code } = await secretsOf(invitation.id)
  // After 15 minutes the wrong attempts of earlier tests no longer count.
  app.clock.advance(15 * minute)
  const guesser = await app.person('client', 23)
  for (const wrong of ['AAAAAAAA', 'BBBBBBBB', 'CCCCCCCC', 'DDDDDDDD', 'EEEEEEEE']) {
    await expect(guesser.api.connection.join({ code: wrong })).rejects.toMatchObject({ code: 'INVALID_INVITE_CODE' })
  }
  await expect(guesser.api.connection.join({ code })).rejects.toMatchObject({ code: 'TOO_MANY', status: 429 })
  app.clock.advance(15 * minute)
  await expect(guesser.api.connection.join({ code })).resolves.toMatchObject({ therapistId: therapist.accountId })
})

test('an invitation expires after 14 days', async () => {
  const { id, invitation } = await invited()
  app.clock.advance(14 * 24 * 60 * minute)
  const strong = await app.secondBrowser(therapist, 2)
  expect((await strong.api.client.get({ id })).invitation).toMatchObject({ state: 'expired' })
  await expect(strong.api.connection.invitationSecrets({ id: invitation.id })).rejects.toMatchObject({
    code: 'INVITATION_OVER',
  })
})

test('without a mail server the invitation does not say that the email is on its way or sent, and admins do not see it @slow', async () => {
  const unconfigured = await createTestApp({ mail: false, worker: false })
  try {
    const [nora, admin] = [await unconfigured.person('therapist'), await unconfigured.person('admin')]
    const record = await nora.api.client.add({
      ...minimalClient,
      id: randomUUID(),
      email: 'unsent@client.test',
      invite: true,
    })
    expect(record.invitation?.mail).toBe('not-configured')
    const { items } = await admin.api.administration.outbox({})
    expect(items.filter(({ kind }) => kind === 'invitation')).toEqual([])
  } finally {
    await unconfigured.close()
  }
})
