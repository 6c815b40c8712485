import { join } from 'node:path'
import { createPdfRenderer } from '../../../../platform/pdf/pdf-renderer.ts'
import type { PdfOrder } from '../content/documents.ts'

/** The memory limit of the process in megabytes. An invoice of 500 lines in many scripts needs 110. */
export const rendererMemory = 160

const render = createPdfRenderer(join(import.meta.dirname, 'pdf.worker.ts'), { memory: rendererMemory })

/** Renders a document as PDF/A-3b. The same order produces the same bytes. Throws if rendering fails. */
export const renderDocumentPdf = ({ logo, ...order }: PdfOrder): Promise<Buffer> =>
  render(JSON.stringify({ ...order, logo: logo?.toString('base64') ?? null }))
