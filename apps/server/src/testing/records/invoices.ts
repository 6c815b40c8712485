import type { DraftLine } from '@attune/contract/features/billing/invoice/invoice.draft.schemas'
import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { shiftDay } from '@attune/contract/common/time/time'
import { verifactuDays } from '@attune/contract/features/billing/business/business.rules'
import { randomUUID } from 'node:crypto'
import type { TestApp } from '../app.ts'
import { minimalClient } from './clients.ts'
import type { Person } from '../people.ts'

/** Returns the row of a complete business in Berlin, whose services are exempt from VAT. */
export const businessRow = (therapistId: string) => ({
  therapist_id: therapistId,
  is_on: true,
  name: 'Praxis Lindqvist',
  tax_id: '12/345/67890',
  email: 'praxis@example.org',
  phone: '+49 30 1234567',
  street: 'Lindenstr. 5',
  postal_code: '10969',
  city: 'Berlin',
  country: 'DE',
  account_name: 'Nora Lindqvist',
  iban: 'DE89370400440532013000',
  language: 'de',
})

type BusinessChanges = Partial<{
  country: string
  currency: string
  cancel_fee: string
  person_shown: string
  first_number: number
  first_number_year: number
  language: string
  iban: string
  routing_number: string
  account_number: string
  tax_id: string
  withholding_bp: number
  is_sole_trader: boolean
}>

type Database = Pick<TestApp, 'db'>
type Account = Pick<Person, 'accountId'>

/**
 * Sets the clock of a test back to a day on which every business in Spain can still issue invoices. Does nothing before that day. Call it before
 * anyone signs in.
 */
export function returnBeforeVerifactu({ clock }: Pick<TestApp, 'clock'>): void {
  const lastMonth = Date.parse(shiftDay(verifactuDays.company, -31))
  if (clock.now().getTime() > lastMonth) clock.advance(lastMonth - clock.now().getTime())
}

/** Gives a therapist a complete business and a service of 95.00 for video sessions. */
export async function openPractice(app: Database, therapist: Account, changes: BusinessChanges = {}): Promise<void> {
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async ({ kysely }) => {
    const row = { ...businessRow(therapist.accountId), ...changes }
    const { therapist_id: _id, ...columns } = row
    await kysely
      .insertInto('business')
      .values(row)
      .onConflict((on) => on.column('therapist_id').doUpdateSet(columns))
      .execute()
    await kysely
      .insertInto('service')
      .values({
        id: randomUUID(),
        therapist_id: therapist.accountId,
        code: '870',
        text: 'Psychotherapie',
        price_minor: 9500,
        currency: 'EUR',
        default_format: 'video',
      })
      .onConflict((on) => on.doNothing())
      .execute()
  })
}

/** Inserts the address under which a client pays their own invoices; returns the id of the payer. */
export async function insertOwnPayer(app: Database, therapist: Account, clientId: string): Promise<string> {
  const id = randomUUID()
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ kysely }) =>
    kysely
      .insertInto('payer')
      .values({
        id,
        therapist_id: therapist.accountId,
        client_id: clientId,
        kind: 'client',
        street: 'Hauptstr. 6',
        postal_code: '10827',
        city: 'Berlin',
        country: 'DE',
      })
      .execute(),
  )
  return id
}

/** Adds a client who pays their own invoices; returns the id of the record. */
export async function addPayingClient(app: TestApp, therapist: Person, lastName = 'Ruiz'): Promise<string> {
  const id = randomUUID()
  await therapist.api.client.add({ ...minimalClient, id, firstName: 'Ana', lastName, invite: false })
  await insertOwnPayer(app, therapist, id)
  return id
}

/** Returns a line of 95.00 that belongs to no session. */
export const draftLine = (changes: Partial<DraftLine> = {}): DraftLine => ({
  serviceOn: '2026-11-02',
  serviceTime: '10:00',
  minutes: 50,
  code: '870',
  text: 'Psychotherapie',
  factorMilli: null,
  factorReason: '',
  place: '',
  quantityMilli: 1000,
  priceMinor: '9500',
  taxRateBp: null,
  sessionId: null,
  ...changes,
})

/** Returns the input of `saveDraft` for a draft, with other lines. */
export const savedDraft = (view: InvoiceView, lines: DraftLine[]) => ({
  id: view.id,
  version: view.version,
  payerId: view.payer.id,
  language: view.language,
  note: view.note,
  reference: view.reference,
  showDiagnosis: view.showDiagnosis,
  diagnosis: view.diagnosis,
  lines,
})

export async function draftInvoice(
  therapist: Pick<Person, 'api'>,
  clientId: string,
  lines = [draftLine()],
): Promise<InvoiceView> {
  const empty = await therapist.api.invoice.create({ id: randomUUID(), clientId })
  return therapist.api.invoice.saveDraft(savedDraft(empty, lines))
}

/** Drafts and issues an invoice. */
export async function issueOf(therapist: Person, clientId: string, lines = [draftLine()]): Promise<InvoiceView> {
  const { id } = await draftInvoice(therapist, clientId, lines)
  return therapist.api.invoice.issue({ id, command: randomUUID() })
}
