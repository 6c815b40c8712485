import { plainTextOf } from '@attune/contract/common/rich-text/rich-text'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { AppContext } from '../../../../platform/app-context.ts'
import type {
  ExportedFile,
  ExportedItem,
  ExportedPart,
  ExportingPerson,
} from '../../../../platform/personal-export/exported-part.ts'
import { ZipWriter } from '../../../../platform/files/zip-writer.ts'
import { FilePaths } from './file-paths.ts'
import { type IndexedPart, indexPage } from './index-page.ts'
import { articleHtml, pageEnd, partStart, type PlacedFile } from './page.ts'
import { exportTexts } from './texts.ts'

/** The content of an export: the parts of the person's role, the name of the person, and the therapists whose records are not in it. */
export type ExportContent = { parts: readonly ExportedPart[]; name: string; therapists: readonly string[] }

/**
 * Returns the export of a person as a zip: an index, a page and a JSON file with its schema for each part, and the files in folders by part. Reads
 * one page of items and opens one file at a time, when the zip reaches it. `onPart` is called when a part is finished; if it throws, the zip fails.
 */
export function packExport(
  app: AppContext,
  person: ExportingPerson,
  content: ExportContent,
  onPart: (done: number) => Promise<void>,
): Readable {
  const packing = new Packing(app, person)
  packing.run(content, onPart).catch(packing.zip.fail)
  return packing.zip.out
}

class Packing {
  readonly zip = new ZipWriter()
  readonly #paths = new FilePaths()
  readonly #app: AppContext
  readonly #person: ExportingPerson
  readonly #texts: ReturnType<typeof exportTexts>

  constructor(app: AppContext, person: ExportingPerson) {
    this.#app = app
    this.#person = person
    this.#texts = exportTexts(person)
  }

  async run({ parts, name, therapists }: ExportContent, onPart: (done: number) => Promise<void>): Promise<void> {
    const indexed: IndexedPart[] = []
    for (const [index, part] of parts.entries()) {
      const found = await this.#packPart(part)
      if (found.count > 0 || found.files.length > 0) indexed.push(found)
      await onPart(index + 1)
    }
    const listed = parts.filter((part) => indexed.some((one) => one.name === part.name))
    await this.#add('search.js', this.#searchScript(listed))
    const madeAt = this.#person.now.toISOString()
    const isTherapist = this.#person.actor.role === 'therapist'
    const page = indexPage(this.#texts, { name, madeAt, parts: indexed, therapists, isTherapist })
    this.zip.addText('index.html', page, this.#person.now)
    this.zip.end()
  }

  /** Packs the page, the files and the JSON of a part. */
  async #packPart(part: ExportedPart): Promise<IndexedPart> {
    const title = this.#texts.t(`part.${part.name}`)
    const found = { name: part.name, title, count: 0, files: [] as IndexedPart['files'] }
    await this.#add(
      `${part.name}.html`,
      this.#pageOf(part, title, () => (found.count += 1)),
    )
    await this.#add(`data/${part.name}.json`, this.#jsonOf(part))
    // Without `reused`, the schema of formatted text takes 15 MB.
    const schema = JSON.stringify(
      z.toJSONSchema(z.array(part.schema), { io: 'output', unrepresentable: 'any', reused: 'ref' }),
      null,
      2,
    )
    this.zip.addText(`data/${part.name}.schema.json`, schema, this.#person.now)
    const files = (await part.files?.(this.#app, this.#person)) ?? []
    return { ...found, files: files.map((file) => this.#addFile(title, file)) }
  }

  /** Adds an entry and waits until its content was written. */
  #add(path: string, content: AsyncGenerator<string>): Promise<void> {
    return this.zip.add({ path, at: this.#person.now, compress: true, open: () => Readable.from(content) })
  }

  #addFile(folder: string, file: ExportedFile): PlacedFile {
    const path = this.#paths.add(folder, this.#texts.day(file.at), file)
    // Pictures, sound and video are compressed already.
    const compress = file.type === null || /^(text|application)\//.test(file.type)
    void this.zip.add({
      path,
      at: new Date(file.at),
      compress,
      open: async () => (await file.open()) ?? Readable.from([]),
    })
    return { id: file.id, name: file.name, type: file.type, path }
  }

  async *#pageOf(part: ExportedPart, title: string, onItem: () => number): AsyncGenerator<string> {
    yield partStart(this.#texts, title)
    for await (const items of part.pages(this.#app, this.#person)) {
      for (const item of items) {
        const files = (item.files ?? []).map((file) => this.#addFile(title, file))
        yield articleHtml(this.#texts, item, { anchor: anchorOf(onItem()), files })
      }
    }
    yield pageEnd
  }

  async *#jsonOf(part: ExportedPart): AsyncGenerator<string> {
    let before = '[\n'
    for await (const items of part.pages(this.#app, this.#person)) {
      for (const { data } of items) {
        yield `${before}${JSON.stringify(data)}`
        before = ',\n'
      }
    }
    yield before === '[\n' ? '[]\n' : '\n]\n'
  }

  /** The index of the search: an address, a title, a date and all words of each item. */
  async *#searchScript(parts: readonly ExportedPart[]): AsyncGenerator<string> {
    yield 'window.entries=[\n'
    for (const part of parts) {
      let count = 0
      for await (const items of part.pages(this.#app, this.#person)) {
        for (const item of items) {
          const date = item.at === null ? '' : this.#texts.moment(item.at)
          const entry = [`${part.name}.html#${anchorOf((count += 1))}`, item.title, date, wordsOf(item)]
          // A script in a page may contain neither of the two line ends that JSON allows.
          yield `${JSON.stringify(entry).replace(/\u2028|\u2029/g, ' ')},\n`
        }
      }
    }
    yield ']\n'
  }
}

const anchorOf = (count: number) => `i${count}`

/** The words of an item as the search compares them: in lower case and without accents. */
const wordsOf = ({ title, facts = [], text = '', content }: ExportedItem) =>
  [title, ...facts.map((fact) => fact.text), text, content ? plainTextOf(content) : '']
    .join(' ')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
