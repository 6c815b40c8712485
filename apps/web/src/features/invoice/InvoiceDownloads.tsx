import type { InvoiceView } from '@attune/contract/features/invoice.schemas'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

const shown = ['pdf', 'xml', 'xrechnung', 'receipt'] as const

/** Returns the address of a document of an invoice. The server answers with the stored bytes. */
const documentAddress = (id: string, kind: string) => `/api/invoice/${id}/${kind}`

/** Buttons that download the documents of an invoice. A document that is not stored yet shows as being made. */
export function InvoiceDownloads({ invoice: { id, documents } }: { invoice: Pick<InvoiceView, 'id' | 'documents'> }) {
  const { t } = useTranslation('invoice')
  return shown.flatMap((kind) => {
    const document = documents.find((one) => one.kind === kind)
    if (!document) return []
    const icon = <IconDownload size={18} aria-hidden />
    const words = t(`documents.${kind}`)
    return document.ready ? (
      <Button key={kind} variant="default" leftSection={icon} component="a" href={documentAddress(id, kind)} download>
        {words}
      </Button>
    ) : (
      <Button key={kind} variant="default" leftSection={icon} disabled>
        {t('documents.making', { name: words })}
      </Button>
    )
  })
}
