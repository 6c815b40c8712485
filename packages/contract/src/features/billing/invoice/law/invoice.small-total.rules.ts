import type { LegalKind } from '../../payer/payer.rules.ts'
import type { InvoiceDocument } from '../invoice.document.ts'

type Facts = Pick<InvoiceDocument, 'currency' | 'grossMinor' | 'taxes'> & {
  seller: Pick<InvoiceDocument['seller'], 'country'>
  payerKind: LegalKind
}

/**
 * Whether an invoice may be issued without the address of the payer: in Germany, up to a total of 250 € with VAT (§ 33 Satz 1 UStDV), but not with
 * reverse charge (Satz 3); both in Haufe, Schwarz/Widmann/Radeisen, § 14 UStG Rz. 132 and Weimann/Lang Rz. 176 to 179, read on 27 November 2026.
 * Organizations need their address to deduct the tax, so this is for natural persons only.
 */
export const isWithoutAddress = ({ seller, payerKind, currency, grossMinor, taxes }: Facts): boolean =>
  seller.country === 'DE' &&
  payerKind === 'person' &&
  currency === 'EUR' &&
  BigInt(grossMinor) <= 25_000n &&
  !taxes.some(({ category }) => category === 'AE')
