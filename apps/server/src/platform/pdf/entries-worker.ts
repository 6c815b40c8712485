// Runs as a separate process. Reads lines from standard input and writes a PDF to standard output. The first line
// contains the general texts, each further line an entry.
import { once } from 'node:events'
import { createPdfDocument, type PdfEntry, type PdfFront } from './entries-document.ts'
import { linesOf } from './streaming/lines.ts'

let document: ReturnType<typeof createPdfDocument> | null = null
for await (const line of linesOf(process.stdin)) {
  if (!document) {
    document = createPdfDocument(JSON.parse(line) as PdfFront)
    document.pdf.pipe(process.stdout)
    continue
  }
  await document.add(JSON.parse(line) as PdfEntry)
  // Waits until a slow download has read enough, so that the unread part of the PDF does not fill the memory.
  while (process.stdout.writableNeedDrain || document.pdf.readableLength > 1_000_000)
    await once(process.stdout, 'drain')
}
document?.close()
