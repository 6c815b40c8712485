import type { AccountId } from '@attune/contract/common/ids'
import type { AppContext } from '../../../../platform/app-context.ts'
import { languageFrom } from '../../../../platform/text/translations.ts'
import { listRecordIds } from '../../../care/record-export/record-export.ts'
import { readOwnProfile } from '../../account/account.ts'
import { makeFile, type PackContent } from '../make-export.ts'
import { findRecordsChoices } from '../personal-export.queries.ts'
import { packRecords } from './pack-records.ts'

/** Makes the export of all records of a therapist, as `makeFile` does. */
export const makeRecordsExport = (
  app: AppContext,
  named: { accountId: AccountId; id: string },
  isLast: boolean,
): Promise<void> => makeFile(app, named, { pack: packAllRecords, isLast })

const packAllRecords: PackContent = async (app, { actor, id }, save) => {
  const found = await app.db.asActor(actor, async (tx) => {
    const ordered = await findRecordsChoices(tx, id)
    return ordered && { ...ordered, profile: await readOwnProfile(tx), clientIds: await listRecordIds(tx) }
  })
  if (!found) return null
  const { profile, clientIds, choices, startedAt } = found
  await save(0, clientIds.length)
  const reader = { language: languageFrom(profile.language), zone: profile.zone }
  const content = { actor, clientIds, choices, startedAt, reader, name: profile.displayName }
  return packRecords(app, content, (done) => save(done, clientIds.length))
}
