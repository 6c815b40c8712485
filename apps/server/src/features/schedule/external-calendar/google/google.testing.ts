import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import { type DoubleEntry, returnedEvent } from '../../../../testing/calendar/google-calendar.store.ts'
import { type GoogleDouble, startGoogleCalendar } from '../../../../testing/calendar/google-calendar.ts'
import { type GoogleEvent, googleEventId } from './events.ts'
import { googleToIcs, icsToGoogleTime } from './read.ts'
import { openGoogle } from './google.ts'
import { unfoldIcs } from '../../calendar/calendar.ts'
import { calendarProviders, passwordName } from '../external-calendar.providers.ts'
import type { FilesThere } from '../sync/random.testing.ts'
import { openSyncApp, syncTestSettings, type SyncTestSettings } from '../external-calendar.testing.ts'

/** Opens an app whose accounts use a test double of Google Calendar. The test file must close both. */
export async function setUpGoogleSyncTest() {
  const google = await startGoogleCalendar()
  const { app, addTherapist, addClient, plan, linkedCalendar, at } = await openSyncApp(google.host)
  const { apiRoot, access } = google
  const opened = vi
    .spyOn(calendarProviders, 'google')
    .mockImplementation(({ calendarOutbound }) =>
      openGoogle(calendarOutbound, access, { apiRoot, wait: async () => {} }),
    )

  /** Connects a new therapist with the main calendar of the account. */
  const connect = async (wanted: Partial<SyncTestSettings> = {}, calendarId = 'thea@example.com') => {
    const therapist = await addTherapist()
    const [accountId, id] = [randomUUID(), randomUUID()]
    await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ kysely }) =>
      kysely
        .insertInto('external_account')
        .values({
          id: accountId,
          therapist_id: therapist.accountId,
          provider: 'google',
          subject: accountId,
          address: apiRoot,
          user_name: 'thea@example.com',
          sealed: app.providerKeys.seal(passwordName(accountId), 'unused'),
          home: `${apiRoot}calendar/v3/calendars`,
        })
        .execute(),
    )
    const url = `${apiRoot}calendar/v3/calendars/${encodeURIComponent(calendarId)}`
    await therapist.api.externalCalendar.add({ id, accountId, url, ...syncTestSettings, ...wanted })
    return linkedCalendar(therapist, accountId, id)
  }
  return {
    app,
    google,
    connect,
    addClient,
    plan,
    at,
    /** The events as calendar files. A test changes them to act like another calendar program. */
    files: googleFiles(google),
    /** Returns an Attune event as it is stored in the test double. */
    eventOf: (id: string) => google.calendarAt().events.get(googleEventId(id))?.event,
    close: async () => {
      opened.mockRestore()
      await app.close()
      await google.close()
    },
  }
}

/** Returns the single events of the main calendar as files, named as in CalDAV. */
function googleFiles(google: GoogleDouble): FilesThere {
  const { events } = google.calendarAt()
  const eventIdOf = (name: string) => {
    const id = name.replace(/\.ics$/, '')
    return id.startsWith('other-') ? id.replaceAll('-', '') : googleEventId(id)
  }
  const fileOf = (entry: DoubleEntry | undefined) => {
    if (!entry || entry.event.status === 'cancelled') return undefined
    const event = returnedEvent(google.calendarAt(), entry) as GoogleEvent
    return googleToIcs({ event, exceptions: [] })
  }
  return {
    list: async () =>
      new Map(
        [...events].flatMap(([id, entry]) => {
          const file = fileOf(entry)
          return file === undefined ? [] : [[id, file] as const]
        }),
      ),
    read: async (name) => fileOf(events.get(eventIdOf(name))),
    write: async (name, data) => {
      google.write(eventIdOf(name), singleEventIn(data))
    },
    delete: async (name) => google.delete(eventIdOf(name)),
  }
}

/** Parses the title and times of a file with a single event in UTC, as another program writes it. */
function singleEventIn(file: string) {
  const lines = new Map(unfoldIcs(file).map((line) => line.split(/:(.*)/s) as [string, string]))
  const timeIn = (name: string) => icsToGoogleTime(lines.get(name) ?? '', null)
  const summary = (lines.get('SUMMARY') ?? '').replaceAll(/\\(.)/g, '$1')
  return { summary, start: timeIn('DTSTART'), end: timeIn('DTEND') }
}
