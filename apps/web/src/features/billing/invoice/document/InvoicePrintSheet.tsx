import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'
import { createPortal } from 'react-dom'
import classes from './InvoicePrintSheet.module.css'
import { InvoiceSheet } from './InvoiceSheet.tsx'

/** Renders the document for printing. It is invisible on the screen, and the browser prints nothing else. */
export function InvoicePrintSheet({ sheet, logo }: { sheet: InvoiceDocument; logo?: string }) {
  return createPortal(
    <div className={classes.print} data-paper={sheet.paper} aria-hidden>
      <InvoiceSheet sheet={sheet} label={sheet.number} {...(logo && { logo })} />
    </div>,
    document.body,
  )
}
