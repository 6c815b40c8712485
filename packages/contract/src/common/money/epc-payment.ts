import { decimal } from './money.ts'

/**
 * The limits of the European Payments Council's guideline EPC069-12: the length of the name and of the text in characters, the total size in bytes,
 * and the amount in cents.
 */
const longest = { name: 70, text: 140, bytes: 331, minor: 99_999_999_999n }

/** A bank transfer. */
export type CreditTransfer = {
  /** The name of the recipient. */
  name: string
  iban: string
  /** The BIC of the recipient's bank; empty if it is unknown. */
  bic: string
  currency: string
  /** The amount in minor units of the currency. */
  minor: bigint
  /** The remittance text. */
  reference: string
}

const cut = (text: string, length: number) => [...text.replace(/\s+/g, ' ').trim()].slice(0, length).join('')

/**
 * Returns the text of a QR code with which a banking app fills in a transfer (EPC069-12, version 002). Cuts the name and the remittance text to their
 * maximum lengths. Returns null if no such code exists for the transfer: it is not in euros, the IBAN or the name is empty, the amount is not between
 * 0.01 and 999,999,999.99, or the text has more than 331 bytes.
 */
export function epcPaymentText({ name, iban, bic, currency, minor, reference }: CreditTransfer): string | null {
  const account = iban.replace(/\s/g, '').toUpperCase()
  if (currency !== 'EUR' || !account || !name.trim() || minor <= 0n || minor > longest.minor) return null
  const head = ['BCD', '002', '1', 'SCT', bic.replace(/\s/g, '').toUpperCase(), cut(name, longest.name), account]
  const text = [...head, `EUR${decimal(minor, 2)}`, '', '', cut(reference, longest.text)].join('\n').trimEnd()
  return new TextEncoder().encode(text).length > longest.bytes ? null : text
}
