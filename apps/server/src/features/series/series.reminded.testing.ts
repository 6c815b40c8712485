import type { TestHouse } from '../../testing/house.ts'
import type { LaidOut, Reminders } from '../../testing/reminders.ts'
import { goTo, type Pair, type Planned } from './series.zones.testing.ts'

const minute = 60_000

/** The time on a wall, as the machine's own formats have it. */
const clockIn = (zone: string) => {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (at: number) => format.format(at)
}

/** When somebody is reminded, slowly: from 24 hours before the start back, minute by minute, to the first that is allowed on their wall. */
function slowly(startsAt: string, zone: string): string {
  const clock = clockIn(zone)
  let at = Date.parse(startsAt) - 24 * 60 * minute
  while (clock(at) < '08:00' || clock(at) > '20:55') at -= minute
  return new Date(at).toISOString()
}

/** What is wrong with who will be reminded of series, and when: of each session both sides, once, each by the own clock. */
export function judgeLaidOut(found: LaidOut[], pair: Omit<Pair, 'nights'>, all: Planned[]): string[] {
  const should = all.flatMap(({ dates, sessions }) =>
    dates.flatMap(({ startsAt }, place): LaidOut[] => [
      { session: sessions[place] ?? '', reader: pair.therapist.accountId, at: slowly(startsAt, pair.zone) },
      { session: sessions[place] ?? '', reader: pair.clientId, at: slowly(startsAt, pair.theirs) },
    ]),
  )
  const lines = (list: LaidOut[]) => list.map(({ session, reader, at }) => `${session} ${reader} ${at}`)
  const [told, wanted] = [lines(found), lines(should)]
  return [
    ...wanted.filter((line) => !told.includes(line)).map((line) => `${pair.zone}: not reminded ${line}`),
    ...told
      .filter((line, place) => !wanted.includes(line) || told.indexOf(line) !== place)
      .map((line) => `${pair.zone}: reminded ${line}`),
  ]
}

/** Lets the minutes come at which both sides are to be reminded of a session; what is wrong with whom it is told and mailed until then, and after. */
export async function judgeTold(house: TestHouse, reminders: Reminders, pair: Pair, laidOut: LaidOut[]) {
  const [{ session } = { session: '' }] = laidOut
  const wrong: string[] = []
  const should: string[] = []
  const look = async (at: number) => {
    goTo(house, at)
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
  await look(house.clock.now().getTime() + minute)
  if (should.length !== 2) wrong.push(`${pair.zone}: ${should.length} are reminded of ${session}`)
  return wrong
}
