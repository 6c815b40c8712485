import type { EstimateContent, EstimateView } from '@attune/contract/features/billing/estimate/estimate.schemas'
import { randomUUID } from 'node:crypto'
import type { TestApp } from '../../../testing/app.ts'
import { editClientRecord } from '../../../testing/records/clients.ts'
import { openPractice } from '../../../testing/records/invoices.ts'
import type { Person } from '../../../testing/people.ts'

/** Gives a therapist a complete business in Portland, Oregon. */
export async function openUsPractice(app: TestApp, therapist: Person): Promise<void> {
  await openPractice(app, therapist, { country: 'US' })
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ kysely }) =>
    kysely
      .updateTable('business')
      .set({
        name: 'Harbor Counseling',
        street: '20 Pine Street',
        postal_code: '97205',
        city: 'Portland',
        region: 'OR',
        tax_id: '12-3456789',
        npi: '1234567893',
        license: 'OR C5521',
        routing_number: '021000021',
        account_number: '123456789',
        language: 'en',
      })
      .where('therapist_id', '=', therapist.accountId)
      .execute(),
  )
}

/** Returns the content of an estimate of 1,800.00 for the year 2026. */
export const sampleEstimateContent = (part: Partial<EstimateContent> = {}): EstimateContent => ({
  language: 'en',
  periodFrom: '2026-01-01',
  periodUntil: '2026-12-31',
  frequency: 'Weekly',
  place: 'Office in Portland, OR',
  diagnosis: 'F41.1',
  separately: '',
  lines: [{ code: '90834', text: 'Psychotherapy, 45 minutes', quantity: 12, priceMinor: '15000' }],
  ...part,
})

/** Enters the date of birth of a client, without which no estimate is given. */
export const setBirthDate = (therapist: Person, clientId: string, dateOfBirth: string | null = '1991-04-03') =>
  editClientRecord(therapist, clientId, { dateOfBirth })

/** Enters the client's date of birth, saves a draft based on the current version, and gives the estimate to the client. */
export async function giveTo(
  therapist: Person,
  clientId: string,
  part: Partial<EstimateContent> = {},
): Promise<EstimateView> {
  await setBirthDate(therapist, clientId)
  const { version } = await therapist.api.estimate.get({ clientId })
  const saved = await therapist.api.estimate.saveDraft({ clientId, version, ...sampleEstimateContent(part) })
  return therapist.api.estimate.give({ clientId, version: saved.version, command: randomUUID() })
}
