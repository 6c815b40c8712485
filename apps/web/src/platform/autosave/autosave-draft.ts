import { drafts } from '../draft/drafts.ts'

/**
 * An unsaved text, and the version on the server that the text is based on. `sent` contains texts that were sent on that version and whose
 * answer has not come. The server may have one of them. Drafts of earlier builds have no `sent`.
 */
export type UnsavedText = { text: string; version: number; sent?: readonly string[] }

const asideOf = (name: string) => `${name}-aside`
const newWriter = (): string => crypto.randomUUID()
const textOf = (value: object) => (value as Partial<UnsavedText>).text ?? ''

/**
 * The drafts of one text in this browser: the current draft, and texts that were set aside. Such a text was not chosen
 * in a conflict, and is kept until the person discards it.
 */
export class AutosaveDraft {
  readonly #name: string
  readonly #writer = newWriter()
  /**
   * The writer of the restored draft version. Null if no version was restored, or if the restored version has been
   * replaced or discarded.
   */
  #from: string | null = null

  constructor(name: string) {
    this.#name = name
  }

  /**
   * Returns the newest stored draft of the text, for example of a page that was closed. Returns null if there is none.
   */
  restore(): UnsavedText | null {
    const [newest] = drafts.versions(this.#name)
    if (!newest) return null
    this.#from = newest.writer
    const { text = '', version = 0, sent = [] } = newest.value as Partial<UnsavedText>
    return { text, version, sent }
  }

  put(value: UnsavedText) {
    drafts.save(this.#name, this.#writer, value, this.#from ? [this.#from] : [])
    this.#from = null
  }

  discard() {
    drafts.discard(this.#name, this.#from ? [this.#writer, this.#from] : [this.#writer])
    this.#from = null
  }

  /** Returns the texts that were set aside in a conflict, and the differing drafts of other tabs. */
  aside(): string[] {
    return [...drafts.versions(asideOf(this.#name)), ...this.#others()].map(({ value }) => textOf(value))
  }

  setAside(text: string) {
    drafts.save(asideOf(this.#name), newWriter(), { text })
  }

  discardAside() {
    const writers = (versions: { writer: string }[]) => versions.map(({ writer }) => writer)
    drafts.discard(asideOf(this.#name), writers(drafts.versions(asideOf(this.#name))))
    drafts.discard(this.#name, writers(this.#others()))
  }

  #others() {
    const versions = drafts.versions(this.#name)
    const own = versions.find(({ writer }) => writer === this.#writer || writer === this.#from)
    return versions.filter((one) => one !== own && textOf(one.value) !== (own ? textOf(own.value) : ''))
  }
}

/**
 * `get` returns whether drafts are still stored after the page is closed. `subscribe` reports changes of this value.
 */
export const draftPersistence = { subscribe: drafts.subscribe, get: drafts.isPersistent }
