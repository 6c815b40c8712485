import { z } from 'zod'
import { Readable } from 'node:stream'
import type { AppContext } from '../../../../platform/app-context.ts'
import {
  definePart,
  type ExportedFile,
  type ExportedPartFiles,
  type ExportingPerson,
} from '../../../../platform/personal-export/exported-part.ts'
import { labelledFacts, exportedMoment } from '../../../../platform/personal-export/facts.ts'
import { translate } from '../../../../platform/text/translations.ts'
import { listImportedCalendars } from '../import/import.ts'
import { listAllEvents } from '../calendar.queries.ts'
import { feedFile } from './file.ts'
import { listClientFeedEntries, listTherapistFeedEntries } from './queries.ts'

type Data = z.infer<typeof BusyTime> | z.infer<typeof Imported>
const BusyTime = z.strictObject({
  kind: z.literal('busy-time'),
  id: z.string(),
  title: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  location: z.string(),
})
const Imported = z.strictObject({
  kind: z.literal('imported-calendar'),
  name: z.string(),
  host: z.string(),
})

const pageLength = 500

/** The busy times of a therapist, the names of imported calendars, and the whole calendar as a file. */
export const calendarExport = definePart<Data>({
  name: 'availability',
  roles: ['therapist'],
  position: 1,
  schema: z.union([BusyTime, Imported]),
  async *pages({ db }, person) {
    const { actor, language } = person
    const calendars = await db.asActor(actor, listImportedCalendars)
    yield calendars.map(({ name, host }) => ({
      data: { kind: 'imported-calendar', name, host },
      title: name,
      at: null,
      text: `${translate(language, 'calendar.imported')}: ${host}`,
    }))
    let last: z.infer<typeof BusyTime> | undefined
    do {
      const events = await db.asActor(actor, (tx) => listAllEvents(tx, last ?? null, pageLength))
      const busy = events.map((event) => ({ kind: 'busy-time' as const, ...event }))
      yield busy.map((event) => ({
        data: event,
        title: event.title || translate(language, 'feed.busy'),
        at: event.startsAt,
        text: event.location,
        facts: labelledFacts(language, { until: exportedMoment(person, event.endsAt) }),
      }))
      last = busy.length === pageLength ? busy.at(-1) : undefined
    } while (last)
  },
  files: calendarFiles,
})

/** The sessions of a client as a calendar. */
export const clientCalendarExport: ExportedPartFiles = { name: 'sessions', roles: ['client'], files: calendarFiles }

/** Returns the calendar of a person as an iCalendar file (RFC 5545), with the names of the others. */
async function calendarFiles(
  app: AppContext,
  { actor, language, zone, now }: ExportingPerson,
): Promise<ExportedFile[]> {
  const role = actor.role === 'therapist' ? 'therapist' : 'client'
  const [from, to] = [new Date(0), new Date(now.getTime())]
  to.setUTCFullYear(to.getUTCFullYear() + 10)
  const read = role === 'therapist' ? listTherapistFeedEntries : listClientFeedEntries
  const entries = await app.db.asActor(actor, (tx) => read(tx, { from, to }))
  if (entries.length === 0) return []
  const { hostname } = new URL(app.site.origin())
  const content = feedFile(entries, 'name', { role, language, zone, hostname })
  return [
    {
      name: 'calendar.ics',
      at: now.toISOString(),
      type: 'text/calendar',
      open: () => Promise.resolve(Readable.from([content])),
    },
  ]
}
