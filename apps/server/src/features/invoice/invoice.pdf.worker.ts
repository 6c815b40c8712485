// Runs as a separate process. Reads an order per line from standard input and answers each with the length of the PDF
// on a line, followed by its bytes. The length 0 says that the PDF could not be made.
import { createInterface } from 'node:readline'
import { makePdf } from './invoice.pdf.document.ts'
import type { PdfOrder } from './invoice.pdf.sheets.ts'

type Line = Omit<PdfOrder, 'logo'> & { logo: string | null }

for await (const line of createInterface({ input: process.stdin })) {
  const { logo, ...order } = JSON.parse(line) as Line
  const made = await makePdf({ ...order, logo: logo === null ? null : Buffer.from(logo, 'base64') }).catch(() => null)
  process.stdout.write(`${made?.length ?? 0}\n`)
  if (made) process.stdout.write(made)
}
