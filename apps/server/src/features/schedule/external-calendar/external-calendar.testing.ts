import { randomUUID } from 'node:crypto'
import { openOutbound } from '../../../platform/outbound/outbound.ts'
import { createTestApp } from '../../../testing/app.ts'
import { startCaldav } from '../../../testing/calendar/caldav.ts'
import type { Person } from '../../../testing/people.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { hour } from './sync/files.testing.ts'
import { syncCalendar } from './sync/sync.ts'

export { hour, icsTime, later, minute, movedFile, otherEvent } from './sync/files.testing.ts'
export const syncTestSettings = { direction: 'both', privacy: 'busy', withPlace: false, follows: false } as const
export type SyncTestSettings = {
  direction: 'read' | 'write' | 'both'
  privacy: 'busy' | 'code' | 'initials' | 'name'
  withPlace: boolean
  follows: boolean
}

/** Opens an app that may connect to a calendar server on this machine. */
export async function openSyncApp(host: string) {
  const app = await createTestApp({
    worker: false,
    config: { calendarLocalHosts: [host] },
    outbound: openOutbound(),
  })
  let people = 0
  const day = 24 * hour
  const inTwoWeeks = new Date(app.clock.now().getTime() + 14 * day)
  inTwoWeeks.setUTCHours(9, 0, 0, 0)

  const addTherapist = () => app.person('therapist', ++people)
  const addClient = async (therapist: Person) => {
    const client = await app.person('client', ++people)
    return { client, record: await connectClient(app, therapist, client) }
  }
  /** Schedules a session and returns its id and start. */
  const plan = async (therapist: Person, record: string, startsAt: string) => {
    const id = randomUUID()
    await therapist.api.session.create({ id, clientIds: [record], startsAt, format: 'video', agreed: true })
    return id
  }
  /** Returns the operations that a test runs on a connected calendar. */
  const linkedCalendar = (therapist: Person, accountId: string, id: string) => ({
    therapist,
    accountId,
    id,
    sync: async () => {
      await syncCalendar(app, therapist.accountId, id)
      const { items } = await therapist.api.externalCalendar.accounts({})
      const calendar = items.flatMap(({ calendars }) => calendars).find((one) => one.id === id)
      if (!calendar) throw new Error('the calendar is gone')
      return calendar
    },
    questions: async () => (await therapist.api.externalCalendar.questions({})).items,
  })
  /** Returns 9:00 UTC on the day two weeks from now, plus `days` days and `hours` hours, as an ISO string. */
  const at = (days: number, hours = 0) => new Date(inTwoWeeks.getTime() + days * day + hours * hour).toISOString()
  return { app, addTherapist, addClient, plan, linkedCalendar, at }
}

/** Opens an app and a CalDAV server. The test file must close both. */
export async function setUpSyncTest() {
  const caldav = await startCaldav()
  const { app, addTherapist, addClient, plan, linkedCalendar, at } = await openSyncApp(caldav.host)

  /** Connects a new therapist with the calendar at `path`. */
  const connect = async (wanted: Partial<SyncTestSettings> = {}, path = '/thea/private/') => {
    const therapist = await addTherapist()
    const accountId = randomUUID()
    const { name: userName, password } = caldav.user
    const found = await therapist.api.externalCalendar.connect({
      id: accountId,
      address: caldav.origin,
      userName,
      password,
    })
    const id = randomUUID()
    const url = `${caldav.origin}${path}`
    await therapist.api.externalCalendar.add({ id, accountId, url, ...syncTestSettings, ...wanted })
    return { ...linkedCalendar(therapist, accountId, id), found, path }
  }
  return {
    app,
    caldav,
    connect,
    addClient,
    plan,
    at,
    close: async () => {
      await app.close()
      await caldav.close()
    },
  }
}
