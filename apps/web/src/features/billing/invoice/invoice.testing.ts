import type { ToBillItem } from '@attune/contract/features/billing/invoice/invoice.draft.schemas'
import type { InvoiceListItem, InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'
import { otherSampleId, sampleId } from '../../schedule/session/session.testing.ts'

const address = { street: 'Lindenallee 14', postalCode: '20259', city: 'Hamburg', region: '' }

const documentLine = {
  serviceOn: '2026-10-22',
  serviceTime: '10:00',
  minutes: 50,
  code: 'GOP 870',
  text: 'Psychotherapy',
  factorMilli: 2300,
  factorReason: '',
  place: '',
  quantityMilli: 1000,
  priceMinor: '9500',
  netMinor: '9500',
  taxCategory: 'E',
  taxRateBp: 0,
  exemptCode: 'VATEX-EU-132-1C',
  exemptReason: 'Umsatzsteuerfrei nach § 4 Nr. 14 UStG',
} as const

/** Returns an issued English invoice of a practice in Hamburg, with one line of 95.00 €. */
export function sampleDocument(part: Partial<InvoiceDocument> = {}): InvoiceDocument {
  return {
    version: 1,
    kind: 'invoice',
    number: '2026-0147',
    issuedOn: '2026-11-12',
    dueOn: '2026-11-26',
    currency: 'EUR',
    language: 'en',
    paper: 'A4',
    seller: {
      name: 'Lindqvist Psychotherapy',
      person: 'Nora Lindqvist',
      ...address,
      country: 'DE',
      phone: '',
      email: '',
      taxId: '42/118/03771',
      vatId: '',
      siret: '',
      rpps: '',
      npi: '',
      license: '',
      logoSha: null,
    },
    buyer: {
      kind: 'client',
      name: 'Ana Moreau',
      ...address,
      country: 'DE',
      email: null,
      reference: '',
      buyerReference: '',
    },
    person: null,
    bank: {
      bankName: 'GLS Bank',
      accountName: 'Nora Lindqvist',
      iban: 'DE89370400440532013000',
      bic: '',
      routingNumber: '',
      accountNumber: '',
    },
    lines: [documentLine],
    taxes: [
      {
        category: 'E',
        rateBp: 0,
        netMinor: '9500',
        taxMinor: '0',
        reason: 'Umsatzsteuerfrei nach § 4 Nr. 14 UStG',
        reasonCode: 'VATEX-EU-132-1C',
      },
    ],
    netMinor: '9500',
    taxMinor: '0',
    grossMinor: '9500',
    dueDays: 14,
    lateFees: false,
    footer: '',
    note: '',
    diagnosis: null,
    corrects: null,
    ...part,
  }
}

/** Returns an issued invoice as the therapist sees it, or with `status: 'draft'` a draft of it. */
export function sampleInvoice(part: Partial<InvoiceView> = {}): InvoiceView {
  const isDraft = part.status === 'draft'
  const { taxCategory: _category, exemptCode: _code, exemptReason: _reason, ...line } = documentLine
  return {
    id: sampleId,
    kind: 'invoice',
    status: 'issued',
    version: 3,
    clientId: otherSampleId,
    clientName: 'Ana Moreau',
    isFee: false,
    payer: { id: null, kind: 'client', name: 'Ana Moreau', agreed: true },
    language: 'en',
    note: '',
    reference: '',
    showDiagnosis: false,
    diagnosis: null,
    sheet: sampleDocument(isDraft ? { number: '' } : {}),
    lines: [{ position: 1, ...line, taxRateBp: null, sessionId: sampleId, isCredited: false }],
    missing: [],
    overdueDays: 0,
    paidMinor: '0',
    creditedMinor: '0',
    openMinor: '9500',
    payments: [],
    credits: [],
    corrects: null,
    replaces: null,
    replacedBy: null,
    documents: [],
    withdrawnReceipts: [],
    history: [{ at: '2026-11-12T17:03:00.000Z', kind: 'issued', by: 'therapist', data: {} }],
    may: { edit: isDraft, remove: isDraft, issue: isDraft, credit: !isDraft, pay: !isDraft },
    ...part,
  }
}

export function sampleInvoiceRow(part: Partial<InvoiceListItem> = {}): InvoiceListItem {
  return {
    id: sampleId,
    number: '2026-0147',
    kind: 'invoice',
    clientId: otherSampleId,
    clientName: 'Ana Moreau',
    payerName: 'Ana Moreau',
    issuedOn: '2026-11-12',
    dueOn: '2026-11-26',
    status: 'issued',
    overdueDays: 0,
    grossMinor: '9500',
    openMinor: '9500',
    currency: 'EUR',
    ...part,
  }
}

/** Returns a completed session of Ana Moreau that has not been billed. */
export function sampleToBill(part: Partial<ToBillItem> = {}): ToBillItem {
  return {
    sessionId: sampleId,
    clientId: otherSampleId,
    clientName: 'Ana Moreau',
    serviceOn: '2026-10-22',
    serviceTime: '10:00',
    minutes: 50,
    kind: 'completed',
    format: 'video',
    serviceId: sampleId,
    text: 'Psychotherapy',
    code: 'GOP 870',
    priceMinor: '9500',
    currency: 'EUR',
    payerName: 'Ana Moreau',
    payerAgreed: true,
    with: [],
    ...part,
  }
}
