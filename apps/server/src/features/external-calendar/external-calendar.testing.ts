import { randomUUID } from 'node:crypto'
import { openOutbound } from '../../platform/outbound/outbound.ts'
import { createTestApp } from '../../testing/app.ts'
import { startCaldav } from '../../testing/caldav.ts'
import type { Person } from '../../testing/people.ts'
import { connectClient } from '../../testing/sessions.ts'
import { hour } from './external-calendar.files.testing.ts'
import { syncCalendar } from './external-calendar.sync.ts'

export { hour, icsTime, later, minute, movedFile, otherEvent } from './external-calendar.files.testing.ts'
const settings = { direction: 'both', privacy: 'busy', withPlace: false, follows: false } as const
type Settings = {
  direction: 'read' | 'write' | 'both'
  privacy: 'busy' | 'code' | 'initials' | 'name'
  withPlace: boolean
  follows: boolean
}

/** Opens an app and a CalDAV server. The test file must close both. */
export async function setUpSyncTest() {
  const caldav = await startCaldav()
  const app = await createTestApp({
    worker: false,
    config: { calendarLocalHosts: [caldav.host] },
    outbound: openOutbound(),
  })
  let people = 0
  const day = 24 * hour
  const inTwoWeeks = new Date(app.clock.now().getTime() + 14 * day)
  inTwoWeeks.setUTCHours(9, 0, 0, 0)

  /** Connects a new therapist with the calendar at `path`. */
  const connect = async (wanted: Partial<Settings> = {}, path = '/thea/private/') => {
    const therapist = await app.person('therapist', ++people)
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
    await therapist.api.externalCalendar.add({ id, accountId, url, ...settings, ...wanted })
    const sync = async () => {
      await syncCalendar(app, therapist.accountId, id)
      const { items } = await therapist.api.externalCalendar.accounts({})
      const calendar = items.flatMap(({ calendars }) => calendars).find((one) => one.id === id)
      if (!calendar) throw new Error('the calendar is gone')
      return calendar
    }
    const questions = async () => (await therapist.api.externalCalendar.questions({})).items
    return { therapist, accountId, id, found, sync, questions, path }
  }
  const addClient = async (therapist: Person) => {
    const client = await app.person('client', ++people)
    return { client, record: await connectClient(app, therapist, client) }
  }
  /** Schedules a session and returns its id and start. */
  const plan = async (therapist: Person, record: string, startsAt: string) => {
    const id = randomUUID()
    await therapist.api.session.plan({ id, clientIds: [record], startsAt, format: 'video', agreed: true })
    return id
  }
  return {
    app,
    caldav,
    connect,
    addClient,
    plan,
    /** Returns 9:00 UTC in two weeks and some days. */
    at: (days: number, hours = 0) => new Date(inTwoWeeks.getTime() + days * day + hours * hour).toISOString(),
    close: async () => {
      await app.close()
      await caldav.close()
    },
  }
}
