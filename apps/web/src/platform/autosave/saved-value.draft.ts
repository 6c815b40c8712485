import { type DraftVersion, drafts } from '../draft/drafts.ts'

/** The format in which this device stores a value. Devices have drafts of earlier builds, so the name and the field must not change. */
export type DraftFormat = {
  /** The name of the value on this device. The name contains ids only. */
  name: string
  /** The field of the stored record that contains the value. Null if the fields of the value are fields of the record. */
  field: 'text' | 'content' | null
}

/** A value that is stored on this device. */
type UnsavedValue<Value> = {
  value: Value
  /** The server's version that the value is based on. */
  version: number
  /** The values that were sent for that version and not answered yet. */
  sent: readonly Value[]
}
type StoredNumbers<Value> = { version?: number; sent?: readonly Value[] }
type StoredVersion<Value> = UnsavedValue<Value> & Pick<DraftVersion, 'writer' | 'at'>

const setAsideName = (name: string) => `${name}-aside`
const newWriter = (): string => crypto.randomUUID()

/**
 * The drafts of one value in this browser: the current draft, and values that were set aside. Such a value was not chosen
 * in a conflict, and is kept until the person discards it.
 */
export class SavedValueDraft<Value> {
  readonly name: string
  readonly #field: DraftFormat['field']
  #writer = newWriter()
  /**
   * The writer of the restored draft version. Null if no version was restored, or if the restored version has been
   * replaced or discarded.
   */
  #from: string | null = null

  constructor({ name, field }: DraftFormat) {
    this.name = name
    this.#field = field
  }

  /** Returns the newest stored draft, for example from a closed page. Returns null if there is none. */
  restore(): UnsavedValue<Value> | null {
    const [newest] = this.#read(this.name)
    if (!newest) return null
    this.#from = newest.writer
    return newest
  }

  /** Continues with another stored version. The version that was shown until now stays stored. */
  adopt(version: StoredVersion<Value>) {
    this.#writer = newWriter()
    this.#from = version.writer
  }

  put({ value, version, sent }: UnsavedValue<Value>) {
    drafts.save(this.name, this.#writer, this.#recordOf({ value, version, sent }), this.#from ? [this.#from] : [])
    this.#from = null
  }

  discard() {
    drafts.discard(this.name, this.#from ? [this.#writer, this.#from] : [this.#writer])
    this.#from = null
  }

  /** Returns the values that were set aside in a conflict, and the drafts of other tabs that differ from this tab's draft. */
  setAsideValues(): Value[] {
    return [...this.#read(setAsideName(this.name)), ...this.#differing()].map(({ value }) => value)
  }

  setAside(value: Value) {
    drafts.save(setAsideName(this.name), newWriter(), this.#fieldsOf(value))
  }

  discardSetAside() {
    const writers = (versions: { writer: string }[]) => versions.map(({ writer }) => writer)
    drafts.discard(setAsideName(this.name), writers(this.#read(setAsideName(this.name))))
    drafts.discard(this.name, writers(this.#differing()))
  }

  /** Returns the drafts of other tabs and closed pages, newest first. */
  others(): StoredVersion<Value>[] {
    return this.#read(this.name).filter(({ writer }) => writer !== this.#writer && writer !== this.#from)
  }

  #differing() {
    const own = this.#read(this.name).find(({ writer }) => writer === this.#writer || writer === this.#from)
    return this.others().filter(({ value }) => JSON.stringify(value) !== JSON.stringify(own?.value ?? ''))
  }

  #fieldsOf = (value: Value): object => (this.#field === null ? { ...(value as object) } : { [this.#field]: value })

  #recordOf({ value, version, sent }: UnsavedValue<Value>) {
    // An earlier build sends every field of a record that has no separate field for its value, so such a record must not contain `sent`.
    return { ...this.#fieldsOf(value), version, ...(this.#field !== null && sent.length > 0 && { sent }) }
  }

  /** Returns the stored versions, newest first. Leaves out records without a value. */
  #read(name: string): StoredVersion<Value>[] {
    return drafts.versions(name).flatMap(({ writer, at, value: record }) => {
      // Drafts of earlier builds have no `sent`.
      const { version = 0, sent = [], ...fields } = record as Partial<Record<string, unknown>> & StoredNumbers<Value>
      const value = this.#field === null ? fields : fields[this.#field]
      return value === undefined || value === null ? [] : [{ writer, at, value: value as Value, version, sent }]
    })
  }
}

/**
 * `get` returns whether drafts are still stored after the page is closed. `subscribe` reports changes of this value.
 */
export const draftPersistence = { subscribe: drafts.subscribe, get: () => drafts.isPersistent() }
