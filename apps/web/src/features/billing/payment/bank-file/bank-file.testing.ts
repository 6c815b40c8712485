import type {
  BankEntry,
  BankFileAnswer,
  BankReview,
  PayableInvoice,
} from '@attune/contract/features/billing/payment/payment.bank-file.rules'

/** Returns a new entry of 95.00 € from Ana Moreau. Like a real one, its key has 64 digits. */
export const sampleEntry = (key: number, part: Partial<BankEntry> = {}): BankEntry => ({
  key: String(key).padStart(64, '0'),
  day: '2026-11-02',
  amountMinor: '9500',
  currency: 'EUR',
  payer: 'Ana Moreau',
  text: `Invoice ${key}`,
  reversedMinor: '0',
  state: 'new',
  reverses: [],
  isNamedOnce: false,
  importedAs: null,
  alsoImportedAs: [],
  proposal: null,
  split: null,
  ...part,
})

/** Returns an invoice with an open amount of 95.00 €. Its number and id are derived from `number`. */
export const samplePayable = (number: number, part: Partial<PayableInvoice> = {}): PayableInvoice => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  number: `2026-${String(number).padStart(4, '0')}`,
  payerName: 'Ana Moreau',
  clientName: 'Ana Moreau',
  currency: 'EUR',
  openMinor: '9500',
  ...part,
})

/** Returns the server's response to a CAMT.053 file. */
export const sampleReview = (part: Partial<BankReview> = {}): BankFileAnswer => ({
  step: 'review',
  fingerprint: null,
  left: { pending: 0, outgoing: 0, unreadable: 0 },
  entries: [],
  invoices: [],
  ...part,
})
