import { systemsOfCountries } from '@attune/contract/features/billing/invoice/law/invoice.system-lines.rules'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const guide = readFileSync(new URL('../../../../../../../docs/guide/therapist.md', import.meta.url), 'utf8')
/** The rows of the guide's table of countries: the names, and the text on the invoices that work there. */
const rows = [...(guide.split('| country of the business |')[1]?.matchAll(/^\| (.*) \| (.*) \|$/gm) ?? [])].map(
  ([, names = '', works = '']) => ({ names: names.split(', '), works }),
)
const nameOf = (country: string) => new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? ''
const [unknown, ...known] = rows

test('the guide names each country of the table once, and those that need no system in one row', () => {
  expect(known.flatMap(({ names }) => names).toSorted()).toEqual(Object.keys(systemsOfCountries).map(nameOf).toSorted())
  expect(unknown?.works).toMatch(/^no invoices/)
  // In Spain, the refusal depends on the business, not on a system of the table.
  const open = Object.entries(systemsOfCountries).filter(
    ([country, lines]) => country !== 'ES' && lines.every(({ system }) => system === null),
  )
  const everyPayer = known.find(({ works }) => works.startsWith('every payer: '))
  expect(everyPayer?.names.toSorted()).toEqual(open.map(([country]) => nameOf(country)).toSorted())
})

test('the guide gives the days from which a system is required, where it is later than the day on which the act was read', () => {
  for (const [country, lines] of Object.entries(systemsOfCountries))
    for (const { system, from, read } of lines) {
      if (system === null || from <= read) continue
      const date = new Date(`${from}T12:00:00Z`).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
      expect(known.find(({ names }) => names.includes(nameOf(country)))?.works, country).toContain(date)
    }
})
