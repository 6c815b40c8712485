import { RecordRequest } from '@attune/contract/features/care/record-request/record-request'
import { z } from 'zod'
import { definePart } from '../../../platform/personal-export/exported-part.ts'
import { translate } from '../../../platform/text/translations.ts'
import { listOwnRecordRequests } from './record-request.ts'

type Data = z.infer<typeof Data>
const Data = z.strictObject({ kind: z.literal('recordRequest'), therapistName: z.string(), ...RecordRequest.shape })

/** A client's requests for copies of records, with the answers. The copies themselves are documents. */
export const recordRequestExport = definePart<Data>({
  name: 'documents',
  roles: ['client'],
  schema: Data,
  async *pages({ db }, { actor, language, now }) {
    const holders = await db.asActor(actor, (tx) => listOwnRecordRequests(tx, now))
    yield holders.flatMap(({ therapistName, requests }) =>
      requests.map((request) => ({
        data: { kind: 'recordRequest' as const, therapistName, ...request },
        title: translate(language, 'recordRequest.exportTitle', { name: therapistName }),
        at: request.askedAt,
        text: request.answer,
      })),
    )
  },
})
