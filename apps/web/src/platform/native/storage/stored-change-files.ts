import { type StoredFilePart, unusedFileMilliseconds } from '../../offline/draft-database.ts'
import type { NativeFiles } from './files.ts'
import { storageError } from './storage-error.ts'
import { readFilePart, writeFilePart } from './stored-rows.ts'

/** The files of an account that are queued for upload. Each has a folder with one file per part. */
export class StoredChangeFiles {
  readonly #files: NativeFiles
  readonly #account: string
  readonly #folder: string

  constructor(files: NativeFiles, account: string) {
    this.#files = files
    this.#account = account
    this.#folder = `outgoing-files/${account}`
  }

  async save(part: StoredFilePart): Promise<[string, string, number]> {
    try {
      await this.#files.write(`${this.#folder}/${part.file}/${part.part}`, writeFilePart(part))
    } catch {
      throw storageError()
    }
    return [this.#account, part.file, part.part]
  }

  async read(file: string): Promise<StoredFilePart[]> {
    const numbers = (await this.#files.list(`${this.#folder}/${file}`)).map(Number).sort((one, other) => one - other)
    const parts = await Promise.all(numbers.map((part) => this.#readPart(file, part)))
    return parts.filter((part) => part !== null)
  }

  discard = (file: string) => this.#files.removeFolder(`${this.#folder}/${file}`)

  erase = () => this.#files.removeFolder(this.#folder)

  /** Deletes the files that are not in `used`, except those stored within the last hour. */
  async discardUnused(used: ReadonlySet<string>): Promise<void> {
    for (const file of await this.#files.list(this.#folder)) {
      if (used.has(file)) continue
      const first = await this.#readPart(file, 0).catch(() => null)
      if (!first || Date.now() - first.at > unusedFileMilliseconds) await this.discard(file)
    }
  }

  #readPart = async (file: string, part: number) =>
    readFilePart(this.#account, file, part, await this.#files.read(`${this.#folder}/${file}/${part}`))
}
