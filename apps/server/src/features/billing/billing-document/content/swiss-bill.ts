import { decimal } from '@attune/contract/common/money/money'
import { type SwissParty, swissPaymentText } from '@attune/contract/common/money/swiss-payment'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { groupedIban } from '@attune/contract/features/billing/business/business.numbers'
import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'

/**
 * The texts of a QR-bill, which the Swiss Implementation Guidelines prescribe in German, French, Italian and English (annex D, the same as in the
 * library swissqrbill 4.4.1, read on 28 November 2026). Spanish is none of these languages, so a Spanish invoice has the English ones.
 */
const labels = {
  de: {
    receipt: 'Empfangsschein',
    paymentPart: 'Zahlteil',
    account: 'Konto / Zahlbar an',
    message: 'Zusätzliche Informationen',
    payer: 'Zahlbar durch',
    emptyPayer: 'Zahlbar durch (Name/Adresse)',
    currency: 'Währung',
    amount: 'Betrag',
    acceptancePoint: 'Annahmestelle',
    separate: 'Vor der Einzahlung abzutrennen',
  },
  fr: {
    receipt: 'Récépissé',
    paymentPart: 'Section paiement',
    account: 'Compte / Payable à',
    message: 'Informations supplémentaires',
    payer: 'Payable par',
    emptyPayer: 'Payable par (nom/adresse)',
    currency: 'Monnaie',
    amount: 'Montant',
    acceptancePoint: 'Point de dépôt',
    separate: 'A détacher avant le versement',
  },
  en: {
    receipt: 'Receipt',
    paymentPart: 'Payment part',
    account: 'Account / Payable to',
    message: 'Additional information',
    payer: 'Payable by',
    emptyPayer: 'Payable by (name/address)',
    currency: 'Currency',
    amount: 'Amount',
    acceptancePoint: 'Acceptance point',
    separate: 'Separate before paying in',
  },
}

/** The content of a QR-bill: receipt and payment part. */
export type SwissBill = {
  labels: (typeof labels)['de']
  /** The text of the QR code. */
  code: string
  /** The account and the creditor, one line each. */
  account: string[]
  /** The payer, one line each; empty without an address. */
  payer: string[]
  message: string
  currency: string
  /** The amount, with spaces between thousands. */
  amount: string
}

/**
 * Returns the lines of a name and address. Outside Switzerland, the country is printed before the postal code (swissqrbill 4.4.1, read on 28 November
 * 2026).
 */
const linesOf = ({ name, street, postalCode, city, country }: SwissParty) =>
  [name, street, `${country === 'CH' ? '' : `${country} - `}${postalCode} ${city}`].filter((line) => line !== '')

/** Returns the QR-bill for an amount; null if the business is outside Switzerland and Liechtenstein, or if a QR code cannot state this payment. */
export function swissBillOf(
  sheet: Pick<InvoiceDocument, 'bank' | 'seller' | 'buyer' | 'currency'> & { language: Language },
  { minor, number }: { minor: bigint; number: string },
): SwissBill | null {
  const { bank, seller, buyer, currency, language } = sheet
  if (seller.country !== 'CH' && seller.country !== 'LI') return null
  const creditor = { ...seller, name: bank.accountName || seller.name }
  const code = swissPaymentText({ iban: bank.iban, creditor, debtor: buyer, currency, minor, message: number })
  if (code === null) return null
  const [whole = '', fraction = ''] = decimal(minor, 2).split('.')
  return {
    labels: language === 'de' || language === 'fr' ? labels[language] : labels.en,
    code,
    account: [groupedIban(bank.iban), ...linesOf(creditor)],
    payer: buyer.city && buyer.postalCode ? linesOf(buyer) : [],
    message: number,
    currency,
    amount: `${whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0')}.${fraction}`,
  }
}
