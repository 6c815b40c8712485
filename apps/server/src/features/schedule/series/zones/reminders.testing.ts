import type { TestApp } from '../../../../testing/app.ts'
import type { ScheduledReminder, ReminderRunner } from '../../../../testing/faults/reminders.ts'
import { setClock, type ZonePair, type ScheduledSeries } from './zones.testing.ts'

const minute = 60_000

/** Returns a function that formats instants as wall-clock times in a time zone, according to `Intl`. */
const clockIn = (zone: string) => {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (at: number) => format.format(at)
}

/**
 * Computes the expected time of a reminder by brute force. Goes back from 24 hours before the start, minute by minute,
 * to the first allowed time.
 */
function expectedReminder(startsAt: string, zone: string): string {
  const clock = clockIn(zone)
  let at = Date.parse(startsAt) - 24 * 60 * minute
  while (clock(at) < '08:00' || clock(at) > '20:55') at -= minute
  return new Date(at).toISOString()
}

/**
 * Returns the errors in the scheduled reminders of series. Each session must have one reminder for the therapist and
 * one for the client, each in that person’s time zone.
 */
export function scheduledReminderErrors(
  found: ScheduledReminder[],
  pair: Omit<ZonePair, 'nights'>,
  all: ScheduledSeries[],
): string[] {
  const should = all.flatMap(({ dates, sessions }) =>
    dates.flatMap(({ startsAt }, place): ScheduledReminder[] => [
      { session: sessions[place] ?? '', reader: pair.therapist.accountId, at: expectedReminder(startsAt, pair.zone) },
      { session: sessions[place] ?? '', reader: pair.clientId, at: expectedReminder(startsAt, pair.theirs) },
    ]),
  )
  const lines = (list: ScheduledReminder[]) => list.map(({ session, reader, at }) => `${session} ${reader} ${at}`)
  const [told, wanted] = [lines(found), lines(should)]
  return [
    ...wanted.filter((line) => !told.includes(line)).map((line) => `${pair.zone}: not reminded ${line}`),
    ...told
      .filter((line, place) => !wanted.includes(line) || told.indexOf(line) !== place)
      .map((line) => `${pair.zone}: reminded ${line}`),
  ]
}

/**
 * Advances the clock through the reminders of a session. Returns the errors in the notifications and emails before, at
 * and after each reminder.
 */
export async function sentReminderErrors(
  app: TestApp,
  reminders: ReminderRunner,
  pair: ZonePair,
  laidOut: ScheduledReminder[],
) {
  const [{ session } = { session: '' }] = laidOut
  const wrong: string[] = []
  const should: string[] = []
  const look = async (at: number) => {
    setClock(app, at)
    await reminders.run(session)
    const [told, mailed] = await Promise.all([reminders.told(session), reminders.mailed(session)])
    const wanted = should.toSorted().join()
    if (told.join() !== wanted || mailed.join() !== wanted)
      wrong.push(`${pair.zone} ${new Date(at).toISOString()}: told ${told}, mailed ${mailed}, not ${wanted}`)
  }
  for (const at of [...new Set(laidOut.map((one) => one.at))].toSorted()) {
    await look(Date.parse(at) - minute)
    const readers = laidOut.filter((one) => one.at === at).map(({ reader }) => reader)
    should.push(...readers.map((reader) => (reader === pair.clientId ? pair.client.accountId : reader)))
    await look(Date.parse(at))
  }
  await look(app.clock.now().getTime() + minute)
  if (should.length !== 2) wrong.push(`${pair.zone}: ${should.length} are reminded of ${session}`)
  return wrong
}
