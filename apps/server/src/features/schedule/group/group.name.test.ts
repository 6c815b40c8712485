import { randomUUID } from 'node:crypto'
import { wallClockOf } from '@attune/contract/common/time/time'
import { afterAll, expect, test } from 'vitest'
import { openOutbound } from '../../../platform/outbound/outbound.ts'
import { readPdf } from '../../../platform/pdf/reading.testing.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { queryAsRole } from '../../../testing/database/database.ts'
import { openPushService } from '../../../testing/doubles/push-service.ts'
import { createReminderRunner } from '../../../testing/faults/reminders.ts'
import type { Person } from '../../../testing/people.ts'
import { insertOwnPayer, openPractice } from '../../../testing/records/invoices.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { timeAhead } from '../../../testing/time-ahead.ts'
import { makePdf } from '../../billing/billing-document/pdf/document.ts'
import { invoiceXml } from '../../billing/invoice/einvoice/xml.ts'
import { clientNumber, consentToTexts, openTextsDouble, sendWaiting } from '../../messages/delivery/delivery.testing.ts'
import { runDuePushJobs } from '../../messages/push/push.testing.ts'

afterAll(() => service.close())
const service = await openPushService()
const texts = openTextsDouble()
const app = await startSharedApp({
  worker: false,
  texts,
  outbound: openOutbound({ trusted: [service.origin], timeoutMilliseconds: 3_000 }),
  isPushOrigin: (origin) => origin === service.origin,
})
const reminders = createReminderRunner(app)
const at = (days: number) => new Date(timeAhead(days, 9)).toISOString()
const act = (id: string) => ({ id, command: randomUUID() })
const telling = 'Traumagruppe'
type Group = { nth: number; groupId: string; record: string; therapist: Person; client: Person }

/** Connects a therapist with a client, who is the member of a group with a name that reveals its topic. */
async function createGroup(nth: number, sharesName: boolean): Promise<Group> {
  const [therapist, client] = await Promise.all([app.person('therapist', nth), app.person('client', nth)])
  const zone = zoneAtNoon()
  for (const person of [therapist, client]) await person.api.account.saveSettings({ zone })
  const record = await connectClient(app, therapist, client)
  const groupId = randomUUID()
  const content = { name: telling, memberLimit: 12, typeId: null, showsNames: false, sharesName }
  await therapist.api.group.create({ id: groupId, type: 'group', ...content })
  const joinedOn = wallClockOf(at(-20), zone).day
  await therapist.api.group.addMember({ id: randomUUID(), groupId, clientId: record, joinedOn })
  return { nth, groupId, record, therapist, client }
}

const sessionOf = ({ groupId, record }: Group) => ({
  groupId,
  clientIds: [record],
  format: 'video' as const,
  therapyType: 'group' as const,
})

/** Subscribes a browser to push notifications. Returns a function that sends the due notifications and returns those that were received. */
async function openPushes(person: Person) {
  const { key } = await person.api.push.hostKey({})
  const made = await service.subscribe(key)
  await person.api.push.subscribe({ ...made, hostKey: key, isRenewal: false })
  return async () => {
    await runDuePushJobs(app, person)
    return service.received(made.endpoint)
  }
}

/** Reminds the client of a session by text. Returns the sent texts. */
async function remindByText(group: Group): Promise<string[]> {
  texts.reset()
  const { nth, therapist, record } = group
  await consentToTexts(app, therapist, record, { purposes: ['reminder'], number: `${clientNumber}${nth}` })
  const id = randomUUID()
  const startsAt = new Date(app.clock.now().getTime() + 24 * 3_600_000 - 60_000).toISOString()
  await therapist.api.session.create({ ...sessionOf(group), id, startsAt, anyway: true })
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) =>
    tx.run(`update app.session set booked_at = now() - interval '30 days' where id = $1`, [id]),
  )
  await reminders.run(id)
  await sendWaiting(app, therapist)
  return texts.sent.map(({ body }) => body)
}

