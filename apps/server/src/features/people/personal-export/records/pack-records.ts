import type { ClientId } from '@attune/contract/common/ids'
import type { RecordsExportChoices } from '@attune/contract/features/people/personal-export/personal-export'
import type { Readable } from 'node:stream'
import type { AppContext } from '../../../../platform/app-context.ts'
import { ZipWriter } from '../../../../platform/files/zip-writer.ts'
import type { ExportingPerson } from '../../../../platform/personal-export/exported-part.ts'
import { safeFileName } from '../../../../platform/text/safe-file-name.ts'
import { UniquePaths } from '../../../../platform/text/unique-paths.ts'
import { exportedRecord, listRecordEntries } from '../../../care/record-export/record-export.ts'
import { exportTexts } from '../pack/texts.ts'
import { recordsPage, type RecordFolder } from './records-page.ts'

type Content = {
  actor: ExportingPerson['actor']
  name: string
  clientIds: readonly ClientId[]
  choices: RecordsExportChoices
  /** The time of the lines in the access logs. It is the same in each attempt, so that there is one line for each client. */
  startedAt: Date
  reader: Pick<ExportingPerson, 'language' | 'zone'>
}

/**
 * Returns the records of a therapist as a ZIP: a folder for each client with the entries of the export of one record, and an index. Reads one record
 * after the other, and opens one entry at a time. `onRecord` is called when a record is finished; if it throws, the ZIP fails. A record that was
 * merged or deleted in the meantime is left out; the index contains the number of such records.
 */
export function packRecords(app: AppContext, content: Content, onRecord: (done: number) => Promise<void>): Readable {
  const zip = new ZipWriter()
  pack(app, content, { zip, onRecord }).catch(zip.fail)
  return zip.out
}

type Writing = { zip: ZipWriter; onRecord: (done: number) => Promise<void> }

async function pack(app: AppContext, content: Content, { zip, onRecord }: Writing): Promise<void> {
  const paths = new UniquePaths()
  const index = paths.add('index.html')
  const folders: RecordFolder[] = []
  for (const [at, clientId] of content.clientIds.entries()) {
    const record = await openRecord(app, content, clientId)
    if (record) {
      const path = paths.add(safeFileName(record.name))
      const entries = await listRecordEntries(app, record, { withBundle: content.choices.withBundle })
      for (const entry of entries) await zip.add({ ...entry, path: `${path}/${entry.path}` })
      folders.push({ name: record.name, path })
    }
    await onRecord(at + 1)
  }
  const madeAt = app.clock.now()
  const missing = content.clientIds.length - folders.length
  const page = recordsPage(exportTexts(content.reader), { name: content.name, madeAt, folders, missing })
  zip.addText(index, page, madeAt)
  zip.end()
}

/** Leaves a line in the client's access log, then returns the record; null if the therapist no longer has it. */
async function openRecord(app: AppContext, { actor, choices, startedAt }: Content, clientId: ClientId) {
  await app.db.asActor(actor, (tx) =>
    tx.run('select def.leave_lines($1, $2, $3, $4)', ['record-export', 'client', [clientId], startedAt]),
  )
  const { parts, from, until, withShared, withGuardianAddresses } = choices
  return exportedRecord(app, actor, { clientId, as: 'zip', parts, from, until, withShared, withGuardianAddresses })
}
