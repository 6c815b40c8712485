import { join } from 'node:path'
import { createPdfRenderer } from '../../../../platform/pdf/pdf-renderer.ts'
import type { FormPdfOrder } from './pdf.order.ts'

const render = createPdfRenderer(join(import.meta.dirname, 'pdf.worker.ts'), { memory: 160 })

/** Renders a signed form as PDF/A-3b. The same order produces the same bytes. Throws if rendering fails. */
export const renderFormPdf = (order: FormPdfOrder): Promise<Buffer> => render(JSON.stringify(order))
