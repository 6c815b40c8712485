import { keptPeriods } from '@attune/contract/features/care/record-retention/kept-periods.rules'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Tables with a period that people need not know, because their rows contain nothing about a person. */
const withoutPeople = {
  'app.assistant_day': 'counts alone',
  'app.change': 'ids alone, for an hour',
  'app.erasure': 'hashes alone',
  'app.freed_time': 'only a time that is free again',
  'app.incoming_text': 'counts alone',
  'app.journal_act': 'ids alone',
  'app.request_count': 'counts alone',
  'auth.totp_used': 'hashes alone, for a day',
}

/** The periods in the comments of all tables, for example '10 years'. */
function periodsOfComments(): Map<string, string> {
  const tables = readFileSync(new URL('../../../../../../db/tables.txt', import.meta.url), 'utf8')
  return new Map(
    tables.split('\n').flatMap((line) => {
      const [, table, period] = /^(\S+) changes: .*; kept: (\d+ (?:hour|day|year)s?) /.exec(line) ?? []
      return table && period ? [[table, period] as const] : []
    }),
  )
}

test('the page names the period of each table that keeps data of people for a time', () => {
  const named = Object.values(keptPeriods).map(({ table }) => table)
  expect([...named, ...Object.keys(withoutPeople)].toSorted()).toEqual([...periodsOfComments().keys()].toSorted())
})

test.each(Object.entries(keptPeriods))('the period of %s is that of the comment', (_name, { table, count, unit }) => {
  expect(periodsOfComments().get(table)).toBe(count === 1 ? `1 ${unit.replace(/s$/, '')}` : `${count} ${unit}`)
})
