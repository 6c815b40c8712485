import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** An entry of a ZIP. `open` is called when the ZIP reaches the entry. */
export type ZipEntry = { path: string; at: Date; compress: boolean; open(): Readable | Promise<Readable> }

/**
 * Writes a ZIP while it is read, one entry at a time. If an entry fails, so does the ZIP. If the reader stops early, the open entry is closed.
 */
export class ZipWriter {
  readonly out: Readable
  readonly #zip = new ZipFile()
  #open: Readable | null = null

  constructor() {
    this.out = this.#zip.outputStream as Readable
    this.#zip.on('error', this.fail)
    this.out.once('close', () => this.#open?.destroy())
  }

  readonly fail = (error: unknown) => void this.out.destroy(error instanceof Error ? error : new Error(String(error)))

  /** Adds an entry, and resolves when its content was read. Never resolves if the ZIP fails. */
  add({ path, at, compress, open }: ZipEntry): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#zip.addReadStreamLazy(path, { mtime: at, compress }, (give) => {
      const opening = async () => open()
      opening().then((stream) => give(null, this.#take(stream).once('end', resolve)), this.fail)
    })
    return promise
  }

  addText(path: string, text: string, at: Date): void {
    this.#zip.addBuffer(Buffer.from(text), path, { mtime: at })
  }

  end(): void {
    this.#zip.end()
  }

  #take(stream: Readable): Readable {
    this.#open = stream.on('error', this.fail)
    if (this.out.destroyed) stream.destroy()
    return stream
  }
}
