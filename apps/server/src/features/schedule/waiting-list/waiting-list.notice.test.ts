import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import type { TestBrowser } from '../../../testing/browser.ts'
import type { Person } from '../../../testing/people.ts'
import { connectClient, insertSession } from '../../../testing/records/sessions.ts'
import { daysAhead, everyWeekday, saveHours } from '../availability/availability.testing.ts'
import { advanceAfterUndo, anyTime, offersOf } from './waiting-list.testing.ts'
import { runWaitingListJob } from './waiting-list.advance.ts'

let lastRecord: string
const hours = everyWeekday({ from: '08:00', until: '20:00' })
const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const people = await Promise.all([app.person('client', 1), app.person('client', 2), app.person('client', 3)])
for (const one of people) {
  lastRecord = await connectClient(app, therapist, one)
  await one.api.account.saveSettings({ zone: 'Europe/Berlin' })
}
await saveHours(therapist, hours, { noticeMinutes: 1440 })
const { dayAhead, at } = daysAhead(app)
beforeEach(async () => {
  for (const client of people)
    for (const { id } of (await client.api.waitingList.mine({})).items) await client.api.waitingList.leave({ id })
  await app.privileged.definer.query('delete from app.freed_time')
})

const [first, second] = [() => people[0], () => people[1]]
const join = (client: Person) => client.api.waitingList.join(anyTime(app, therapist))
/** Schedules a session of the third client and cancels it. */
async function freeTime(nora: TestBrowser, startsAt: string) {
  const id = await insertSession(app, therapist, lastRecord, { status: 'confirmed', startsAt })
  await nora.api.session.cancel({ id, command: randomUUID() })
}
const advance = () => runWaitingListJob(app, { therapistId: therapist.accountId })

/** Runs `work` at a given time with the therapist signed in, and then sets the clock back. */
async function atTime(time: string, work: (nora: TestBrowser) => Promise<void>) {
  const before = app.clock.now().getTime()
  app.clock.advance(Date.parse(time) - before)
  await work(await app.secondBrowser(therapist, 2)).finally(() => app.clock.advance(before - app.clock.now().getTime()))
}

test('a time of tomorrow morning is offered although clients can no longer book it, and accepting it works @slow', async () => {
  const startsAt = at(3, '10:00')
  await atTime(at(2, '17:00'), async (nora) => {
    const [from, ofVideo] = [dayAhead(3), { format: 'video' as const, durationMinutes: 50 }]
    const free = await second().api.availability.slots({
      therapistId: therapist.accountId,
      from,
      to: from,
      ...ofVideo,
    })
    expect(free.slots.map((slot) => slot.startsAt)).not.toContain(startsAt)
    expect(free.slots.length).toBeGreaterThan(0)
    await nora.api.waitingList.saveSettings({ mode: 'automatic', answerHours: 4 })
    await join(first())
    await freeTime(nora, startsAt)
    await advanceAfterUndo(app, therapist)
    const [offer] = await offersOf(first())
    // The booking notice does not apply; the offer expires three hours before the session instead.
    expect(offer).toMatchObject({ startsAt, expiresAt: at(3, '07:00') })
    const sessionId = randomUUID()
    expect(await first().api.waitingList.accept({ id: offer?.id ?? '', sessionId })).toEqual({ sessionId })
    expect((await first().api.session.get({ id: sessionId })).session).toMatchObject({ status: 'confirmed', startsAt })
  })
})

test('a time within the notice of the waiting list is not offered, until the notice is shortened', async () => {
  const startsAt = at(5, '14:00')
  await atTime(at(5, '09:30'), async (nora) => {
    const settings = { mode: 'automatic', answerHours: 4 } as const
    await nora.api.waitingList.saveSettings({ ...settings, noticeHours: 6 })
    const entry = await join(first())
    await freeTime(nora, startsAt)
    await advanceAfterUndo(app, therapist)
    expect(await offersOf(first())).toEqual([])
    const byHand = { id: randomUUID(), entryId: entry.id, startsAt }
    await expect(nora.api.waitingList.offer(byHand)).rejects.toMatchObject({ code: 'TOO_LATE' })
    expect(await nora.api.waitingList.saveSettings(settings)).toEqual({ ...settings, noticeHours: 6 })
    await nora.api.waitingList.saveSettings({ ...settings, noticeHours: 1 })
    await advance()
    expect(await offersOf(first())).toMatchObject([{ startsAt, expiresAt: at(5, '13:00') }])
  })
})

test('an offer does not run out in the quiet hours that the client has chosen', async () => {
  await first().api.account.saveNotificationSettings({ quiet: { from: '18:00', to: '10:30' }, mail: {} })
  await second().api.account.saveNotificationSettings({ quiet: null, mail: {} })
  await atTime(at(7, '17:30'), async (nora) => {
    await nora.api.waitingList.saveSettings({ mode: 'automatic', answerHours: 1 })
    await join(first())
    await join(second())
    await freeTime(nora, at(12, '10:00'))
    await freeTime(nora, at(12, '14:00'))
    await advanceAfterUndo(app, therapist)
    expect(await offersOf(first())).toMatchObject([{ expiresAt: at(8, '11:30') }])
    const [offer] = await offersOf(second())
    expect(Date.parse(offer?.expiresAt ?? '')).toBeLessThanOrEqual(app.clock.now().getTime() + 3_600_000)
  })
})
