import type { DocumentKind } from '@attune/contract/features/billing/invoice/invoice.rules'
import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'
import { translate } from '../../../../platform/text/translations.ts'

type Named = { number: string; invoiceKind: InvoiceDocument['kind']; language: InvoiceDocument['language'] }

/** Returns the file name of a document, in the language of the invoice: 'Rechnung-2026-0147.pdf'. */
export function documentName({ number, invoiceKind, language }: Named, kind: DocumentKind) {
  const isXml = kind === 'xml' || kind === 'xrechnung'
  const word = isXml || kind === 'pdf' ? invoiceKind : kind.startsWith('reminder') ? 'reminder' : 'receipt'
  const suffix = kind === 'xrechnung' ? '-xrechnung' : (/-\d$/.exec(kind)?.[0] ?? '')
  const name = `${translate(language, `invoice.file.${word}`)}-${number}${suffix}`
  return `${name.replace(/[^\w.-]/g, '_')}.${isXml ? 'xml' : 'pdf'}`
}
