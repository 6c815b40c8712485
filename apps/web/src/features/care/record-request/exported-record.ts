import type { FileId } from '@attune/contract/common/ids'
import { fileLimits } from '@attune/contract/features/care/file/file.rules'
import { createId } from '../../../platform/api/api.ts'
import { ConnectionError } from '../../../platform/api/errors.ts'
import { transport } from '../../../platform/api/transport.ts'
import { uploadReleasedFiles } from '../file/file.ts'

/** Thrown if the PDF of an export is larger than a document may be. */
export class ExportTooLarge extends Error {}

/**
 * Downloads an exported record and uploads it as a file of the therapist. Returns the id of the file. Throws ExportTooLarge if the file is too large,
 * and a ConnectionError if the download fails.
 */
export async function uploadExportedRecord(url: string, name: string): Promise<FileId> {
  const response = await transport().send(url, { credentials: 'same-origin' })
  if (!response.ok) throw new ConnectionError('NETWORK_ERROR')
  const blob = new Blob([await response.blob()], { type: 'application/pdf' })
  if (blob.size > fileLimits.pdf) throw new ExportTooLarge()
  const id = createId()
  await uploadReleasedFiles([{ id, name, kind: 'pdf', size: blob.size, seconds: null, problem: null, blob }])
  return id
}
