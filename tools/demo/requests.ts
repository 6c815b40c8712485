import { instantOf } from '@attune/contract/common/time'
import { defaultTerms } from '@attune/contract/features/terms.rules'
import { randomUUID } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import type { ApiClient } from '../../apps/server/src/testing/browser.ts'
import { demoZone } from './sessions.ts'

/**
 * Creates requests that await an answer: session requests (two for the same time), a proposed time and change requests.
 * Also creates a session request that the therapist has confirmed.
 */
export async function createDemoRequests(
  therapist: ApiClient,
  therapistId: string,
  clients: ApiClient[],
  today: string,
): Promise<void> {
  await therapist.terms.save({ ...defaultTerms, videoLink: 'https://meet.example.org/{room}', location: 'Room 1' })
  const monday = Temporal.PlainDate.from(today).add({ days: 8 - Temporal.PlainDate.from(today).dayOfWeek })
  /** Returns a time in the next week at which no weekly session takes place. Weekday 0 is Monday. */
  const free = (weekday: number, time: '12:20' | '18:30') => ({
    startsAt: instantOf(monday.add({ days: weekday }).toString(), time, demoZone),
    durationMinutes: 50,
  })
  const act = (id: string) => ({ id, command: randomUUID() })
  const requestSession = async (client: ApiClient | undefined, time: ReturnType<typeof free>, message: string) => {
    const id = randomUUID()
    await client?.session.request({ id, therapistId, format: 'video', message, ...time })
    return id
  }
  const [first, second, third, fourth, fifth, sixth, seventh] = clients
  await requestSession(first, free(1, '12:20'), 'During my lunch break, if possible.')
  await requestSession(second, free(1, '12:20'), '')
  const tooEarly = await requestSession(third, free(2, '12:20'), "I'm in town on Wednesday.")
  await therapist.session.counter({ ...act(tooEarly), ...free(2, '18:30'), reason: 'I teach at noon that day.' })
  const agreed = await requestSession(seventh, free(4, '18:30'), '')
  await therapist.session.confirm(act(agreed))

  const ask = async (client: ApiClient | undefined, time: ReturnType<typeof free> | null, reason: string) => {
    const next = await nextOf(client, monday)
    if (!client || !next) return null
    const id = randomUUID()
    if (time) await client.changeRequest.askMove({ id, sessionId: next, reason, ...time })
    else await client.changeRequest.askCancel({ id, sessionId: next, reason })
    return id
  }
  await ask(fourth, free(3, '12:20'), 'My train arrives late that day.')
  await ask(fifth, null, 'I have to travel for work.')
  const countered = await ask(sixth, free(3, '18:30'), '')
  if (countered) {
    await therapist.changeRequest.counter({
      ...act(countered),
      ...free(4, '12:20'),
      reason: 'Friday would be possible.',
    })
  }
}

/**
 * Creates a couple's session on Tuesday and a group session on Monday evening. Each happened last week and is scheduled for next week.
 */
export async function createDemoGroupSessions(therapist: ApiClient, clientIds: string[], today: string): Promise<void> {
  const thisMonday = Temporal.PlainDate.from(today).subtract({ days: Temporal.PlainDate.from(today).dayOfWeek - 1 })
  const couple = { clientIds: clientIds.slice(-2), therapyType: 'couples', durationMinutes: 80, day: 1 } as const
  const group = { clientIds: clientIds.slice(2, 7), therapyType: 'group', durationMinutes: 90, day: 0 } as const
  for (const { day, ...kind } of [couple, group]) {
    const at = (week: number) => instantOf(thisMonday.add({ days: week * 7 + day }).toString(), '18:30', demoZone)
    const where = { ...kind, format: 'in-person', location: 'Room 1' } as const
    await therapist.session.enter({ id: randomUUID(), ...where, startsAt: at(-1), outcome: 'completed' })
    const agreed = kind.therapyType === 'group'
    await therapist.session.plan({ id: randomUUID(), ...where, startsAt: at(1), agreed })
  }
}

/** Creates notes on the last three completed sessions, two of them signed, and shared texts for the last one. */
export async function createDemoNotes(therapist: ApiClient): Promise<void> {
  const { items } = await therapist.session.list({ which: 'history', status: ['completed'], limit: 6 })
  for (const [place, { id: sessionId }] of items.entries()) {
    if (place > 2) continue
    const { version } = await therapist.note.save({ sessionId, text: notes[place] ?? '', version: 0 })
    if (place < 2) await therapist.note.sign({ sessionId, command: randomUUID(), version })
  }
  const [latest] = items
  if (!latest) return
  for (const [kind, text] of Object.entries(texts) as [keyof typeof texts, string][]) {
    await therapist.note.saveText({ sessionId: latest.id, kind, text, version: 0 })
    await therapist.note.shareText({ sessionId: latest.id, kind, shared: true })
  }
}

const notes = [
  'Slept through on four of seven nights. The evening without a screen was kept on five. We looked at what the two bad nights had in common.',
  'Reported a calmer week. Talked to the brother, and it went better than feared.',
  'Arrived late and in a hurry.',
]
const texts = {
  objectives: 'Fall asleep before midnight on five nights of the week.',
  'next-steps': 'Keep the sleep diary until we meet again. No coffee after three.',
}

/**
 * Returns the id of the next confirmed session, on or after a day, that has this client as its only client. Returns
 * null if there is none.
 */
async function nextOf(client: ApiClient | undefined, from: Temporal.PlainDate): Promise<string | null> {
  const start = instantOf(from.toString(), '00:00', demoZone)
  const page = await client?.session.list({
    which: 'upcoming',
    status: ['confirmed'],
    therapyType: 'individual',
    from: start,
    limit: 1,
  })
  return page?.items[0]?.id ?? null
}
