import { currencyDigits, decimal } from '@attune/contract/common/money/money'
import type { BundleContext } from './care.ts'
import { type FhirResource, referenceTo } from './elements.ts'

export type BundledInvoice = {
  id: string
  at: string
  number: string
  kind: string
  grossMinor: string
  netMinor: string
  paidMinor: string
  currency: string
  lines: { text: string; netMinor: string }[]
}

/** Returns an invoice or a credit note without the name of the payer. */
export function invoiceOf(invoice: BundledInvoice, context: BundleContext, type: string): FhirResource {
  const money = (minor: string) => ({
    value: Number(decimal(BigInt(minor), currencyDigits(invoice.currency))),
    currency: invoice.currency,
  })
  const isPaid = invoice.kind !== 'credit-note' && BigInt(invoice.paidMinor) >= BigInt(invoice.grossMinor)
  return {
    resourceType: 'Invoice',
    id: invoice.id,
    identifier: [{ value: invoice.number }],
    status: isPaid ? 'balanced' : 'issued',
    type: { text: type },
    subject: referenceTo(context.patient),
    date: context.moment(invoice.at),
    participant: [{ actor: referenceTo(context.practitioner) }],
    issuer: context.organization && referenceTo(context.organization),
    lineItem: invoice.lines.map(({ text, netMinor }, place) => ({
      sequence: place + 1,
      chargeItemCodeableConcept: { text: text.trim() || type },
      priceComponent: [{ type: 'base', amount: money(netMinor) }],
    })),
    totalNet: money(invoice.netMinor),
    totalGross: money(invoice.grossMinor),
  }
}
