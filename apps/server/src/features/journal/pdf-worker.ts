// Runs as a process of its own: it reads a line per entry and writes a book.
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { openBook, type PdfEntry } from './pdf.page.ts'

type Front = { title: string; made: string; unknown: string; language: string }

let book: ReturnType<typeof openBook> | null = null
for await (const line of createInterface({ input: process.stdin })) {
  if (!book) {
    book = openBook(JSON.parse(line) as Front)
    book.pdf.pipe(process.stdout)
    continue
  }
  await book.add(JSON.parse(line) as PdfEntry)
  // Whoever fetches slowly does not fill the memory.
  while (process.stdout.writableNeedDrain || book.pdf.readableLength > 1_000_000) await once(process.stdout, 'drain')
}
book?.close()
