import type { ClientId, SessionId } from '@attune/contract/common/ids'
import { plainTextOf } from '@attune/contract/common/rich-text/rich-text'
import { namesInRecordLimits } from '@attune/contract/features/care/record-export/record-export.rules'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Actor } from '../../../../platform/database/actor.ts'
import { notFound } from '../../../../platform/policy/refusal.ts'
import { exportedNotes, rewriteNote } from '../content/notes.ts'
import { exportedRecord } from '../record-export.head.ts'
import { otherNamesFinder } from './name-finder.ts'
import { personOfRecord } from './redaction.ts'

type SharedPart = { sessionId: SessionId; startsAt: string; isSigned: boolean }

/**
 * Returns the shared parts of notes that name the client of a record, the latest first. The therapist may have to change them after the client has
 * left. Refuses with NOT_FOUND if the record belongs to another therapist.
 */
export async function listSharedPartsNaming(
  app: Pick<AppContext, 'db' | 'clock'>,
  actor: Actor,
  clientId: ClientId,
): Promise<SharedPart[]> {
  const record = await exportedRecord(app, actor, { clientId, as: 'pdf', parts: ['notes'], from: null, until: null })
  if (!record) throw notFound()
  const find = otherNamesFinder([personOfRecord(record)], { firstName: '', lastName: '' })
  const found: SharedPart[] = []
  for await (const row of exportedNotes(app, record)) {
    if (!row.isShared) continue
    let isNamed = false
    const search = (text: string) => (isNamed ||= find(text).length > 0)
    rewriteNote(row, {
      rich: (_, doc) => {
        search(plainTextOf(doc))
        return doc
      },
      plain: (_, text) => {
        search(text)
        return text
      },
    })
    if (isNamed) found.push({ sessionId: row.sessionId, startsAt: row.at, isSigned: row.signedAt !== null })
  }
  return found.toReversed().slice(0, namesInRecordLimits.places)
}
