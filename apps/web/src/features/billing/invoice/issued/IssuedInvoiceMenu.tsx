import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { IconDownload, IconPrinter, IconShare2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ActionMenu, type ActionMenuItem } from '../../../../ui/page/menu/ActionMenu.tsx'
import { startDownload } from '../../../../ui/page/start-download.ts'
import { startSharing } from '../../../../ui/file/start-sharing.ts'
import { offeredDocuments } from './InvoiceDownloads.tsx'
import { nativePort } from '../../../../platform/native/port.ts'
import { useInvoiceMenu } from '../use-invoice-menu.tsx'

/** The menu of an issued invoice on a phone: printing, the documents that are ready, the client's record and yearly statement. */
export function IssuedInvoiceMenu({ invoice }: { invoice: InvoiceView }) {
  const { id, documents, sheet } = invoice
  const { t } = useTranslation(['invoice', 'common'])
  const { items: others, dialog } = useInvoiceMenu(invoice, true)
  // The web view of the native app cannot print.
  const isNativeApp = nativePort() !== null
  const isReady = (kind: string) => documents.some((one) => one.kind === kind && one.ready)
  const share = { label: t('common:share'), icon: IconShare2, onClick: () => startSharing(`/api/invoice/${id}/pdf`) }
  const items: ActionMenuItem[] = [
    ...(isNativeApp ? [] : [{ label: t('act.print'), icon: IconPrinter, onClick: () => window.print() }]),
    ...offeredDocuments.filter(isReady).map((kind) => ({
      label: t('act.download', { name: t(`documents.${kind}`) }),
      icon: IconDownload,
      onClick: () => startDownload(`/api/invoice/${id}/${kind}`),
    })),
    ...(isNativeApp && isReady('pdf') ? [share] : []),
    ...others,
  ]
  return (
    <>
      <ActionMenu label={t('list.menuOf', { name: sheet.number })} items={items} />
      {dialog}
    </>
  )
}
