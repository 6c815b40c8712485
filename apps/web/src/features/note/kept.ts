import { drafts } from '../../platform/drafts.ts'

/** What is not saved yet, and the version that it was written on. */
export type Unsaved = { text: string; version: number }

const asideOf = (name: string) => `${name}-aside`
const newWriter = (): string => crypto.randomUUID()
const textOf = (value: object) => (value as Partial<Unsaved>).text ?? ''

/** What lies in this browser of one text, sealed for its account: what is being written, and texts that were not chosen. */
export class Kept {
  readonly #name: string
  readonly #writer = newWriter()
  /** The version that this one goes on from, until it has taken its place. */
  #from: string | null = null

  constructor(name: string) {
    this.#name = name
  }

  /** The newest of what was being written when the page went. */
  bringBack(): Unsaved | null {
    const [newest] = drafts.versions(this.#name)
    if (!newest) return null
    this.#from = newest.writer
    const { text = '', version = 0 } = newest.value as Partial<Unsaved>
    return { text, version }
  }

  put(value: Unsaved) {
    drafts.keep(this.#name, this.#writer, value, this.#from ? [this.#from] : [])
    this.#from = null
  }

  drop() {
    drafts.drop(this.#name, this.#from ? [this.#writer, this.#from] : [this.#writer])
    this.#from = null
  }

  /** Texts that were not chosen of two, and what other tabs have left; nobody has thrown them away. */
  aside(): string[] {
    return [...drafts.versions(asideOf(this.#name)), ...this.#others()].map(({ value }) => textOf(value))
  }

  setAside(text: string) {
    drafts.keep(asideOf(this.#name), newWriter(), { text })
  }

  dropAside() {
    const writers = (versions: { writer: string }[]) => versions.map(({ writer }) => writer)
    drafts.drop(asideOf(this.#name), writers(drafts.versions(asideOf(this.#name))))
    drafts.drop(this.#name, writers(this.#others()))
  }

  #others() {
    const versions = drafts.versions(this.#name)
    const own = versions.find(({ writer }) => writer === this.#writer || writer === this.#from)
    return versions.filter((one) => one !== own && textOf(one.value) !== (own ? textOf(own.value) : ''))
  }
}

/** Whether what is written outlives the page, and how to hear of it. */
export const stored = { subscribe: drafts.subscribe, get: drafts.stored }
