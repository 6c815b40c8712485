import { join } from 'node:path'
import { startPdfProcess } from '../../platform/pdf/pdf-process.ts'
import type { PdfOrder } from './invoice.pdf.sheets.ts'

/** The time for one document and the time that an idle process stays, in milliseconds. */
const [timeout, idle] = [60_000, 5_000]
/** The memory limit of the process in megabytes. An invoice of 500 lines in many scripts needs 110. */
export const rendererMemory = 160

type Process = ReturnType<typeof startPdfProcess>
type Renderer = { process: Process; render: (order: PdfOrder) => Promise<Buffer> }

let renderer: Renderer | null = null
let last: Promise<unknown> = Promise.resolve()
let idleTimer: NodeJS.Timeout | undefined

/**
 * Returns a document as PDF/A-3b. The same order yields the same bytes. A process of its own makes one document after
 * the other and ends when it has been idle; loading the fonts takes it longer than setting a page. Throws if the
 * document cannot be made.
 */
export function renderSheetPdf(order: PdfOrder): Promise<Buffer> {
  const made = last.then(() => {
    clearTimeout(idleTimer)
    return (renderer ??= startRenderer()).render(order)
  })
  last = made
    .catch(() => {})
    .then(() => {
      idleTimer = setTimeout(endRenderer, idle)
      idleTimer.unref()
    })
  return made
}

function endRenderer() {
  renderer?.process.stdin.end()
  renderer = null
}

function startRenderer(): Renderer {
  const child = startPdfProcess(join(import.meta.dirname, 'invoice.pdf.worker.ts'), { memory: rendererMemory })
  let received = Buffer.alloc(0)
  let settle: ((pdf: Buffer | null) => void) | null = null
  const forget = () => {
    if (renderer?.process === child) renderer = null
    settle?.(null)
  }
  child.on('error', forget).on('close', forget)
  // If the process exits early, writing to it fails. The handler of 'close' reports the failure.
  child.stdin.on('error', () => {})
  child.stdout.on('data', (part: Buffer) => {
    received = Buffer.concat([received, part])
    const end = received.indexOf('\n')
    const length = end < 0 ? NaN : Number(received.subarray(0, end).toString())
    if (!(received.length >= end + 1 + length)) return
    const pdf = Buffer.from(received.subarray(end + 1, end + 1 + length))
    received = Buffer.alloc(0)
    settle?.(pdf.length ? pdf : null)
  })
  return {
    process: child,
    async render({ logo, ...order }) {
      const answer = new Promise<Buffer | null>((resolve) => {
        settle = resolve
        child.stdin.write(`${JSON.stringify({ ...order, logo: logo?.toString('base64') ?? null })}\n`)
      })
      const timer = setTimeout(() => child.kill('SIGKILL'), timeout)
      const pdf = await answer.finally(() => clearTimeout(timer))
      if (!pdf) throw new Error('the PDF was not made')
      return pdf
    },
  }
}
