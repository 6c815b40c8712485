import { drafts } from '../drafts.ts'

/** Unsaved text and the version that it is based on. */
export type UnsavedText = { text: string; version: number }

const asideOf = (name: string) => `${name}-aside`
const newWriter = (): string => crypto.randomUUID()
const textOf = (value: object) => (value as Partial<UnsavedText>).text ?? ''

/** The drafts of one text in this browser: the current one, and texts that were set aside in a conflict. */
export class AutosaveDraft {
  readonly #name: string
  readonly #writer = newWriter()
  /** The writer of the restored draft version; null if there is none, or once it was replaced or discarded. */
  #from: string | null = null

  constructor(name: string) {
    this.#name = name
  }

  /** Restores the newest draft that an earlier page left. */
  restore(): UnsavedText | null {
    const [newest] = drafts.versions(this.#name)
    if (!newest) return null
    this.#from = newest.writer
    const { text = '', version = 0 } = newest.value as Partial<UnsavedText>
    return { text, version }
  }

  put(value: UnsavedText) {
    drafts.save(this.#name, this.#writer, value, this.#from ? [this.#from] : [])
    this.#from = null
  }

  discard() {
    drafts.discard(this.#name, this.#from ? [this.#writer, this.#from] : [this.#writer])
    this.#from = null
  }

  /** Texts that were set aside in a conflict, and drafts of other tabs. */
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

/** Says whether drafts are stored beyond the page; `subscribe` reports when this changes. */
export const draftPersistence = { subscribe: drafts.subscribe, get: drafts.isPersistent }
