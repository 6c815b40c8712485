import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { epcPaymentText } from '../packages/contract/src/common/money/epc-payment.ts'
import { renderDocumentPdf } from '../apps/server/src/features/billing/billing-document/pdf/pdf.ts'
import {
  invoiceDocument,
  documentLine,
} from '../apps/server/src/features/billing/billing-document/content/invoice-document.testing.ts'
import type { DrillOutcome } from './outcome.ts'

const tools = ['pdffonts', 'pdftoppm', 'qpdf', 'zbarimg']
const madeAt = '2026-11-20T17:03:00.000Z'

/** Returns the programs of the drill that this machine lacks. */
export const missingPdfTools = (): string[] =>
  tools.filter((tool) => {
    try {
      execFileSync('which', [tool], { stdio: 'ignore' })
      return false
    } catch {
      return true
    }
  })

/** Checks PDFs of invoices with other programs: their structure, their fonts, and the QR code from a picture of the page. */
export async function invoicePdfDrill(short: boolean, say: (line: string) => void): Promise<DrillOutcome> {
  const missing = missingPdfTools()
  if (missing.length) return { passed: false, figures: { 'programs that are not installed': missing.join(', ') } }
  const folder = mkdtempSync(join(tmpdir(), 'attune-invoice-pdf-'))
  const file = join(folder, 'invoice.pdf')
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const found = { refused: 0, notEmbedded: 0, codes: 0, wrongCodes: 0, controls: 0 }
  const amounts = Array.from({ length: short ? 2 : 20 }, (_, index) => `${(index + 1) * 12_345}`)
  try {
    for (const priceMinor of amounts) {
      const text = 'Ł ő Ελλάδα → 😀 שלום'
      const sheet = invoiceDocument({ lines: [documentLine({ priceMinor, text })], seller: { name: 'Müller & Söhne' } })
      const pdf = await renderDocumentPdf({ sheet, madeAt, xml: '<invoice/>' })
      writeFileSync(file, pdf)
      if (!isAccepted(() => run('qpdf', '--check', file))) found.refused++
      // In the output of pdffonts, the three columns before the object number show whether the font is embedded, is a subset, and has a mapping to
      // Unicode.
      const fonts = run('pdffonts', file).trim().split('\n').slice(2)
      found.notEmbedded += fonts.filter((font) => !/ yes yes yes +\d+ +\d+$/.test(font)).length
      run('pdftoppm', '-r', '200', '-png', '-singlefile', file, 'page')
      const { accountName: name, iban, bic } = sheet.bank
      const transfer = { name, iban, bic, currency: 'EUR', minor: BigInt(priceMinor), reference: sheet.number }
      found.codes++
      if (run('zbarimg', '-q', '--raw', 'page.png').trim() !== epcPaymentText(transfer)) found.wrongCodes++
      say(`${found.codes} of ${amounts.length} read`)
      // Control: a truncated PDF must be detected.
      writeFileSync(file, pdf.subarray(0, pdf.length / 2))
      if (!isAccepted(() => run('qpdf', '--check', file))) found.controls++
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  const passed = found.refused + found.notEmbedded + found.wrongCodes === 0 && found.controls === amounts.length
  return {
    passed,
    figures: {
      'PDFs, each read by qpdf, pdffonts and zbarimg': amounts.length,
      'refused by qpdf --check': found.refused,
      'fonts not embedded or without their text': found.notEmbedded,
      'QR codes not read as their transfer': found.wrongCodes,
      'control: half PDFs not noticed': amounts.length - found.controls,
    },
  }
}

function isAccepted(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}
