import type { InvoicePayment, InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { otherSampleId, sampleId } from '../../schedule/session/session.testing.ts'

/** Returns a payment of 40.00 € by bank transfer. */
export const samplePayment = (part: Partial<InvoicePayment> = {}): InvoicePayment => ({
  id: otherSampleId,
  amountMinor: '4000',
  currency: 'EUR',
  paidOn: '2026-11-02',
  method: 'bank-transfer',
  reference: '',
  recordedAt: '2026-11-02T10:00:00.000Z',
  countersId: null,
  ...part,
})

/** Returns an issued invoice of 95.00 € with the fields that the payments card shows. */
export const samplePaidInvoice = (part: Partial<InvoiceView> = {}, payerName = 'Mina Moreau') =>
  ({
    id: sampleId,
    kind: 'invoice',
    status: 'issued',
    sheet: { number: '2026-0147', currency: 'EUR', seller: { name: 'Praxis' }, buyer: { name: payerName } },
    openMinor: '9500',
    creditedMinor: '0',
    paidMinor: '0',
    payments: [],
    documents: [],
    withdrawnReceipts: [],
    may: { edit: false, remove: false, issue: false, credit: true, pay: true },
    ...part,
  }) as unknown as InvoiceView
