import { randomInt } from 'node:crypto'
import {
  randomChanges,
  type RandomFindings,
  seededRandom,
} from '../apps/server/src/features/schedule/external-calendar/sync/random.testing.ts'
import { movedFile } from '../apps/server/src/features/schedule/external-calendar/sync/files.testing.ts'
import {
  calendarServers,
  type CalendarServerName,
  missingCalendarServers,
} from '../apps/server/src/testing/calendar/servers.ts'
import { openDisturbedSync } from './calendar-servers.sync.ts'
import type { DrillOutcome } from './outcome.ts'
import { installPrograms } from './programs.ts'

/**
 * Syncs a calendar with calendar servers of other vendors, while both sides change it at random. The product runs as two processes with clocks ten
 * minutes apart, which are killed while they write. Installs missing calendar servers if the system permits it.
 */
export async function calendarServersDrill(short: boolean, say: (line: string) => void): Promise<DrillOutcome> {
  const problem = await installPrograms(missingCalendarServers, say)
  if (problem) return { passed: false, figures: { 'the drill could not begin': problem } }
  const outcomes = await Promise.all(
    calendarServers.map(async (name) => ({ name, ...(await disturb(name, short ? 60 : 500, say)) })),
  )
  const figures = outcomes.flatMap(({ name, figures: each }) =>
    Object.entries(each).map(([what, value]) => [`${name}: ${what}`, value] as const),
  )
  return { passed: outcomes.every(({ passed }) => passed), figures: Object.fromEntries(figures) }
}

async function disturb(name: CalendarServerName, count: number, say: (line: string) => void): Promise<DrillOutcome> {
  const seed = randomInt(2 ** 31)
  const next = seededRandom(seed)
  const sync = await openDisturbedSync(name, next)
  try {
    const changes = randomChanges(sync.target, next)
    for (let step = 1; step <= count; step++) {
      await changes.step()
      if (step % 50 === 0) say(`${name}: ${step} changes, ${sync.counts.kills} kills`)
    }
    await changes.settle()
    const calendar = await sync.target.sync()
    const findings = await changes.compare(calendar)
    const { kills, collisions, lostAnswers } = sync.counts
    const controls = await noticed(sync.target.there.list, (files) => changes.compare(calendar, files))
    const refused = sync.counts.refusedWrites()
    const isClean = Object.values(findings).every((found) => found === 0)
    return {
      passed:
        isClean &&
        calendar.state === 'ok' &&
        controls === 3 &&
        kills >= count / 50 &&
        lostAnswers > 0 &&
        (refused > 0 || count < 500),
      figures: {
        'random changes': count,
        'events of ours at the end': changes.count(),
        'kills of both processes while they wrote': kills,
        'changes by another program during a sync': collisions,
        'writes that were answered with 412': refused,
        'writes whose answer was lost': lostAnswers,
        ...findings,
        'state of the calendar at the end': calendar.state,
        'control: kinds of changed calendars not noticed, of 3': 3 - controls,
        seed,
      },
    }
  } finally {
    await sync.close()
  }
}

/** Returns the number of detected changes among three changes to a calendar: a missing event, a duplicate event, and an event at another time. */
async function noticed(
  list: () => Promise<Map<string, string>>,
  compare: (files: Map<string, string>) => Promise<RandomFindings>,
): Promise<number> {
  const files = await list()
  const [own] = [...files].filter(([, data]) => data.includes('@attune'))
  if (!own) return 0
  const [path, data] = own
  const without = new Map([...files].filter(([other]) => other !== path))
  const results = await Promise.all([
    compare(without).then(({ lost }) => lost),
    compare(new Map([...files, ['copy.ics', data]])).then(({ duplicated }) => duplicated),
    compare(new Map([...files, [path, movedFile(data, 60_000)]])).then((found) => found['at another time there']),
  ])
  return results.filter((count) => count === 1).length
}
