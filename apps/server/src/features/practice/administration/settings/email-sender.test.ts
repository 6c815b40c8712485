import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { translate } from '../../../../platform/text/translations.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import { connectClient, scheduleSessionAt } from '../../../../testing/records/sessions.ts'
import { timeAhead } from '../../../../testing/time-ahead.ts'

const app = await startSharedApp()
const admin = await app.person('admin')
const therapist = await app.person('therapist')

const settings = {
  practiceName: 'Lindqvist Psychotherapy',
  therapistSignup: 'approval',
  tellExistingAccounts: false,
  publicUrl: null,
} as const
const address = 'Praxis für Psychotherapie\nAm Ufer 3\n10115 Berlin'
const startsAt = new Date(timeAhead(100, 15, 30))
let clients = 1

/** Connects a new client and schedules a session. Returns the client, the id of the record, the session and the email about it. */
async function mailAboutSession(discreet?: boolean) {
  const client = await app.person('client', clients++)
  const id = await connectClient(app, therapist, client)
  await client.api.account.saveNotificationSettings({ quiet: null, mail: {}, ...(discreet && { discreet }) })
  const at = new Date(startsAt.getTime() + clients * 3 * 60 * 60_000)
  const session = await scheduleSessionAt(therapist, id, at)
  return { client, id, session, mail: await app.inbox.mailTo(client.email) }
}

test('until an admin enters a name in emails, emails come from the name of the practice without words of health care', async () => {
  const saved = await admin.api.administration.saveSettings(settings)
  expect(saved).toMatchObject({ emailName: settings.practiceName, practiceAddress: '' })
  const { mail } = await mailAboutSession()
  expect(mail.from?.value[0]?.name).toBe('Lindqvist')
})

test('emails show the name in emails, the address of the practice and a link to the settings', async () => {
  const saved = await admin.api.administration.saveSettings({
    ...settings,
    emailName: 'Lindqvist',
    practiceAddress: address,
  })
  expect(saved).toMatchObject({ emailName: 'Lindqvist', practiceAddress: address })
  const { mail } = await mailAboutSession()
  expect(mail.from?.value).toEqual([{ name: 'Lindqvist', address: 'post@attune.test' }])
  expect(mail.subject).toMatch(/^Please confirm your appointment on \w{3} \d{1,2} \w{3}( 20\d\d)?$/)
  for (const body of [mail.text, String(mail.html)]) {
    expect(body).toContain('Am Ufer 3')
    expect(body).toContain('10115 Berlin')
    expect(body).toContain('/dashboard/client/settings')
    expect(body).not.toContain('Psychotherapy')
  }
})

test('a save that omits the name in emails keeps it, and a name with a word of health care is refused', async () => {
  expect(await admin.api.administration.saveSettings(settings)).toMatchObject({
    emailName: 'Lindqvist',
    practiceAddress: address,
  })
  for (const emailName of [' ', 'Praxis für Psychotherapie']) {
    const refused = await admin.send('administration/saveSettings', { ...settings, emailName })
    expect(refused.status).toBe(400)
  }
})

test('discreet emails come from Attune, with a neutral subject and preview and without the address', async () => {
  const { client, id, mail } = await mailAboutSession(true)
  expect(mail.from?.value[0]?.name).toBe('Attune')
  expect(mail.subject).toMatch(/^About your appointment on /)
  expect(mail.html).toContain(translate('en', 'mail.discreet.preview'))
  for (const body of [mail.text, String(mail.html)]) expect(body).not.toMatch(/Lindqvist|Am Ufer|10115/)
  expect(mail.text).toContain('/dashboard/client/settings')
  expect((await client.api.account.notificationSettings({})).discreet).toBe(true)

  // The email about the end of the connection is discreet too, although the therapist can no longer read the client's settings.
  await therapist.api.connection.disconnect({ clientId: id, command: randomUUID() })
  const last = await app.inbox.mailTo(client.email, /connections in Attune/)
  expect([last.from?.value[0]?.name, last.subject]).toEqual(['Attune', translate('en', 'mail.discreet.subject')])
})

test('a save that omits the choice of discreet emails keeps it, and only clients have this choice', async () => {
  const client = await app.person('client', clients++)
  await client.api.account.saveNotificationSettings({ quiet: null, mail: {}, discreet: true })
  expect((await client.api.account.saveNotificationSettings({ quiet: null, mail: {} })).discreet).toBe(true)
  const own = await therapist.api.account.saveNotificationSettings({ quiet: null, mail: {}, discreet: true })
  expect(own).not.toHaveProperty('discreet')
})

test('an email about signing in has no link to the notification settings, which do not cover it', async () => {
  const client = await app.person('client', clients++)
  await app.anonymous().api.login.requestReset({ email: client.email })
  const mail = await app.inbox.mailTo(client.email, /reset-password/)
  expect(mail.from?.value[0]?.name).toBe('Lindqvist')
  expect(mail.text).not.toContain('/settings')
})
