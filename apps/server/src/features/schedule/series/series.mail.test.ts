import { shiftDay } from '@attune/contract/common/time/time'
import type { SeriesChange } from '@attune/contract/features/schedule/series/series'
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { minimalClient } from '../../../testing/records/clients.ts'
import { queryAsRole } from '../../../testing/database/database.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { calendarFileTimes } from './series.random.testing.ts'
import { berlinInstant, dayFromNow, scheduledSessionsOf, newSeriesInput, weekly } from './series.testing.ts'

const app = await startSharedApp({ worker: false })
const [therapist, client] = await Promise.all([app.person('therapist'), app.person('client')])
const clientId = await connectClient(app, therapist, client)
await client.api.account.saveSettings({ zone: 'Asia/Tokyo' })

let hour = 7
beforeEach(() => {
  hour++
})
const on = (day: string) => berlinInstant(day, `${String(hour).padStart(2, '0')}:00`, 'Europe/Berlin')
const day = (days = 2) => dayFromNow(app.clock.now(), days)
const plan = (facts: Partial<ReturnType<typeof newSeriesInput>> = {}) =>
  therapist.api.series.create(newSeriesInput({ clientIds: [clientId], startsAt: on(day()), ...facts }))
const change = (sessionId: string, facts: Partial<SeriesChange> & { startsAt: string; command: string }) =>
  therapist.api.series.change({
    sessionId,
    scope: 'all',
    durationMinutes: 50,
    format: 'video',
    videoUrl: null,
    ...facts,
  })

const mailsOf = (act: string) =>
  queryAsRole<{ id: string; kind: string; state: string }>(
    'backup',
    app.databaseUrl,
    `select id, kind, state from app.mail where subject_id = '${act}' order by created_at`,
  )

/** Delivers the emails of a command. Returns their rows, and the text and calendar file of the first one. */
async function deliver(act: string) {
  const before = app.inbox.mails.length
  for (const { id } of await mailsOf(act)) await app.mailer.deliver({ mailId: id }, { retryCount: 0, last: false })
  const mail = app.inbox.mails[before]
  const file = mail?.attachments.find(({ filename }) => filename === 'invite.ics')?.content.toString() ?? ''
  return { mails: await mailsOf(act), mail, text: mail?.text ?? '', file }
}
const counts = (file: string, line: string) => file.split('\r\n').filter((one) => one === line).length

test('a scheduled series sends one email with twelve dates in the reader’s zone and a calendar file with all dates @slow', async () => {
  const { series, made } = await plan({ repeat: weekly() })
  const { mails, text, file, mail } = await deliver(series.id)
  expect(mails).toMatchObject([{ kind: 'series-planned', state: 'sent' }])
  const held = await scheduledSessionsOf(app, therapist, series.id)
  const inTokyo = (instant: string) =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: 'Asia/Tokyo' }).format(
      new Date(instant),
    )
  expect(held.filter(({ startsAt }) => text.includes(inTokyo(startsAt)))).toHaveLength(12)
  expect(text).toContain(`and ${made - 12} more`)
  expect(String(mail?.html).match(/<br\/?>/g)?.length).toBeGreaterThanOrEqual(12)
  expect(text).not.toContain(therapist.lastName)
  expect(counts(file, 'METHOD:PUBLISH')).toBe(1)
  expect(counts(file, 'STATUS:TENTATIVE')).toBe(made)
  expect(file).not.toContain('ATTENDEE')
  expect(calendarFileTimes(file)).toEqual(
    new Map(held.map(({ id, startsAt, endsAt }) => [id, `${startsAt} ${endsAt}`])),
  )
})

