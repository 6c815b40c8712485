import type { ClientId, RecordRequestId } from '@attune/contract/common/ids'
import type { RecordExportOrder } from '@attune/contract/features/care/record-export/record-export'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../platform/api/api.ts'
import { errorCode } from '../../../platform/api/errors.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { ExportOrderDialog, useExportRefusalText } from '../record-export/record-export.ts'
import { ExportTooLarge, uploadExportedRecord } from './exported-record.ts'
import { useRequestMutation, useRequestRefusalText } from './use-record-requests.ts'

type Props = { client: { id: ClientId; name: string }; id: RecordRequestId; onClose: () => void }

/** Exports a client's record as a PDF, shares the PDF with the client, and answers the request with it. */
export function ShareCopyDialog({ client, id, onClose }: Props) {
  const { t } = useTranslation('recordRequest')
  const [documentId] = useState(createId)
  const refusal = useShareRefusalText()
  const share = useRequestMutation(
    async (order: RecordExportOrder) => {
      const { url } = await api.recordExport.start(order)
      const fileId = await uploadExportedRecord(url, t('share.fileName'))
      await api.recordRequest.share({ id, clientId: client.id, documentId, fileId })
    },
    () => toast.success(t('share.done', { name: client.name })),
  )
  return (
    <ExportOrderDialog
      clientId={client.id}
      title={t('share.title', { name: client.name })}
      submit={t('share.action')}
      formats={['pdf']}
      hint={t('share.hint', { name: client.name })}
      send={share.mutateAsync}
      refusal={refusal}
      onClose={onClose}
    />
  )
}

/** Returns a function that returns the reason why an export could not be shared. */
function useShareRefusalText() {
  const { t } = useTranslation('recordRequest')
  const ofExport = useExportRefusalText()
  const ofRequest = useRequestRefusalText()
  return (error: unknown) => {
    if (error instanceof ExportTooLarge) return t('share.tooLarge')
    const code = errorCode(error)
    return code === 'BUSY' || code === 'TOO_MANY' ? ofExport(error) : ofRequest(error) || t('share.failed')
  }
}
