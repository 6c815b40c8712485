import { OwnDocument, OwnRequest } from '@attune/contract/features/care/document/document'
import { z } from 'zod'
import { definePart, exportedFileOf } from '../../../platform/personal-export/exported-part.ts'
import { translate } from '../../../platform/text/translations.ts'
import { listOwnDocuments } from './document.ts'

type Data = z.infer<typeof Document> | z.infer<typeof Request>
const Document = z.strictObject({ kind: z.literal('document'), ...OwnDocument.shape })
const Request = z.strictObject({ kind: z.literal('request'), ...OwnRequest.shape })

/** The documents in a client's records that the client can see, with their files, and the documents that therapists ask for. */
export const documentExport = definePart<Data>({
  name: 'documents',
  roles: ['client'],
  schema: z.union([Document, Request]),
  async *pages(app, { actor, language }) {
    const { items, requests } = await app.db.asActor(actor, listOwnDocuments)
    yield items.map((document) => ({
      data: { kind: 'document', ...document },
      title: document.file.name,
      at: document.addedAt,
      text: document.therapistName,
      files: [exportedFileOf(app, document.file, document.addedAt)],
    }))
    yield requests.map((request) => ({
      data: { kind: 'request', ...request },
      title: request.title,
      at: request.askedAt,
      text: translate(language, 'document.askedBy', { name: request.therapistName }),
    }))
  },
})
