import { randomUUID } from 'node:crypto'
import ical, { type VEvent } from 'node-ical'
import { expect, test } from 'vitest'
import { queryAsRole } from '../../../../testing/database/database.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { timeAhead } from '../../../../testing/time-ahead.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const client = await app.person('client')
const partner = await app.person('client', 2)
const records = [await connectClient(app, therapist, client), await connectClient(app, therapist, partner)]

let days = 10
const nextDay = () => new Date(timeAhead(90 + days++, 15, 30)).toISOString()
const plan = async (more: object = {}) =>
  therapist.api.session.create({
    id: randomUUID(),
    clientIds: records.slice(0, 1),
    startsAt: nextDay(),
    format: 'in-person',
    location: 'Lindenstraße 3, Berlin',
    ...more,
  })
const act = (id: string) => ({ id, command: randomUUID() })
const waiting = (session: string) =>
  queryAsRole<{ id: string }>(
    'backup',
    app.databaseUrl,
    `select id from app.mail where subject_id = '${session}' and state = 'waiting' order by created_at`,
  )

/**
 * Sends the waiting emails of a session. Returns the text and the parsed event of the calendar file in a person’s
 * latest email.
 */
async function fileFor(person: Person, session: string) {
  for (const { id } of await waiting(session)) await app.mailer.deliver({ mailId: id }, { retryCount: 0, last: false })
  const mail = await app.inbox.mailTo(person.email)
  const file = mail.attachments.find(({ filename }) => filename === 'invite.ics')
  const text = file?.content.toString() ?? ''
  const event = Object.values(ical.sync.parseICS(text)).find((part): part is VEvent => part?.type === 'VEVENT')
  if (!event) throw new Error(`no event in ${text}`)
  return { event, text, method: /^METHOD:(.*)$/m.exec(text)?.[1]?.trim(), mail }
}

test('the calendar files of all emails about a session have the same id: scheduled, accepted, moved, cancelled @slow', async () => {
  const session = await plan()
  const first = await fileFor(client, session.id)
  expect(first.event).toMatchObject({ sequence: 0, status: 'TENTATIVE', summary: 'Appointment' })
  expect(first.event.uid).toBe(`${session.id}@localhost`)
  expect(first.event.location).toBe('Lindenstraße 3, Berlin')
  expect(first.method).toBe('REQUEST')
  expect([first.event.start.toISOString(), first.event.end?.toISOString()]).toEqual([session.startsAt, session.endsAt])
  expect(first.text).toMatch(/^DTSTART:\d{8}T\d{6}Z\r?$/m)

  await client.api.session.accept(act(session.id))
  const accepted = await fileFor(therapist, session.id)
  expect(accepted.event).toMatchObject({ uid: first.event.uid, sequence: 0, status: 'CONFIRMED' })

  const startsAt = nextDay()
  await therapist.api.session.move({ ...act(session.id), startsAt, durationMinutes: 45 })
  const moved = await fileFor(client, session.id)
  expect(moved.event).toMatchObject({ uid: first.event.uid, sequence: 1, status: 'TENTATIVE' })
  expect(moved.event.start.toISOString()).toBe(startsAt)

  await therapist.api.session.cancel(act(session.id))
  const cancelled = await fileFor(client, session.id)
  expect(cancelled.event).toMatchObject({ uid: first.event.uid, sequence: 2, status: 'CANCELLED' })
  expect(cancelled.method).toBe('CANCEL')
})

test('the calendar file names neither people nor therapy, and has the location or link that fits the format @slow', async () => {
  const inPerson = await fileFor(client, (await plan()).id)
  expect(inPerson.text).not.toMatch(/Tessa|Clara|therap|session/i)
  const link = { format: 'video', videoUrl: 'https://meet.example.org/abc' } as const
  const video = await fileFor(client, (await plan(link)).id)
  expect(video.event).toMatchObject({ location: link.videoUrl, url: { val: link.videoUrl } })
  expect(video.text).not.toContain('Linden')
  const phone = await fileFor(client, (await plan({ format: 'phone' })).id)
  expect(phone.text).not.toMatch(/^(LOCATION|URL)/m)
})

test('the calendar file of a call in Attune opens the page of the session that the reader has [1.05]', async () => {
  const session = await plan({ format: 'video', location: '', callInAttune: true, agreed: true })
  const page = (role: string) => expect.stringContaining(`/dashboard/${role}/sessions/session-details?id=${session.id}`)
  const { event, mail } = await fileFor(client, session.id)
  expect(event).toMatchObject({ location: page('client'), url: { val: page('client') } })
  expect(mail.text).toContain('The video call is in Attune.')
  await therapist.api.session.cancel(act(session.id))
  expect((await fileFor(client, session.id)).text).not.toMatch(/^(LOCATION|URL)/m)
})

test('the calendar file is in the reader’s language, and identical when the email is attempted again', async () => {
  await client.api.account.saveSettings({ language: 'fr' })
  const session = await plan()
  const [mail] = await waiting(session.id)
  const once = await fileFor(client, session.id)
  expect(once.event.summary).toBe('Rendez-vous')
  await app.db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run(`update app.mail set state = 'waiting' where id = $1`, [mail?.id]),
  )
  await app.mailer.deliver({ mailId: mail?.id ?? '' }, { retryCount: 1, last: false })
  const again = app.inbox.mails.filter(({ messageId }) => messageId === once.mail.messageId)
  expect(again).toHaveLength(2)
  const files = again.map(({ attachments }) => attachments.map(({ content }) => content.toString()).join())
  expect(files[1]).toBe(files[0])
  await client.api.account.saveSettings({ language: 'en' })
})

test('only the client who leaves the session of a couple gets a cancelled calendar file @slow', async () => {
  const session = await plan({ clientIds: records, therapyType: 'couples', agreed: true })
  await fileFor(partner, session.id)
  const asked = await client.api.changeRequest.askCancel({ id: randomUUID(), sessionId: session.id })
  await therapist.api.changeRequest.accept(act(asked.change.id))
  const left = await fileFor(client, session.id)
  expect([left.method, left.event.status]).toEqual(['CANCEL', 'CANCELLED'])
  await therapist.api.session.edit({
    ...act(session.id),
    format: 'phone',
    location: '',
    videoUrl: null,
    revision: (await therapist.api.session.get({ id: session.id })).session.revision,
  })
  const remaining = await fileFor(partner, session.id)
  expect([remaining.method, remaining.event.status]).toEqual(['REQUEST', 'CONFIRMED'])
})
