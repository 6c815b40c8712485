import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { connectClient } from '../../../testing/records/sessions.ts'

const app = await startSharedApp({ worker: false })

const workdays = { days: [1, 2, 3, 4, 5], from: '09:00', until: '17:00' }
const hours = [workdays]
const quickReply = (text: string) => ({ id: randomUUID(), text })

test('only a connected client sees the hours in which the therapist reads messages', async () => {
  const [therapist, client, stranger] = await Promise.all([
    app.person('therapist', 1),
    app.person('client', 1),
    app.person('client', 2),
  ])
  await connectClient(app, therapist, client)
  const therapistId = therapist.accountId
  expect(await client.api.messageSettings.readingHoursOf({ therapistId })).toEqual({
    readingHours: [],
    zone: 'Europe/Berlin',
  })
  await therapist.api.messageSettings.saveReadingHours({ readingHours: [{ ...workdays, days: [5, 1, 2, 3, 4, 4] }] })
  expect((await client.api.messageSettings.readingHoursOf({ therapistId })).readingHours).toEqual(hours)
  expect((await therapist.api.messageSettings.own({})).readingHours).toEqual(hours)
  await expect(stranger.api.messageSettings.readingHoursOf({ therapistId })).rejects.toMatchObject({ status: 404 })
  for (const wrong of [
    { ...workdays, days: [] },
    { ...workdays, until: '09:00' },
    { ...workdays, days: [8] },
  ])
    await expect(therapist.api.messageSettings.saveReadingHours({ readingHours: [wrong] })).rejects.toMatchObject({
      status: 400,
    })
})

test('an absence can be set, changed and ended, and its text remains as the draft of the next one', async () => {
  const { api } = await app.person('therapist', 2)
  const at = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString()
  const absence = { id: randomUUID(), startsAt: at(1), endsAt: at(3), text: 'Away.' }
  await api.messageSettings.saveAbsence(absence)
  await api.messageSettings.saveAbsence(absence)
  expect((await api.messageSettings.own({})).absence).toEqual(absence)
  await api.messageSettings.endAbsence({ id: randomUUID() })
  await api.messageSettings.saveAbsence({ ...absence, text: 'Still away.' })
  expect((await api.messageSettings.own({})).absence?.text).toBe('Still away.')
  await api.messageSettings.endAbsence({ id: absence.id })
  expect(await api.messageSettings.own({})).toMatchObject({ absence: null, absenceText: 'Still away.' })
  for (const [startsAt, endsAt, reason] of [
    [at(2), at(1), 'backward'],
    [at(-2), at(-1), 'over'],
    [at(0), at(400), 'tooLong'],
  ] as const)
    await expect(api.messageSettings.saveAbsence({ ...absence, startsAt, endsAt })).rejects.toMatchObject({
      code: 'INVALID_SPAN',
      data: { reason },
    })
  await expect(api.messageSettings.saveAbsence({ ...absence, text: 'x'.repeat(2001) })).rejects.toMatchObject({
    status: 400,
  })
})

test('a list of quick replies is saved unless it was changed meanwhile', async () => {
  const { api } = await app.person('therapist', 3)
  const [one, two] = [quickReply('See you on Monday.'), quickReply('Thank you, I have read it.')]
  const saved = await api.messageSettings.saveQuickReplies({ items: [one, two], version: 0 })
  expect(saved).toEqual({ items: [one, two], version: 1 })
  expect(await api.messageSettings.saveQuickReplies({ items: [one, two], version: 0 })).toEqual(saved)
  await expect(api.messageSettings.saveQuickReplies({ items: [two], version: 0 })).rejects.toMatchObject({
    code: 'CHANGED',
    data: saved,
  })
  expect(await api.messageSettings.saveQuickReplies({ items: [two, one], version: 1 })).toMatchObject({ version: 2 })
  expect((await api.messageSettings.own({})).quickReplies.items).toEqual([two, one])
  const many = Array.from({ length: 51 }, (_, n) => quickReply(`Reply ${n}`))
  await expect(api.messageSettings.saveQuickReplies({ items: many, version: 2 })).rejects.toMatchObject({ status: 400 })
  await expect(api.messageSettings.saveQuickReplies({ items: [one, one], version: 2 })).rejects.toMatchObject({
    status: 400,
  })
  const fresh = await app.person('therapist', 4)
  await expect(fresh.api.messageSettings.saveQuickReplies({ items: [], version: 7 })).rejects.toMatchObject({
    code: 'CHANGED',
  })
})
