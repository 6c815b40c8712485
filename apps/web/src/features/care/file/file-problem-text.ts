import type { FileKind } from '@attune/contract/features/care/file/file'
import { fileLimits, filesPerResource, maxConcurrentUploads } from '@attune/contract/features/care/file/file.rules'
import type { TFunction } from 'i18next'
import { currentLanguage } from '../../../platform/settings/language.ts'
import type { FileProblem } from './file-kinds.ts'
import { formatFileSize } from './format-file.ts'

/** Returns the message of a file problem [8.05]. */
export function fileProblemText(problem: FileProblem, kind: FileKind | null, t: TFunction<'file'>): string {
  if (problem === 'too-large' && kind) {
    return t(kind === 'video' ? 'problem.videoTooLarge' : 'problem.tooLarge', {
      size: formatFileSize(kind === 'video' ? fileLimits.video + 1 : fileLimits[kind], currentLanguage()),
    })
  }
  return t(`problem.${problem}`, { count: filesPerResource, limit: maxConcurrentUploads })
}
