import { todayIn } from '@attune/contract/common/time/time'
import { legalKinds } from '@attune/contract/features/billing/payer/payer.rules'
import {
  payerPlaces,
  systemsOfCountries,
  type PayerPlace,
} from '@attune/contract/features/billing/invoice/law/invoice.system-lines.rules'
import { systemRefusal } from '@attune/contract/features/billing/invoice/law/invoice.systems.rules'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { openPractice, returnBeforeVerifactu } from '../../../../testing/records/invoices.ts'
import { addPaidClient, issueTo } from './kinds-of-payers.testing.ts'

const app = await startSharedApp({ worker: false })
returnBeforeVerifactu(app)

/** The business settings accept neither of these countries, because each of their invoices needs a system of the state. */
const closed = ['IT', 'PT']
const countries = [...Object.keys(systemsOfCountries).filter((country) => !closed.includes(country)), 'BR']

/** Returns the country of a payer at a place (at home, in the EU or outside) for a business in the country `home`. */
const countryAt = (place: PayerPlace, home: string) =>
  place === 'home' ? home : place === 'eu' ? (home === 'AT' ? 'DE' : 'AT') : home === 'CH' ? 'US' : 'CH'

const refusalOf = (system: ReturnType<typeof systemRefusal>) =>
  system === null ? 'invoice' : system === 'unknown' ? 'business.unknown-country' : `payer.system.${system}`

test('in each country of the table and in an unknown one, every kind of payer in every place gets an invoice, or a refusal that names the system', async () => {
  const [found, expected]: Record<string, string>[] = [{}, {}]
  for (const [at, country] of countries.entries()) {
    const owner = await app.person('therapist', 50 + at)
    await openPractice(app, owner, { country, routing_number: '021000021', account_number: '123456789' })
    for (const payerKind of legalKinds)
      for (const place of payerPlaces) {
        const cell = `${country} ${payerKind} ${place}`
        const answer = await issueTo(owner, await addPaidClient(owner, payerKind, countryAt(place, country)))
        const today = todayIn('Europe/Berlin', app.clock.now())
        const system = systemRefusal({ country, payerKind, place, today, isExempt: true })
        Object.assign(found as object, { [cell]: 'missing' in answer ? answer.missing.join() : 'invoice' })
        Object.assign(expected as object, { [cell]: refusalOf(system) })
      }
  }
  expect(found).toEqual(expected)
}, 300_000)
