import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { minimalClient, editClientRecord } from '../../../../testing/records/clients.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import { scheduleSessionAt } from '../../../../testing/records/sessions.ts'
import { timeAhead } from '../../../../testing/time-ahead.ts'

const app = await startSharedApp()
const therapist = await app.person('therapist')

const contact = (email: string | null, isGuardian: boolean) => ({
  id: randomUUID(),
  name: 'Somebody',
  phone: '',
  email,
  relationship: '',
  isEmergency: false,
  isGuardian,
  isPayer: false,
})

async function child(language: 'de' | 'en', contacts: ReturnType<typeof contact>[]): Promise<string> {
  const id = randomUUID()
  const facts = { ...minimalClient, firstName: 'Kim', lastName: 'Canary', email: 'kim@child.test', language }
  await therapist.api.client.add({ ...facts, id, invite: false, contacts })
  return id
}

const receivers = () => app.inbox.mails.map((mail) => JSON.stringify(mail.to)).join()

test('guardians of a client without an account each get their own email, and no one else does @slow', async () => {
  const id = await child('de', [
    contact('mother@family.test', true),
    contact('father@family.test', true),
    contact('payer@family.test', false),
    contact(null, true),
  ])
  const startsAt = new Date(timeAhead(100, 15, 30))
  const session = await scheduleSessionAt(therapist, id, startsAt)
  const mail = await app.inbox.mailTo('mother@family.test', /Termin/)
  const date = (options: Intl.DateTimeFormatOptions) =>
    startsAt.toLocaleString('de', { timeZone: 'Europe/Berlin', ...options })
  expect(mail.text).toContain(date({ day: 'numeric', month: 'long' }))
  expect(mail.text).toContain(`um ${date({ hour: '2-digit', minute: '2-digit' })}`)
  expect(mail.text).toContain('per Video')
  // These guardians have no account, so the email has no button.
  expect(mail.text).not.toContain(app.address)
  expect(mail.text).toContain('Für Kim wurde ein Termin geplant')
  expect(`${mail.subject} ${mail.text}`).not.toMatch(/Canary|Tessa/)
  expect(mail.subject).not.toContain('Kim')
  await app.inbox.mailTo('father@family.test')
  await therapist.api.session.cancel({ id: session, command: randomUUID() })
  expect(receivers()).not.toMatch(/payer@|kim@/)
})

test('a guardian gets no more emails once the client has an account', async () => {
  const client = await app.person('client')
  const id = await child('en', [contact('aunt@family.test', true)])
  await editClientRecord(therapist, id, { email: client.email })
  const { code } = await therapist.api.connection.inviteCode({})
  expect((await client.api.connection.join({ code })).clientId).toBe(id)
  await scheduleSessionAt(therapist, id, new Date(timeAhead(101, 15, 30)))
  await app.inbox.mailTo(client.email, /Please confirm/)
  expect(receivers()).not.toContain('aunt@')
})
