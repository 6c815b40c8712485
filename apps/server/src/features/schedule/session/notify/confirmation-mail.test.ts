import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { queryAsRole } from '../../../../testing/database/database.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { timeAhead } from '../../../../testing/time-ahead.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const client = await app.person('client')
await connectClient(app, therapist, client)
const { firstName, lastName } = await therapist.api.account.me({})
const therapistName = `${firstName} ${lastName}`

let hours = 0
type Place = {
  format: 'in-person' | 'video' | 'phone'
  location?: string
  video_url?: string | null
  in_attune?: boolean
}

/** Requests a session as the client, confirms it at a place as the therapist, and returns the email of the confirmation. */
async function confirmationOf({ format, location = '', video_url = null, in_attune = false }: Place) {
  const id = randomUUID()
  const startsAt = new Date(timeAhead(300, 6) + hours++ * 3_600_000).toISOString()
  await client.api.session.request({ id, therapistId: therapist.accountId, startsAt, durationMinutes: 50, format })
  await therapist.api.session.confirm({ id, command: randomUUID() })
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ kysely }) =>
    kysely.updateTable('session').set({ location, video_url, in_attune }).where('id', '=', id).execute(),
  )
  const mails = await queryAsRole<{ id: string }>(
    'backup',
    app.databaseUrl,
    `select id from app.mail where subject_id = '${id}' and kind = 'session-confirmed'`,
  )
  for (const mail of mails) await app.mailer.deliver({ mailId: mail.id }, { retryCount: 0, last: false })
  const mail = await app.inbox.mailTo(client.email, /Confirmed: your appointment/)
  const calendar = mail.attachments.map(({ content }) => String(content)).join('')
  return { id, text: mail.text ?? '', html: String(mail.html), subject: mail.subject ?? '', calendar }
}

test('the email of a confirmation says zone, therapist and place, and opens the session', async () => {
  const { id, text, html, subject } = await confirmationOf({ format: 'in-person', location: 'Elm Street 4' })
  expect(text).toMatch(/is confirmed: .+ \(Berlin time\)\./)
  expect(text).toContain(`With: ${therapistName}\nLocation: Elm Street 4`)
  expect(text).toContain(`/dashboard/client/sessions/session-details?id=${id}`)
  // The list of emails and the lock screen show the subject and the preview.
  expect(subject).not.toContain(therapistName)
  expect(html.slice(0, html.indexOf('</div>'))).not.toContain(therapistName)
})

test('the email of a confirmation says how a session takes place that has no address @slow', async () => {
  const link = 'https://call.test/room-7'
  expect((await confirmationOf({ format: 'video', video_url: link })).text).toContain(`Video call: ${link}`)
  expect((await confirmationOf({ format: 'video' })).text).toContain('Video call: open the session to join.')
  expect((await confirmationOf({ format: 'phone' })).text).toContain('By phone')
  const { text } = await confirmationOf({ format: 'in-person' })
  expect(text).toContain(`With: ${therapistName}\n\n`)
})

test('the email of a confirmation says that the call is in Attune, and its button and calendar file open the session [1.05]', async () => {
  const { id, text, calendar } = await confirmationOf({ format: 'video', in_attune: true })
  expect(text).toContain('The video call is in Attune. You can join')
  expect(text).toContain(`/dashboard/client/sessions/session-details?id=${id}`)
  expect(text).not.toMatch(/Video call:|\/call\//)
  const page = new RegExp(`LOCATION:http.*/dashboard/client/sessions/session-details.id=${id}`)
  expect(calendar.replaceAll(/\r\n[ \t]/g, '')).toMatch(page)
})

test('the location in the email of a confirmation and in its calendar file has no word of health care', async () => {
  const location = 'Psychotherapeutische Praxis, Am Ufer 3'
  const { text, calendar } = await confirmationOf({ format: 'in-person', location })
  expect(text).toContain('Location: Praxis, Am Ufer 3')
  expect(calendar).toContain(String.raw`LOCATION:Praxis\, Am Ufer 3`)
  expect(text + calendar).not.toContain('Psycho')
})

test('the email about a request opens the session for the therapist', async () => {
  const id = randomUUID()
  const startsAt = new Date(timeAhead(300, 6) + hours++ * 3_600_000).toISOString()
  const request = { therapistId: therapist.accountId, startsAt, durationMinutes: 50, format: 'phone' as const }
  await client.api.session.request({ id, ...request })
  const mails = await queryAsRole<{ id: string }>(
    'backup',
    app.databaseUrl,
    `select id from app.mail where subject_id = '${id}'`,
  )
  for (const mail of mails) await app.mailer.deliver({ mailId: mail.id }, { retryCount: 0, last: false })
  const { text = '' } = await app.inbox.mailTo(therapist.email, /Please answer a request/)
  expect(text).toContain(`/dashboard/therapist/sessions/session-details?id=${id}`)
})
