import { documentsOf } from '@attune/contract/features/billing/invoice/invoice.rules'
import type { MissingField } from '@attune/contract/features/billing/invoice/invoice.draft.schemas'
import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'
import { brokenXmlRules } from './xml-rules.ts'
import { invoiceXml, schemaErrors, xmlFlavors } from './xml.ts'

type Field = Pick<MissingField, 'of' | 'field'>

/** For each rule, the field in which a therapist can correct a violation. Other rules concern sums and codes that the product computes. */
const fields: Record<string, Field> = {
  'BR-06': { of: 'business', field: 'name' },
  'BR-07': { of: 'payer', field: 'name' },
  'BR-09': { of: 'business', field: 'country' },
  'BR-11': { of: 'payer', field: 'country' },
  'BR-16': { of: 'invoice', field: 'lines' },
  'BR-25': { of: 'line', field: 'text' },
  'BR-CL-04': { of: 'business', field: 'currency' },
  'BR-S-05': { of: 'business', field: 'taxRateBp' },
  'BR-CO-9': { of: 'business', field: 'vatId' },
  'BR-CO-18': { of: 'invoice', field: 'lines' },
  'BR-CO-26': { of: 'business', field: 'taxId' },
  'BR-AE-02': { of: 'payer', field: 'reverseChargeId' },
  'BR-x-02': { of: 'business', field: 'taxId' },
  'BR-x-10': { of: 'business', field: 'taxReason' },
  'BR-O-11': { of: 'line', field: 'taxRateBp' },
  'BR-DE-3': { of: 'business', field: 'city' },
  'BR-DE-4': { of: 'business', field: 'postalCode' },
  'BR-DE-5': { of: 'business', field: 'name' },
  'BR-DE-6': { of: 'business', field: 'phone' },
  'BR-DE-7': { of: 'business', field: 'email' },
  'BR-DE-8': { of: 'payer', field: 'city' },
  'BR-DE-9': { of: 'payer', field: 'postalCode' },
  'PEPPOL-EN16931-R010': { of: 'payer', field: 'email' },
  'PEPPOL-EN16931-R020': { of: 'business', field: 'email' },
}

/** For each field of a line, whether the line violates the rule about the field. Used to report each affected line. */
const linesWith: Record<string, (line: InvoiceDocument['lines'][number], sheet: InvoiceDocument) => boolean> = {
  text: (line) => !line.text.trim(),
  // Lines outside VAT exclude any other tax on the same invoice, so they are reported.
  taxRateBp: (line) => line.taxCategory === 'O',
}

function missingOf({ of, field }: Field, sheet: InvoiceDocument): MissingField[] {
  if (of !== 'line') return [{ of, field, position: null }]
  return sheet.lines.flatMap((line, index) =>
    linesWith[field]?.(line, sheet) ? [{ of, field, position: index + 1 }] : [],
  )
}

/**
 * Returns the missing and invalid fields of a draft that would make its e-invoice invalid; empty if it gets no e-invoice. Throws if the XML is
 * invalid for another reason, which would be a bug. Called before an invoice takes its number.
 */
export async function documentProblems(draft: InvoiceDocument): Promise<MissingField[]> {
  const sheet = { ...draft, number: draft.number || '0000-0000' }
  const kinds = documentsOf(sheet)
  const found = new Map<string, MissingField>()
  for (const flavor of xmlFlavors) {
    if (!kinds.includes(flavor === 'xrechnung' ? 'xrechnung' : 'xml')) continue
    const xml = await invoiceXml(sheet, flavor)
    const broken = await brokenXmlRules(xml, flavor)
    const unexpected = broken.filter((rule) => !fields[rule])
    const ofSchema = broken.length ? [] : await schemaErrors(xml)
    if (unexpected.length || ofSchema.length)
      throw new Error(`an e-invoice would break ${unexpected.join(', ') || 'its schema'}`)
    for (const missing of broken.flatMap((rule) => (fields[rule] ? missingOf(fields[rule], sheet) : [])))
      found.set(JSON.stringify(missing), missing)
  }
  return [...found.values()]
}
