import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../../platform/app-context.ts'
import { mountOneUseDownloads } from '../../../../platform/http/downloads.ts'
import { isPdfBusy } from '../../../../platform/pdf/entries-pdf.ts'
import { type JournalExportOrder, journalExportPath } from './address.ts'
import { exportPages, readExportReader } from './entries.ts'
import { markdownZip } from './markdown.ts'
import { journalPdf } from './pdf.ts'

/** Mounts the download of a whole journal, which only its author can use. */
export function mountJournalExport(
  app: FastifyInstance,
  appContext: Pick<AppContext, 'auth' | 'clock' | 'db' | 'fileStore' | 'log' | 'secrets'>,
): void {
  mountOneUseDownloads<JournalExportOrder, 'client'>(app, appContext, {
    path: journalExportPath,
    roles: ['client'],
    isBusy: ({ id }, { as }) => as === 'pdf' && isPdfBusy(id),
    prepare: async (actor, { as }) => {
      const reader = await appContext.db.asActor(actor, readExportReader)
      const pages = exportPages(appContext, actor)
      const name = `journal-${appContext.clock.now().toISOString().slice(0, 10)}`
      return () =>
        as === 'pdf'
          ? {
              type: 'application/pdf',
              name: `${name}.pdf`,
              content: journalPdf(appContext, actor.id, pages, reader),
            }
          : { type: 'application/zip', name: `${name}.zip`, content: markdownZip(appContext, pages, reader) }
    },
  })
}
