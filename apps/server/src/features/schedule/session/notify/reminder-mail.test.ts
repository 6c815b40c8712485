import { languages } from '@attune/contract/common/text/text'
import { wallClockOf } from '@attune/contract/common/time/time'
import { defaultTerms } from '@attune/contract/features/schedule/terms/terms.rules'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { formatShortDayInZone, translate } from '../../../../platform/text/translations.ts'
import { queryAsRole } from '../../../../testing/database/database.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { createReminderRunner } from '../../../../testing/faults/reminders.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'

const [hour, day] = [3_600_000, 24 * 3_600_000]
const app = await startSharedApp({ worker: false })
const reminders = createReminderRunner(app)

/**
 * Returns a time zone in which the current hour is `wanted`. The test then does not depend on the time at which it
 * runs.
 */
function zoneAt(wanted: number): string {
  const zones = Array.from({ length: 25 }, (_, n) => `Etc/GMT${n < 12 ? '-' : '+'}${Math.abs(n - 12)}`)
  const fits = (zone: string) => Number(wallClockOf(app.clock.now().toISOString(), zone).time.slice(0, 2)) === wanted
  const zone = zones.find(fits)
  if (!zone) throw new Error(`no time zone where it is ${wanted}:00`)
  return zone
}

let next = 1
/**
 * Creates a client with a session that was booked long ago and starts in almost 24 hours. The reminder of the session
 * is due now.
 */
async function reminded(more: { hour?: number; language?: (typeof languages)[number] } = {}) {
  const [client, therapist] = [await app.person('client', next), await app.person('therapist', next)]
  const zone = zoneAt(more.hour ?? 12)
  await client.api.account.saveSettings({ zone, ...(more.language && { language: more.language }) })
  const record = await connectClient(app, therapist, client)
  const startsAt = new Date(app.clock.now().getTime() + day - 60_000 * next++)
  const session = await reminders.plan(therapist, [record], startsAt)
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) =>
    tx.run(`update app.session set booked_at = now() - interval '30 days' where id = $1`, [session]),
  )
  return { client, therapist, session, startsAt, zone }
}
const mailsOf = (session: string, person: Person) =>
  queryAsRole<{ id: string; state: string }>(
    'backup',
    app.databaseUrl,
    `select id, state from app.mail where subject_id = '${session}' and account_id = '${person.accountId}'`,
  )
const deliver = async (session: string, person: Person, retryCount = 0) => {
  const mails = await mailsOf(session, person)
  for (const { id } of mails) await app.mailer.deliver({ mailId: id }, { retryCount, last: false })
  return (await mailsOf(session, person)).map(({ state }) => state)
}

test.each(languages)(
  'a reminder in %s says when in the reader’s zone, with the calendar file and without a name @slow',
  async (language) => {
    const { client, session, startsAt, zone } = await reminded({ language })
    await reminders.run(session)
    expect(await deliver(session, client)).toEqual(['sent'])
    const mail = await app.inbox.mailTo(client.email)
    const day = formatShortDayInZone(startsAt.toISOString(), language, zone, app.clock.now())
    expect(mail.subject).toBe(translate(language, 'mail.session-reminder.subject', { day }))
    expect(mail.text).toContain(wallClockOf(startsAt.toISOString(), zone).time)
    expect(`${mail.text}${mail.html}`).not.toMatch(/Tessa|therapist\d|\{\w+\}/)
    expect(mail.attachments.map(({ filename }) => filename)).toContain('invite.ics')
    const notifications = await client.api.notification.list({})
    expect(notifications.items.find(({ kind }) => kind === 'session-reminder')?.message).toContain('Tessa')
  },
)

test.each(languages)(
  'a reminder in %s of a call in Attune says so and opens the page of the session, without a link into the call @slow',
  async (language) => {
    const { client, therapist, session } = await reminded({ language })
    await app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) =>
      tx.run(`update app.session set format = 'video', in_attune = true, video_url = null where id = $1`, [session]),
    )
    await reminders.run(session)
    expect(await deliver(session, client)).toEqual(['sent'])
    const { text, html } = await app.inbox.mailTo(client.email)
    expect(text).toContain(translate(language, 'mail.call.join', { minutes: '15' }))
    expect(text).toContain(`/dashboard/client/sessions/session-details?id=${session}`)
    expect(`${text}${html}`).not.toMatch(/\/call\/|ticket|resume|turns?:/)
  },
)

test('a client who switched reminder emails off is reminded in the app only @slow', async () => {
  const { client, session } = await reminded()
  await client.api.account.saveNotificationSettings({ quiet: null, mail: { 'session-reminder': false } })
  await reminders.run(session)
  expect(await deliver(session, client)).toEqual(['dropped'])
  expect(await reminders.told(session)).toContain(client.accountId)
})

test('quiet hours do not delay a reminder, which has its own allowed hours @slow', async () => {
  const { client, session } = await reminded()
  await client.api.account.saveNotificationSettings({ quiet: { from: '00:00', to: '23:59' }, mail: {} })
  await reminders.run(session)
  expect(await deliver(session, client)).toEqual(['sent'])
})

test('a reminder email that misses 21:00 waits for the morning, and is never sent after the start of the session @slow', async () => {
  const { client, session } = await reminded({ hour: 20 })
  await reminders.run(session)
  app.clock.advance(2 * hour)
  expect(await deliver(session, client)).toEqual(['waiting'])
  app.clock.advance(10.5 * hour)
  expect(await deliver(session, client)).toEqual(['sent'])
  const late = await reminded()
  await reminders.run(late.session)
  app.clock.advance(day)
  expect(await deliver(late.session, late.client)).toEqual(['dropped'])
  app.clock.advance(-day - 12.5 * hour)
})

test('cancelling after the reminder was enqueued and before its email was sent drops the email @slow', async () => {
  const { client, therapist, session } = await reminded()
  await reminders.run(session)
  await therapist.api.session.cancel({ id: session, command: randomUUID() })
  const states = await deliver(session, client)
  expect(states.filter((state) => state === 'sent')).toHaveLength(1)
  const mail = await app.inbox.mailTo(client.email)
  expect(mail.subject).toMatch(/^Your appointment on .+ is cancelled$/)
  expect(states).toContain('dropped')
})

test('scheduling a session through the API enqueues its reminder, and moving it enqueues one for the new time [9.02]', async () => {
  const [client, therapist] = [await app.person('client', next), await app.person('therapist', next++)]
  const record = await connectClient(app, therapist, client)
  await therapist.api.terms.save({ ...defaultTerms, remindBefore: [60] })
  const startsAt = new Date(app.clock.now().getTime() + 40 * day)
  const session = await therapist.api.session.create({
    id: randomUUID(),
    clientIds: [record],
    startsAt: startsAt.toISOString(),
    format: 'phone',
  })
  expect(await reminders.waiting(session.id)).toBe(1)
  const later = new Date(startsAt.getTime() + 3 * day).toISOString()
  await therapist.api.session.move({ id: session.id, command: randomUUID(), startsAt: later, durationMinutes: 50 })
  expect(await reminders.waiting(session.id)).toBe(2)
})