test('a further change replaces an unsent email, and an undone change sends none @slow', async () => {
  const { series, firstSessionId } = await plan()
  const [first, second, back] = [randomUUID(), randomUUID(), randomUUID()]
  await change(firstSessionId ?? '', { startsAt: on(day(3)), command: first })
  await change(firstSessionId ?? '', { startsAt: on(day(4)), command: second })
  expect((await deliver(first)).mails).toMatchObject([{ kind: 'series-changed', state: 'dropped' }])
  const sent = await deliver(second)
  expect(sent.mails).toMatchObject([{ state: 'sent' }])
  expect(counts(sent.file, 'SEQUENCE:2')).toBe(4)
  const held = await scheduledSessionsOf(app, therapist, series.id)
  expect(calendarFileTimes(sent.file)).toEqual(
    new Map(held.map(({ id, startsAt, endsAt }) => [id, `${startsAt} ${endsAt}`])),
  )

  const again = randomUUID()
  await change(firstSessionId ?? '', { startsAt: on(day(5)), command: again })
  await change(firstSessionId ?? '', { startsAt: on(day(4)), command: back })
  expect(await mailsOf(back)).toEqual([])
  expect((await deliver(again)).mails).toMatchObject([{ state: 'dropped' }])
})

test('the email about a changed recurrence lists the removed dates, and the email about a cancelled series lists all dates', async () => {
  const { firstSessionId } = await plan()
  const [rarer, off] = [randomUUID(), randomUUID()]
  await change(firstSessionId ?? '', { startsAt: on(day(4)), command: rarer, repeat: weekly(2, 2) })
  const changed = await deliver(rarer)
  expect(changed.text).toMatch(/These appointments are cancelled:\n.+\n.+/)
  expect([counts(changed.file, 'STATUS:TENTATIVE'), counts(changed.file, 'STATUS:CANCELLED')]).toEqual([2, 2])
  await therapist.api.series.cancel({ sessionId: firstSessionId ?? '', scope: 'all', command: off })
  const cancelled = await deliver(off)
  expect(cancelled.mails).toMatchObject([{ kind: 'series-cancelled', state: 'sent' }])
  expect(cancelled.text).toContain('These appointments were cancelled')
  expect([counts(cancelled.file, 'STATUS:CANCELLED'), counts(cancelled.file, 'SEQUENCE:2')]).toEqual([2, 2])
})

test('a child’s guardian is emailed about the child’s series once per command @slow', async () => {
  const id = randomUUID()
  await therapist.api.client.add({
    ...minimalClient,
    id,
    firstName: 'Ida',
    lastName: 'Young',
    email: null,
    invite: false,
  })
  await therapist.api.client.setStatus({ id, status: 'active', command: randomUUID() })
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ kysely }) =>
    kysely
      .insertInto('client_contact')
      .values({
        id: randomUUID(),
        therapist_id: therapist.accountId,
        client_id: id,
        name: 'Ada',
        email: 'ada@attune.test',
        is_guardian: true,
      })
      .execute(),
  )
  const { series, firstSessionId } = await plan({ clientIds: [id] })
  const planned = await deliver(series.id)
  expect(planned.mails).toMatchObject([{ kind: 'guardian-series-planned', state: 'sent' }])
  expect(calendarFileTimes(planned.file).size).toBe(4)
  const off = randomUUID()
  await therapist.api.series.cancel({ sessionId: firstSessionId ?? '', scope: 'all', command: off })
  expect((await deliver(off)).mails).toMatchObject([{ kind: 'guardian-series-cancelled', state: 'sent' }])
})

test('a change of a single session removes it from the email about its series', async () => {
  const { series } = await plan()
  const held = await scheduledSessionsOf(app, therapist, series.id)
  const moved = held[1]?.id ?? ''
  await therapist.api.session.move({
    id: moved,
    command: randomUUID(),
    startsAt: on(shiftDay(held[1]?.day ?? '', 1)),
    durationMinutes: 50,
  })
  const { file } = await deliver(series.id)
  expect([...calendarFileTimes(file).keys()].toSorted()).toEqual(
    [held[0], held[2], held[3]].map((row) => row?.id).toSorted(),
  )
})