/** Returns a time zone in which it is noon, because no reminder is sent at night. */
function zoneAtNoon(): string {
  const zones = Array.from({ length: 25 }, (_, n) => `Etc/GMT${n < 12 ? '-' : '+'}${Math.abs(n - 12)}`)
  const now = app.clock.now().toISOString()
  const found = zones.find((zone) => wallClockOf(now, zone).time.startsWith('12'))
  if (!found) throw new Error('no time zone where it is noon')
  return found
}

/** Bills a past session of the group. Returns the invoice as data, PDF and electronic invoice, and all stored rows. */
async function billPastSession(group: Group): Promise<unknown[]> {
  const { therapist, record } = group
  await openPractice(app, therapist)
  await insertOwnPayer(app, therapist, record)
  const sessionId = randomUUID()
  const outcome = { durationMinutes: 50, outcome: 'completed' } as const
  await therapist.api.session.logPast({ ...sessionOf(group), id: sessionId, startsAt: at(-3), ...outcome })
  const items = [{ sessionId, clientId: record }]
  const [id = ''] = (await therapist.api.invoice.draftSessions({ command: randomUUID(), items })).ids
  const issued = await therapist.api.invoice.issue({ id, command: randomUUID() })
  const pdf = readPdf(await makePdf({ sheet: issued.sheet, madeAt: app.clock.now().toISOString() }))
  expect(pdf.pages.join()).toContain('Psychotherapie')
  const rows = await Promise.all(
    ['invoice', 'invoice_line'].map((table) => queryAsRole('backup', app.databaseUrl, `select * from app.${table}`)),
  )
  return [issued, pdf, await invoiceXml(issued.sheet, 'factur-x'), rows]
}

test.each([
  ['shared with', 1, true],
  ['not shared with', 2, false],
])(
  'the name of a group that is %s clients is in no email, notification, push, text message, calendar feed or invoice @slow',
  async (_title, nth, sharesName) => {
    const group = await createGroup(nth, sharesName)
    const { therapist, client } = group
    const pushes = [await openPushes(therapist), await openPushes(client)]
    const what = sessionOf(group)
    const [moved, cancelled, series] = [randomUUID(), randomUUID(), randomUUID()]
    await therapist.api.session.create({ ...what, id: moved, startsAt: at(20) })
    await therapist.api.session.create({ ...what, id: cancelled, startsAt: at(21) })
    const repeat = { every: 'weeks' as const, weeks: 1, ends: { by: 'count' as const, count: 2 } }
    await therapist.api.series.create({ ...what, id: series, startsAt: at(22), repeat })
    await therapist.api.session.move({ ...act(moved), startsAt: at(23), durationMinutes: 50 })
    await client.api.session.accept(act(moved))
    await therapist.api.session.cancel(act(cancelled))
    expect((await client.api.session.get({ id: moved })).session.group?.name).toBe(sharesName ? telling : undefined)

    const mails = await queryAsRole<{ id: string }>('backup', app.databaseUrl, `select id from app.mail`)
    for (const mail of mails) await app.mailer.deliver({ mailId: mail.id }, { retryCount: 0, last: false })
    await app.inbox.mailTo(client.email)
    const received = app.inbox.mails.map(({ subject, text, html, attachments }) =>
      [subject, text, html, ...attachments.map(({ content }) => String(content))].join('\n'),
    )
    const feeds = await Promise.all(
      [therapist, client].map(async ({ api }) => {
        const { address } = await api.calendar.setFeed({ mode: 'name' })
        return (await fetch(address)).text()
      }),
    )
    const stored = await queryAsRole('backup', app.databaseUrl, 'select * from app.mail')
    const notifications = [await therapist.api.notification.list({}), await client.api.notification.list({})]
    const pushed = await Promise.all(pushes.map((send) => send()))
    const texted = await remindByText(group)
    const billed = await billPastSession(group)
    const sent = JSON.stringify([received, stored, notifications, pushed, texted, billed])
    expect(received.some((mail) => mail.includes('BEGIN:VEVENT'))).toBe(true)
    expect(notifications[1]?.items.length).toBeGreaterThan(3)
    expect(pushed[1]?.length).toBeGreaterThan(1)
    expect(texted).toHaveLength(1)
    expect(feeds.every((feed) => feed.includes('BEGIN:VEVENT'))).toBe(true)
    expect([sent, ...feeds].filter((text) => text.includes(telling))).toEqual([])
  },
)
