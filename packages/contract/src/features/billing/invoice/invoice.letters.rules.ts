import type { InvoiceDocument } from './invoice.document.ts'

/** Matches letters of the scripts that the fonts of PDFs contain. Symbols, digits and diacritics do not belong to one script, and are matched too. */
const printed =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]/gu
/** The scripts that the fonts of PDFs lack and that a message to the therapist can name. */
const named = {
  kana: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  hangul: /\p{Script=Hangul}/u,
  han: /\p{Script=Han}/u,
} as const
export const missingScripts = [...(Object.keys(named) as (keyof typeof named)[]), 'other'] as const
export type MissingScript = (typeof missingScripts)[number]

/** Returns a script of the texts that PDFs cannot show, or `other` if that script has no name here; null if PDFs can show all letters. */
export function missingScriptOf(texts: readonly (string | null | undefined)[]): MissingScript | null {
  const rest = texts.map((text) => (text ?? '').normalize('NFKC').replace(printed, '')).join('')
  if (!/\p{L}/u.test(rest)) return null
  return (Object.keys(named) as (keyof typeof named)[]).find((script) => named[script].test(rest)) ?? 'other'
}

type Sender = Pick<InvoiceDocument, 'seller' | 'footer'>
type Recipient = Pick<InvoiceDocument['buyer'], 'name' | 'street' | 'postalCode' | 'city' | 'region' | 'reference'>

/** Returns the texts about the business that each document prints. */
export function senderTexts({ seller, footer }: Sender): string[] {
  const { name, person, street, postalCode, city, region, license } = seller
  return [name, person, street, postalCode, city, region, license, footer]
}

/** Returns the texts about the addressee that each document prints. */
export const recipientTexts = ({ name, street, postalCode, city, region, reference }: Recipient): string[] => [
  name,
  street,
  postalCode,
  city,
  region,
  reference,
]

/** Returns the script that PDFs cannot show in the texts of an invoice that its receipts, reminders and statements repeat; null if they show all. */
export const missingScriptOfLetter = (sheet: Pick<InvoiceDocument, 'seller' | 'footer' | 'buyer' | 'person'>) =>
  missingScriptOf([...senderTexts(sheet), ...recipientTexts(sheet.buyer), sheet.person])
