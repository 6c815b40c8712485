import { downloadName } from '../../../care/file/file.ts'
import type { ExportedFile } from '../../../../platform/personal-export/exported-part.ts'
import { safeFileName } from '../../../../platform/text/safe-file-name.ts'
import { splitEnding, UniquePaths } from '../../../../platform/text/unique-paths.ts'

/** Gives each file of an export a readable path that no other file has. */
export class FilePaths {
  readonly #paths = new UniquePaths()

  /** Returns the path of a file: its folder, the day of its item (`YYYY-MM-DD`), and its name. */
  add(folder: string, day: string, file: Pick<ExportedFile, 'id' | 'name' | 'type'>): string {
    // An uploaded file gets the extension that fits its content. The product's own files already have theirs.
    const { stem, ending } = splitEnding(file.id === undefined ? file.name : downloadName(file))
    return this.#paths.add(`${safeFileName(folder)}/${day} ${safeFileName(stem)}${ending}`)
  }
}
