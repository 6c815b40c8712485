import {
  type OwnInvoice,
  OwnInvoice as OwnInvoiceForm,
} from '@attune/contract/features/billing/invoice/invoice.own.schemas'
import type { DocumentKind } from '@attune/contract/features/billing/invoice/invoice.rules'
import { z } from 'zod'
import type { AppContext } from '../../../platform/app-context.ts'
import {
  definePart,
  type ExportedFile,
  type ExportedItem,
  type ExportingPerson,
  openStoredDocument,
} from '../../../platform/personal-export/exported-part.ts'
import { amountText, exportedDay, labelledFacts } from '../../../platform/personal-export/facts.ts'
import { translate } from '../../../platform/text/translations.ts'
import { documentName } from './documents/document-name.ts'
import { findStoredDocument } from './documents/documents.ts'
import { listOwnInvoices, readOwnInvoice } from './read/client.ts'

const pageLength = 50

type Exported = OwnInvoice & { kindOfDocument: 'invoice' }

/** The invoices and credit notes of a client with their payments, as PDF and with their XML, receipts and reminders. */
export const ownInvoiceExport = definePart({
  name: 'invoices',
  roles: ['client'],
  schema: z.strictObject({ kindOfDocument: z.literal('invoice'), ...OwnInvoiceForm.shape }),
  async *pages(app, person) {
    const { actor, now } = person
    let after: string | undefined
    for (;;) {
      const page = await app.db.asActor(actor, async (tx) => {
        const { items, next } = await listOwnInvoices(tx, { after, limit: pageLength }, now)
        const invoices: OwnInvoice[] = []
        for (const { id } of items) invoices.push(await readOwnInvoice(tx, id, now))
        return { invoices, next }
      })
      yield page.invoices.map((invoice) => itemOf(app, person, invoice))
      if (page.next === null) return
      after = page.next
    }
  },
})

function itemOf(app: AppContext, person: ExportingPerson, invoice: OwnInvoice): ExportedItem<Exported> {
  const at = `${invoice.issuedOn}T12:00:00Z`
  const key = invoice.kind === 'credit-note' ? 'creditNote' : 'invoice'
  return {
    data: { kindOfDocument: 'invoice', ...invoice },
    title: translate(person.language, `recordExport.${key}`, { number: invoice.number }),
    at,
    text: invoice.businessName,
    facts: factsOfInvoice(invoice, person),
    files: invoice.documents.filter(({ ready }) => ready).map(({ kind }) => fileOf(app, person, { invoice, kind, at })),
  }
}

type Stored = { invoice: OwnInvoice; kind: DocumentKind; at: string }

const fileOf = ({ db }: AppContext, { actor }: ExportingPerson, { invoice, kind, at }: Stored): ExportedFile => {
  const { number, kind: invoiceKind, sheet } = invoice
  return {
    name: documentName({ number, invoiceKind, language: sheet.language }, kind),
    at,
    type: kind === 'xml' || kind === 'xrechnung' ? 'application/xml' : 'application/pdf',
    open: () => openStoredDocument(db.asActor(actor, (tx) => findStoredDocument(tx, invoice.id, kind))),
  }
}

function factsOfInvoice({ grossMinor, openMinor, currency, dueOn, payments }: OwnInvoice, person: ExportingPerson) {
  const { language } = person
  return labelledFacts(language, {
    amount: amountText(language, grossMinor, currency),
    openAmount: amountText(language, openMinor, currency),
    due: exportedDay(person, dueOn),
    payments: payments.map(
      (payment) =>
        `${exportedDay(person, payment.paidOn)}: ${amountText(language, payment.amountMinor, payment.currency)}`,
    ),
  })
}
