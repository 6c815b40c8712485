import { expect, test } from 'vitest'
import { brokenRules } from './files.mjs'

/** Joins the parts of a cut, so that this file does not break the rule. */
const cut = (call: string, argument: string) => `const day = ${call}(${argument})`
const cuts = [
  cut('now.toISOString().slice', '0, 10'),
  cut('startsAt.slice', '0, 10'),
  cut('startsAt.substring', '0, 10'),
  cut('  .slice', '0, 10'),
  cut('now.toISOString().slice', '0, 7'),
  cut('now.toISOString().slice', '0, 4'),
  cut('startsAt.split', "'T'"),
]

test.each(['a.test.ts', 'a.test.tsx', 'a.testing.ts', 'e2e/a.journey.ts', 'e2e/a.ts', 'apps/server/src/testing/a.ts'])(
  'a day that is cut out of the text of a moment is found in %s',
  (path) => {
    for (const line of cuts)
      expect(brokenRules(path, `\n${line}`)).toEqual([
        `${path}:2: take the day of a moment with todayIn or wallClockOf and its zone, or with utcDay; move a day with shiftDay: ${line}`,
      ])
  },
)

test('a day that is taken in a zone, another part of a text and the code of the product have no finding', () => {
  const lines = ["todayIn('Europe/Berlin', now)", 'utcDay(now).slice(0, 7)', 'pauses.slice(0, 7)', "day.split('-')"]
  expect(brokenRules('a.test.ts', lines.join('\n'))).toEqual([])
  expect(brokenRules('apps/server/src/platform/http/http.ts', cuts.join('\n'))).toEqual([])
})
