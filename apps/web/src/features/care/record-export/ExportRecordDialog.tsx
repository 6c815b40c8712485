import type { ClientId } from '@attune/contract/common/ids'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { startDownload } from '../../../ui/page/start-download.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { ExportOrderDialog } from './ExportOrderDialog.tsx'
import { useExportRefusalText } from './use-export-refusal-text.ts'

type Props = { clientId: ClientId; name: string; onClose: () => void }

/** Exports chosen parts of a client's record as a download. */
export function ExportRecordDialog({ clientId, name, onClose }: Props) {
  const { t } = useTranslation('recordExport')
  const refusal = useExportRefusalText()
  return (
    <ExportOrderDialog
      clientId={clientId}
      title={t('title', { name })}
      submit={t('submit')}
      hint={t('logged', { name })}
      send={async (order) => {
        const { url } = await api.recordExport.start(order)
        startDownload(url)
        toast.info(t('begun'))
      }}
      refusal={refusal}
      onClose={onClose}
    />
  )
}
