import fc from 'fast-check'
import { occurrencesOf, type RecurrenceRule } from '../apps/server/src/features/schedule/recurrence/recurrence.ts'
import { ruleErrors, randomRule } from '../apps/server/src/features/schedule/series/series.random.testing.ts'
import {
  recurrenceUpdateErrors,
  randomRecurrenceUpdate,
} from '../apps/server/src/features/schedule/series/change/update-recurrence.testing.ts'
import type { DrillOutcome } from './outcome.ts'

/**
 * Compares random series and random changes of series with a second implementation, in several time zones and across
 * clock changes.
 */
export async function seriesDrill(short: boolean, say: (line: string) => void): Promise<DrillOutcome> {
  const numRuns = short ? 500 : 5_000
  const seed = Math.floor(Math.random() * 2 ** 31)
  const sum = { series: 0, dates: 0, never: 0, twice: 0, wrong: 0, inUtc: 0, eachDay: 0 }
  const zones = new Set<string>()
  const rules = fc.check(
    fc.property(randomRule, (rule) => {
      const { wrong, dates } = ruleErrors(rule)
      sum.series++
      zones.add(rule.zone)
      sum.dates += dates.length
      for (const { wallClock } of dates) if (wallClock !== 'once') sum[wallClock]++
      if (wrong.length) sum.wrong++
      if (differs(rule, inUtc(rule))) sum.inUtc++
      if (sum.series % (numRuns / 10) === 0) say(`${sum.series} series`)
      return !wrong.length
    }),
    { numRuns, seed, endOnFailure: true },
  )
  const changed = { changes: 0, refused: 0, kept: 0, removed: 0, added: 0, overridden: 0, wrong: 0, forgotten: 0 }
  const changes = fc.check(
    fc.property(randomRecurrenceUpdate, (random) => {
      const { wrong, shape } = recurrenceUpdateErrors(random)
      changed.changes++
      if (!shape) {
        changed.refused++
        return true
      }
      for (const part of ['kept', 'removed', 'added', 'overridden'] as const) changed[part] += shape[part].length
      if (wrong.length) changed.wrong++
      if (recurrenceUpdateErrors(random, true).wrong.length) changed.forgotten++
      if (changed.changes % (numRuns / 10) === 0) say(`${changed.changes} changes`)
      return !wrong.length
    }),
    { numRuns, seed, endOnFailure: true },
  )
  return {
    passed: !rules.failed && !changes.failed && sum.inUtc > 0 && changed.forgotten > 0,
    figures: {
      series: sum.series,
      zones: zones.size,
      dates: sum.dates,
      'of them at an hour that does not exist, that exists twice': `${sum.never}, ${sum.twice}`,
      'series with a date lost, doubled or moved, or another one in the calendar file': sum.wrong,
      'control: series noticed when their hours are those of UTC': sum.inUtc,
      'changes of a series': changed.changes,
      'refused, as into the past': changed.refused,
      'sessions kept, called off, new, left alone': [
        changed.kept,
        changed.removed,
        changed.added,
        changed.overridden,
      ].join(', '),
      'changes with a session lost, doubled or orphaned, or a single change not kept': changed.wrong,
      'control: noticed when single changes are forgotten': changed.forgotten,
      'seed and path': [seed, rules.counterexamplePath, changes.counterexamplePath].filter(Boolean).join(' '),
    },
  }
}

/**
 * Returns the same series at a constant time in UTC, without clock changes. With this series the drill proves that it
 * detects wrong times.
 */
function inUtc(rule: RecurrenceRule): RecurrenceRule {
  const first = occurrencesOf(rule, rule.firstDay)[0]?.startsAt ?? ''
  return { ...rule, zone: 'UTC', firstDay: first.slice(0, 10), time: first.slice(11, 16) }
}

const differs = (a: RecurrenceRule, b: RecurrenceRule) => startsOf(a) !== startsOf(b)
const startsOf = (rule: RecurrenceRule) =>
  occurrencesOf(rule, '2030-01-01')
    .slice(0, 60)
    .map(({ startsAt }) => startsAt)
    .join()
