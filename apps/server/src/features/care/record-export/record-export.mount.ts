import type { RecordExportOrder } from '@attune/contract/features/care/record-export/record-export'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../platform/app-context.ts'
import { mountOneUseDownloads } from '../../../platform/http/downloads.ts'
import { isPdfBusy } from '../../../platform/pdf/entries-pdf.ts'
import { translate } from '../../../platform/text/translations.ts'
import { recordExportPath } from './record-export.address.ts'
import { exportedRecord } from './record-export.head.ts'
import { recordPdf } from './record-export.pdf.ts'
import { recordZip } from './record-export.zip.ts'

/** Mounts the download of a client's record. */
export function mountRecordExport(app: FastifyInstance, appContext: AppContext): void {
  mountOneUseDownloads<RecordExportOrder, 'therapist'>(app, appContext, {
    path: recordExportPath,
    roles: ['therapist'],
    isBusy: ({ id }) => isPdfBusy(id),
    prepare: async (actor, order) => {
      const record = await exportedRecord(appContext, actor, order)
      if (!record) return null
      const name = translate(record.reader.language, 'recordExport.fileName')
      return () => ({
        type: order.as === 'pdf' ? 'application/pdf' : 'application/zip',
        name: `${name}-${record.madeAt.slice(0, 10)}.${order.as === 'fhir' ? 'fhir.zip' : order.as}`,
        content: order.as === 'pdf' ? recordPdf(appContext, record) : recordZip(appContext, record),
      })
    },
  })
}
