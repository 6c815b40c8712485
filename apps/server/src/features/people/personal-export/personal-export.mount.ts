import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../platform/app-context.ts'
import { mountOneUseDownloads } from '../../../platform/http/downloads.ts'
import { openSealedStream } from './pack/sealed.ts'
import { findReadyExport } from './personal-export.queries.ts'
import { type PersonalExportOrder, personalExportPath } from './personal-export.ts'

const names = { personal: 'attune', records: 'attune-records' }

/** Mounts the download of a person's exports. */
export function mountPersonalExport(app: FastifyInstance, appContext: AppContext): void {
  mountOneUseDownloads<PersonalExportOrder, 'therapist' | 'client' | 'admin'>(app, appContext, {
    path: personalExportPath,
    roles: ['therapist', 'client', 'admin'],
    prepare: async (actor, { kind }) => {
      // The role may have changed since the address was made.
      if (kind === 'records' && actor.role !== 'therapist') return null
      const ready = await appContext.db.asActor(actor, (tx) => findReadyExport(tx, kind, appContext.clock.now()))
      if (!ready) return null
      const sealed = await appContext.exportStore.read({ accountId: actor.id, id: ready.id })
      if (!sealed) return null
      return () => ({
        type: 'application/zip',
        name: `${names[kind]}-${new Date(ready.startedAt).toISOString().slice(0, 10)}.zip`,
        content: openSealedStream(ready, sealed),
      })
    },
  })
}
