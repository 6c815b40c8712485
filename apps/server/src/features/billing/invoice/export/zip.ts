import type { DocumentKind } from '@attune/contract/features/billing/invoice/invoice.rules'
import { sql } from 'kysely'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Actor } from '../../../../platform/database/actor.ts'
import { translate } from '../../../../platform/text/translations.ts'
import { documentName } from '../documents/document-name.ts'
import { csvTable } from './csv.ts'
import type { ExportedInvoice } from './rows.ts'
import { validDocumentSql } from '../invoice.rows.ts'

type Listed = { invoice: ExportedInvoice; kind: DocumentKind; name: string }

/**
 * Returns the stored documents of invoices as a ZIP with an index. Reads each document from the database only when the download reaches it. A
 * document that is not stored yet is listed in the index without a file.
 */
export function documentsZip(
  { db }: Pick<AppContext, 'db'>,
  {
    therapist,
    invoices,
    language,
  }: { therapist: Actor; invoices: ExportedInvoice[]; language: 'en' | 'de' | 'fr' | 'es' },
): Readable {
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  const fail = (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  const documents = invoices.flatMap((invoice) => invoice.stored.map((kind) => listed(invoice, kind)))
  for (const { invoice, kind, name } of documents) {
    zip.addReadStreamLazy(name, { mtime: new Date(invoice.issuedAt), compress: kind.startsWith('x') }, (give) => {
      const read = db.asActor(therapist, async (tx) => {
        const { rows } = await sql<{ bytes: Buffer }>`
          select bytes from app.invoice_document d
          where invoice_id = ${invoice.id} and kind = ${kind} and ${validDocumentSql}`.execute(tx.kysely)
        return rows[0]?.bytes ?? Buffer.alloc(0)
      })
      read.then((bytes) => give(null, Readable.from([bytes])), fail)
    })
  }
  zip.addBuffer(Buffer.from(indexOf(invoices, language)), `${translate(language, 'invoice.export.index')}.csv`)
  zip.end()
  return out
}

const listed = (invoice: ExportedInvoice, kind: DocumentKind): Listed => {
  const { number, kind: invoiceKind, language } = invoice.snapshot
  return { invoice, kind, name: documentName({ number, invoiceKind, language }, kind) }
}

function indexOf(invoices: ExportedInvoice[], language: 'en' | 'de' | 'fr' | 'es'): string {
  const t = (key: string) => translate(language, `invoice.export.${key}`)
  const rows = invoices.flatMap((invoice) => {
    const { number, issuedOn, kind, buyer, grossMinor, currency } = invoice.snapshot
    const minor = kind === 'credit-note' ? -BigInt(grossMinor) : BigInt(grossMinor)
    const names = invoice.stored.includes('pdf') ? [] : [t('making')]
    return [...invoice.stored.map((one) => listed(invoice, one).name), ...names].map((name) => [
      number,
      issuedOn,
      t(kind),
      buyer.name,
      { minor, currency },
      currency,
      name,
    ])
  })
  const heads = ['number', 'day', 'type', 'payer', 'gross', 'currency', 'fileColumn'].map(t)
  return csvTable([heads, ...rows], language)
}
