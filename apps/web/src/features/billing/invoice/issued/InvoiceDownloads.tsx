import type { ClientId, InvoiceId, InvoiceLinkId } from '@attune/contract/common/ids'
import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { ShareFileButton } from '../../../../ui/file/ShareFileButton.tsx'

/** The documents of the invoice itself. Each payment reminder has its own document. */
export const offeredDocuments = ['pdf', 'xml', 'xrechnung', 'receipt'] as const
const withReminders = [...offeredDocuments, 'reminder-1', 'reminder-2', 'reminder-3'] as const

type Props = {
  invoice: Pick<InvoiceView, 'documents'> & { id: InvoiceId | InvoiceLinkId }
  /** Whether to include reminders. Therapists see them in a separate list. */
  reminders?: boolean
  /**
   * The start of the documents' address: `invoice` with the id of an invoice, with the client's id before it for a guardian, or `invoice-link` with
   * the id of a payer's link.
   */
  folder?: 'invoice' | `guardian/${ClientId}/invoice` | 'invoice-link'
}

/**
 * Buttons that download the documents of an invoice. The server returns the stored bytes. A document that is not stored yet is shown as being
 * generated.
 */
export function InvoiceDownloads({ invoice: { id, documents }, reminders = false, folder = 'invoice' }: Props) {
  const { t } = useTranslation('invoice')
  return (reminders ? withReminders : offeredDocuments).flatMap((kind) => {
    const document = documents.find((one) => one.kind === kind)
    if (!document) return []
    const icon = <IconDownload size={18} aria-hidden />
    const label = t(`documents.${kind}`)
    return document.ready ? (
      <Fragment key={kind}>
        <Button variant="default" leftSection={icon} component="a" href={`/api/${folder}/${id}/${kind}`} download>
          {label}
        </Button>
        {import.meta.env.MODE === 'native' && <ShareFileButton path={`/api/${folder}/${id}/${kind}`} name={label} />}
      </Fragment>
    ) : (
      <Button key={kind} variant="default" leftSection={icon} disabled>
        {t('documents.making', { name: label })}
      </Button>
    )
  })
}
