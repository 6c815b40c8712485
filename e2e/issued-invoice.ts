import { randomUUID } from 'node:crypto'
import type { JourneyPractice } from './practice.ts'

/** The address of clients and of the practice in these journeys. */
export const payerAddress = {
  street: 'Osterstraße 41',
  postalCode: '20259',
  city: 'Hamburg',
  region: '',
  country: 'DE',
}

/** Completes the business settings, switches payments on and saves the client's address. */
export async function openPayments({ therapist: { api } }: JourneyPractice, { clientId }: { clientId: string }) {
  const { fields, version } = await api.business.own({})
  const account = { taxId: '42/118/03771', accountName: 'Nora Lindqvist', iban: 'DE89370400440532013000' }
  const business = { name: 'Lindqvist Psychotherapy', taxProfile: 'de-exempt', currency: 'EUR' } as const
  await api.business.save({ version, fields: { ...fields, ...business, ...account, ...payerAddress } })
  await api.business.setOn({ on: true })
  const { payer } = await api.payer.get({ id: clientId })
  const { kind, contactId, name, email, reference, buyerReference, wantsDiagnosis, clientWantsDiagnosis } = payer
  const kept = { kind, contactId, name, email, reference, buyerReference, wantsDiagnosis, clientWantsDiagnosis }
  await api.payer.save({ id: clientId, version: payer.version, ...kept, ...payerAddress })
}

/** Issues an invoice with one line of 95.00 €. Returns its id and number. */
export async function issueInvoiceByApi({ therapist: { api } }: JourneyPractice, { clientId }: { clientId: string }) {
  const { id, version, ...draft } = await api.invoice.create({ id: randomUUID(), clientId })
  const line = {
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
  }
  const { language, note, reference, showDiagnosis, diagnosis } = draft
  const content = { payerId: draft.payer.id, language, note, reference, showDiagnosis, diagnosis, lines: [line] }
  await api.invoice.saveDraft({ id, version, ...content })
  const { sheet } = await api.invoice.issue({ id, command: randomUUID() })
  return { id, number: sheet.number }
}
