import { type FileKind, fileLimits, filesPerThing } from '@attune/contract/features/file'
import type { TFunction } from 'i18next'
import { currentLanguage } from '../../platform/language.ts'
import type { FileProblem } from './kinds.ts'
import { sizeWords } from './size.ts'

/** The message of a file problem [8.05]. */
export function problemWords(problem: FileProblem, kind: FileKind | null, t: TFunction<'file'>): string {
  if (problem === 'too-large' && kind) {
    return t(kind === 'video' ? 'problem.videoTooLarge' : 'problem.tooLarge', {
      size: sizeWords(kind === 'video' ? fileLimits.video + 1 : fileLimits[kind], currentLanguage()),
    })
  }
  return t(`problem.${problem}`, { count: filesPerThing })
}
