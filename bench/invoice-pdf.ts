import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { PdfOrder } from '../apps/server/src/features/billing/billing-document/content/documents.ts'
import { rendererMemory, renderDocumentPdf } from '../apps/server/src/features/billing/billing-document/pdf/pdf.ts'
import {
  invoiceDocument,
  documentLine,
} from '../apps/server/src/features/billing/billing-document/content/invoice-document.testing.ts'
import { pdfProcessFlags } from '../apps/server/src/platform/pdf/pdf-process.ts'
import { markdownTable, targetMark } from './cells.ts'

type InvoicePdfFigures = {
  count: number
  /** The duration of the first run, in seconds. */
  seconds: number
  differing: number
  kilobytes: number
  /** The CPU time of one PDF in milliseconds without the start of the process, and the peak memory in megabytes. */
  cpu: number
  megabytes: number
}

/** 100 invoices of one page, each with four sessions, an e-invoice and a QR code. */
export const benchOrders = (): PdfOrder[] =>
  Array.from({ length: 100 }, (_, index) => ({
    sheet: invoiceDocument({
      number: `2026-${String(index + 1).padStart(4, '0')}`,
      lines: ['2026-10-22', '2026-10-29', '2026-11-05', '2026-11-12'].map((serviceOn) =>
        documentLine({ serviceOn, code: 'GOP 870', text: 'Verhaltenstherapie, Einzelbehandlung' }),
      ),
    }),
    madeAt: '2026-11-20T17:03:00.000Z',
    xml: `<invoice>${'x'.repeat(8_000)}</invoice>`,
  }))

/** Makes 100 PDFs of one page twice, one after the other like the jobs, and compares the bytes of both runs. */
export async function measureInvoicePdf(): Promise<InvoicePdfFigures> {
  const orders = benchOrders()
  const hashes: string[] = []
  let bytes = 0
  const begun = performance.now()
  for (const order of orders) {
    const pdf = await renderDocumentPdf(order)
    hashes.push(createHash('sha256').update(pdf).digest('hex'))
    bytes += pdf.length
  }
  const seconds = (performance.now() - begun) / 1000
  let differing = 0
  for (const [index, order] of orders.entries()) {
    const again = createHash('sha256')
      .update(await renderDocumentPdf(order))
      .digest('hex')
    if (again !== hashes[index]) differing++
  }
  const program = join(import.meta.dirname, 'invoice-pdf-process.ts')
  const alone = execFileSync(process.execPath, [...pdfProcessFlags(rendererMemory), program], { encoding: 'utf8' })
  const { cpu, megabytes } = JSON.parse(alone) as { cpu: number; megabytes: number }
  const count = orders.length
  return { count, seconds, differing, kilobytes: bytes / 1024 / count, cpu: cpu / count, megabytes }
}

export function invoicePdfTable({ count, seconds, differing, kilobytes, cpu, megabytes }: InvoicePdfFigures): string {
  const row = (name: string, value: number, unit: string, goal: number) => [
    name,
    `${value.toFixed(1)}${unit}`,
    `≤ ${goal}${unit}`,
    targetMark(value, (one) => one <= goal),
  ]
  return markdownTable(
    [`${count} invoices of one page`, 'measured', 'goal', ''],
    [
      row('all, one after the other', seconds, ' s', 20),
      row('CPU time of one, in a process that runs', cpu, ' ms', 100),
      row('highest memory of the process', megabytes, ' MB', 250),
      row('PDFs whose second run differs', differing, '', 0),
      ['size of one', `${kilobytes.toFixed(0)} kB`, '', ''],
    ],
  )
}
