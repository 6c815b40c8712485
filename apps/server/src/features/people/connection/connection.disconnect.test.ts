import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { minimalClient } from '../../../testing/records/clients.ts'
import { startSharedApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import { connectClient, scheduleSessionAt } from '../../../testing/records/sessions.ts'
import { translate } from '../../../platform/text/translations.ts'
import { timeAhead } from '../../../testing/time-ahead.ts'

const app = await startSharedApp()
const therapist = await app.person('therapist')

const day = 24 * 60 * 60_000
let slot = timeAhead(100, 8)
const nextSlot = () => new Date((slot += day))
let numbers = 10
async function connected(from: Person = therapist) {
  const client = await app.person('client', numbers++)
  return { client, id: await connectClient(app, from, client) }
}
const disconnectBy = (by: Person, clientId: string) => by.api.connection.disconnect({ clientId, command: randomUUID() })
const notificationsOf = async (person: Person, kind: string) =>
  (await person.api.notification.list({})).items.filter((item) => item.kind === kind)

test.each(['therapist', 'client'] as const)(
  'disconnecting twice at once by the %s cancels future sessions and notifies both once [1.04] @slow',
  async (side) => {
    const { client, id } = await connected()
    const by = side === 'therapist' ? therapist : client
    const starts = [nextSlot(), nextSlot()] as const
    const first = await scheduleSessionAt(therapist, id, starts[0])
    const second = await scheduleSessionAt(therapist, id, starts[1])
    await client.api.session.accept({ id: first, command: randomUUID() })
    const preview = await by.api.connection.disconnectPreview({ clientId: id })
    expect(preview).toMatchObject({ futureSessions: 2, sessions: [{ id: first }, { id: second }] })
    const before = (await notificationsOf(therapist, 'connection-ended')).length

    await Promise.all([disconnectBy(by, id), disconnectBy(by, id)])

    for (const [session, from] of [
      [first, 'confirmed'],
      [second, 'scheduled'],
    ] as const) {
      const { session: now, history } = await client.api.session.get({ id: session })
      expect(now.status).toBe('cancelled')
      expect(history.at(-1)).toMatchObject({ action: 'cancel', by: side, from, to: 'cancelled' })
      expect(history.filter((step) => step.to === 'cancelled')).toHaveLength(1)
    }
    const record = await therapist.api.client.get({ id })
    expect(record).toMatchObject({ status: 'inactive', hasAccount: true, may: { resume: false, disconnect: false } })
    expect(record.disconnectedAt).not.toBeNull()
    expect(await notificationsOf(therapist, 'connection-ended')).toHaveLength(before + 1)
    expect(await notificationsOf(client, 'connection-ended')).toHaveLength(1)
    const mail = await app.inbox.mailTo(client.email, /connection has ended/)
    for (const at of starts)
      expect(mail.text).toContain(at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' }))
    const files = mail.attachments.filter(({ contentType }) => contentType === 'text/calendar')
    expect(files.map(({ content }) => /^UID:(\S+)@/m.exec(String(content))?.[1])).toEqual([first, second])
    for (const { content } of files)
      expect(String(content)).toMatch(/METHOD:CANCEL[\s\S]*SEQUENCE:1\s[\s\S]*STATUS:CANCELLED/)
    expect(app.inbox.mails.filter((one) => one.text === mail.text)).toHaveLength(1)
    // Only the therapist keeps the record.
    expect(mail.text).toContain(translate('en', 'mail.connection-ended.kept.client'))
    const own = await app.inbox.mailTo(therapist.email, /connection has ended/)
    expect(own.text).toContain(translate('en', 'mail.connection-ended.kept.therapist'))
    const { items } = await client.api.connection.therapists({})
    expect(items).toMatchObject([{ clientId: id, status: 'disconnected', nextSession: null }])
    await expect(scheduleSessionAt(therapist, id, nextSlot())).rejects.toMatchObject({ code: 'CLIENT_INACTIVE' })
    await expect(client.api.session.accept({ id: second, command: randomUUID() })).rejects.toMatchObject({
      code: 'ILLEGAL_TRANSITION',
    })
    const story = (await therapist.api.client.timeline({ id })).items.filter((item) => item.kind === 'disconnected')
    expect(story).toMatchObject([{ by: side }])
    const resume = { id, status: 'active' as const, command: randomUUID() }
    await expect(therapist.api.client.setStatus(resume)).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' })
  },
)

test('disconnecting from both sides while sessions are planned disconnects once and leaves no upcoming session @slow', async () => {
  const { client, id } = await connected()
  const at = nextSlot()
  const outcomes = await Promise.allSettled([
    disconnectBy(therapist, id),
    scheduleSessionAt(therapist, id, at),
    disconnectBy(client, id),
    scheduleSessionAt(therapist, id, new Date(at.getTime() + day / 3)),
  ])
  expect([outcomes[0]?.status, outcomes[2]?.status]).toEqual(['fulfilled', 'fulfilled'])
  const { items } = await therapist.api.session.list({ which: 'upcoming', clientId: id })
  expect(items).toEqual([])
  expect(await notificationsOf(client, 'connection-ended')).toHaveLength(1)
})

test('joining again by code restores the previous record of that therapist only @slow', async () => {
  const { client, id } = await connected()
  await disconnectBy(client, id)
  const stranger = await app.person('therapist', 2)
  const elsewhere = await client.api.connection.join(await codeOf(stranger))
  expect(elsewhere.clientId).not.toBe(id)
  const back = await client.api.connection.join(await codeOf(therapist))
  expect(back).toMatchObject({ clientId: id, status: 'connected', disconnectedAt: null })
  expect(await therapist.api.client.get({ id })).toMatchObject({ status: 'active', disconnectedAt: null })
  const kinds = (await therapist.api.client.timeline({ id })).items.map((item) => item.kind)
  expect(kinds).toEqual(['reconnected', 'disconnected', 'added'])
})
const codeOf = async (of: Person) => ({ code: (await of.api.connection.inviteCode({})).code })

test('disconnecting another person’s record is not found, and a record without an account is refused', async () => {
  const { id } = await connected()
  const stranger = await app.person('client', 9)
  const other = await app.person('therapist', 2)
  for (const by of [stranger, other]) await expect(disconnectBy(by, id)).rejects.toMatchObject({ status: 404 })
  const without = await addRecordWithoutAccount('Only on paper')
  await expect(disconnectBy(therapist, without)).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
})

async function addRecordWithoutAccount(firstName: string, more: object = {}): Promise<string> {
  const id = randomUUID()
  const facts = { ...minimalClient, id, firstName, lastName: 'Paper', invite: false, ...more }
  return (await therapist.api.client.add(facts)).id
}

test('undoing a join within 7 days deletes the record that it created and notifies the client once @slow', async () => {
  const client = await app.person('client', numbers++)
  const { clientId } = await client.api.connection.join(await codeOf(therapist))
  expect((await therapist.api.client.get({ id: clientId })).may.undoJoin).toBe(true)
  const once = { id: clientId, command: randomUUID() }
  await Promise.all([therapist.api.connection.undoJoin(once), therapist.api.connection.undoJoin(once)])
  await expect(therapist.api.client.get({ id: clientId })).rejects.toMatchObject({ status: 404 })
  expect(await client.api.connection.therapists({})).toEqual({ items: [] })
  expect(await notificationsOf(client, 'connection-undone')).toHaveLength(1)
  await app.inbox.mailTo(client.email, /undone/)
})

test('undoing a join sets a record that the therapist created back to pending with its fields', async () => {
  const client = await app.person('client', numbers++)
  const id = await addRecordWithoutAccount('Waiting', { email: client.email, phone: '0170', invite: true })
  await client.api.connection.join(await codeOf(therapist))
  await therapist.api.connection.undoJoin({ id, command: randomUUID() })
  expect(await therapist.api.client.get({ id })).toMatchObject({
    status: 'pending',
    hasAccount: false,
    phone: '0170',
    invitation: { state: 'revoked' },
  })
  expect(await client.api.connection.therapists({})).toEqual({ items: [] })
})

test('within 7 days, undoing a join of a record with content disconnects it @slow', async () => {
  const [one, late] = [await app.person('client', numbers++), await app.person('client', numbers++)]
  const { clientId } = await one.api.connection.join(await codeOf(therapist))
  await scheduleSessionAt(therapist, clientId, nextSlot())
  await therapist.api.connection.undoJoin({ id: clientId, command: randomUUID() })
  expect(await therapist.api.client.get({ id: clientId })).toMatchObject({ status: 'inactive', hasAccount: true })
  const second = await late.api.connection.join(await codeOf(therapist))
  app.clock.advance(7 * day + 60_000)
  const strong = await app.secondBrowser(therapist, 2)
  const act = { id: second.clientId, command: randomUUID() }
  await expect(strong.api.connection.undoJoin(act)).rejects.toMatchObject({ code: 'TOO_LATE' })
})
