import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { queryAsRole } from '../../../testing/database/database.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { timeAhead } from '../../../testing/time-ahead.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const client = await app.person('client')
const record = await connectClient(app, therapist, client)
const at = (days: number) => new Date(timeAhead(days, 9)).toISOString()
const act = (id: string) => ({ id, command: randomUUID() })
const telling = 'Traumagruppe'

test('the name of a group that is shared with clients is in no email, notification or calendar feed', async () => {
  const groupId = randomUUID()
  const content = { name: telling, memberLimit: 12, typeId: null, showsNames: false, sharesName: true }
  await therapist.api.group.create({ id: groupId, type: 'group', ...content, clientIds: [record] })
  const what = { groupId, clientIds: [record], format: 'in-person' as const, therapyType: 'group' as const }
  const [moved, cancelled, series] = [randomUUID(), randomUUID(), randomUUID()]
  await therapist.api.session.create({ ...what, id: moved, startsAt: at(20) })
  await therapist.api.session.create({ ...what, id: cancelled, startsAt: at(21) })
  const repeat = { every: 'weeks' as const, weeks: 1, ends: { by: 'count' as const, count: 2 } }
  await therapist.api.series.create({ ...what, id: series, startsAt: at(22), repeat })
  await therapist.api.session.move({ ...act(moved), startsAt: at(23), durationMinutes: 50 })
  await client.api.session.accept(act(moved))
  await therapist.api.session.cancel(act(cancelled))
  expect((await client.api.session.get({ id: moved })).session.group?.name).toBe(telling)

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
  const sent = JSON.stringify([received, stored, notifications])
  expect(received.some((mail) => mail.includes('BEGIN:VEVENT'))).toBe(true)
  expect(notifications[1]?.items.length).toBeGreaterThan(3)
  expect(feeds.every((feed) => feed.includes('BEGIN:VEVENT'))).toBe(true)
  expect([sent, ...feeds].filter((text) => text.includes(telling))).toEqual([])
})
