import { randomUUID } from 'node:crypto'
import type { NewWaitingEntry } from '@attune/contract/features/schedule/waiting-list/waiting-list'
import type { TestApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import { daysAhead } from '../availability/availability.testing.ts'
import { runWaitingListJob } from './waiting-list.advance.ts'

/** Returns a preference for any time of the next 60 days. */
export const anyTime = (app: TestApp, therapist: Person, more: Partial<NewWaitingEntry> = {}): NewWaitingEntry => ({
  id: randomUUID(),
  therapistId: therapist.accountId,
  sessionId: null,
  typeId: null,
  format: 'video',
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  from: '00:00',
  until: '24:00',
  noticeHours: 0,
  untilDay: daysAhead(app).dayAhead(60),
  ...more,
})

/** Advances the clock past the time in which a change can be undone, then runs the job of the waiting list. */
export async function advanceAfterUndo(app: TestApp, therapist: Person): Promise<void> {
  app.clock.advance(61_000)
  await runWaitingListJob(app, { therapistId: therapist.accountId })
}

export const offersOf = async (client: Person) =>
  (await client.api.waitingList.mine({})).items.flatMap(({ offer }) => (offer ? [offer] : []))

/** Returns the kinds of a person's notifications about an offer, latest first. */
export const notifiedOf = async (person: Person, id: string) =>
  (await person.api.notification.list({})).items.filter(({ relatedId }) => relatedId === id).map(({ kind }) => kind)
