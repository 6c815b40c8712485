import { resetCircuitBreakers } from '../api/circuit-breaker.ts'
import { AutosaveDraft, type UnsavedText } from './autosave-draft.ts'
import { AutosaveTimer, autosavePauses } from './autosave-timer.ts'
import {
  autosaveFailure,
  plainFormat,
  type AutosaveState,
  type SavedText,
  type AutosaveOptions,
} from './autosave-types.ts'

/** Returns a text without white space, also that of serialized values, because the server trims what it stores. */
const withoutSpace = (text: string) => text.replaceAll(/\\[nrt]|\s/g, '')

/**
 * A text with autosave. The object stays in memory after its component was removed, until everything is saved. Pending
 * changes are sent when the component is removed. They are stored on this device until the server has them.
 */
export class AutosavedText {
  #look: AutosaveState
  #base: SavedText
  #theirs: SavedText | null = null
  /** The texts that were sent on the version of `#base` and whose answer has not come. */
  #sent: readonly string[] = []
  #ways: AutosaveOptions & Required<Pick<AutosaveOptions, 'format'>>
  #kept: AutosaveDraft
  #schedule = new AutosaveTimer(() => void this.#save())
  #running: Promise<void> | null = null
  #listeners = new Set<() => void>()

  constructor(ways: AutosaveOptions, saved: SavedText) {
    this.#ways = { format: plainFormat, ...ways }
    this.#base = saved
    this.#kept = new AutosaveDraft(ways.name)
    const found = this.#kept.restore()
    const aside = this.#kept.aside()
    this.#look = { text: saved.text, phase: 'saved', savedAt: saved.updatedAt, restored: false, theirs: null, aside }
    if (found) this.#bringBack(found)
  }

  /** Restores the unsaved text that was stored on this device. */
  #bringBack(found: UnsavedText) {
    if (found.text === this.#base.text) return this.#kept.discard()
    this.#sent = found.sent ?? []
    this.#look = { ...this.#look, text: found.text, restored: true, phase: 'saving' }
    if (found.version < this.#base.version) this.#reconcile(this.#base, true)
    else this.#schedule.schedule(0)
  }

  state = () => this.#look
  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  get idle() {
    return this.#look.phase === 'saved' && this.#listeners.size === 0 && !this.#running
  }
  /** The server's version that the shown text is based on. Signing a note requires this version. */
  get version() {
    return this.#base.version
  }

  type(text: string) {
    if (text === this.#look.text) return
    this.#store(text)
    if (this.#look.phase === 'conflict' || this.#look.phase === 'locked') return
    this.#update({ phase: 'saving', restored: false })
    this.#schedule.schedule()
  }

  /** Saves the text at once. Returns whether the server has the shown text. */
  async saveNow(): Promise<boolean> {
    if (this.#look.phase === 'kept') resetCircuitBreakers()
    await this.#running
    if (['saving', 'kept', 'refused'].includes(this.#look.phase)) await this.#save()
    return this.#look.phase === 'saved'
  }

  /** Saves pending changes. Called when the component is removed. */
  flush() {
    if (this.#look.phase === 'saving' && !this.#running) void this.#save()
  }

  /**
   * Applies a newer version from the server. Reports a conflict if replacing that version with the unsaved local text
   * would lose text.
   */
  receive(saved: SavedText) {
    if (this.#running || saved.version <= this.#base.version) return
    if (this.#look.phase === 'locked') return
    if (this.#look.phase !== 'saved') return this.#reconcile(saved)
    this.#base = saved
    this.#update({ text: saved.text, savedAt: saved.updatedAt })
  }

  /** Resolves a conflict by keeping the local text. The server's text is set aside. */
  keepMine() {
    if (!this.#theirs) return
    this.#setAside(this.#theirs.text)
    this.#continueFrom(this.#theirs, this.#look.text)
  }

  /** Resolves a conflict by taking the server's text. The local text is set aside. */
  takeTheirs() {
    if (!this.#theirs) return
    this.#setAside(this.#look.text)
    this.#update({ restored: false })
    this.#continueFrom(this.#theirs, this.#theirs.text)
  }

  /** Resolves a conflict by merging both texts. Lines that are in both texts appear once. */
  keepBoth() {
    if (this.#theirs) this.#continueFrom(this.#theirs, this.#ways.format.merge(this.#theirs.text, this.#look.text))
  }

  discardAside() {
    this.#kept.discardAside()
    this.#update({ aside: [] })
  }

  /** Cancels pending saves, because the text is locked on the server. The local text stays stored in this browser. */
  stop() {
    this.#schedule.cancel()
    this.#look = { ...this.#look, phase: 'saved' }
  }

  /** Marks the shown text as saved and deletes its draft, because another request has sent the text. */
  markSent() {
    this.#schedule.cancel()
    this.#kept.discard()
    this.#sent = []
    this.#base = { ...this.#base, text: this.#look.text }
    this.#look = { ...this.#look, phase: 'saved', restored: false }
  }

  #continueFrom(saved: SavedText, text: string) {
    this.#base = saved
    this.#sent = []
    this.#theirs = null
    this.#store(text)
    const same = text === saved.text
    this.#update({ theirs: null, phase: same ? 'saved' : 'saving', savedAt: saved.updatedAt })
    if (!same) this.#schedule.schedule(0)
  }

  #setAside(text: string) {
    if (this.#ways.format.plain(text).trim() === '') return
    this.#kept.setAside(text)
    this.#update({ aside: this.#kept.aside() })
  }

  /** Stores a changed text on this device, before it is sent. */
  #store(text: string) {
    if (text === this.#base.text) this.#kept.discard()
    else this.#keep(text)
    this.#update({ text })
  }

  #save(): Promise<void> {
    this.#schedule.cancel()
    this.#running ??= this.#sendOnce().finally(() => {
      this.#running = null
      if (this.#look.phase === 'saving' && !this.#schedule.isScheduled) this.#schedule.schedule()
    })
    return this.#running
  }

  async #sendOnce() {
    const { text } = this.#look
    if (text === this.#base.text) return this.#update({ phase: 'saved' })
    if (this.#ways.format.plain(text).length > this.#ways.maximum) return this.#update({ phase: 'refused' })
    const slow = setTimeout(() => this.#update({ phase: 'kept' }), autosavePauses.slow)
    if (this.#look.phase !== 'kept') this.#update({ phase: 'saving' })
    this.#noteSent(text)
    try {
      const { version, updatedAt } = await this.#ways.send(text, this.#base.version)
      this.#acceptSaved({ text, version, updatedAt })
    } catch (error) {
      this.#fail(error, text)
    } finally {
      clearTimeout(slow)
    }
  }

  /**
   * Notes that the server may have a text from now on. The note is stored on this device too, because the page can be closed before the
   * answer. The first text and the latest two are enough: once the server has one of them, it refuses those that were sent on the same version.
   */
  #noteSent(text: string) {
    this.#sent = [...new Set([...this.#sent.slice(0, 1), ...this.#sent.slice(-1), text])]
    this.#keep(text)
  }

  #keep(text: string) {
    const sent = this.#sent.length > 0 ? { sent: this.#sent } : {}
    this.#kept.put({ text, version: this.#base.version, ...sent })
  }

  /** Handles a completed save. Text that was typed during the save is saved next. */
  #acceptSaved(saved: SavedText) {
    this.#schedule.resetRetries()
    this.#base = saved
    this.#sent = []
    const { text } = this.#look
    this.#store(text)
    this.#ways.onSaved?.(saved)
    const all = text === saved.text
    this.#update({ phase: all ? 'saved' : 'saving', savedAt: saved.updatedAt })
  }

  #fail(error: unknown, sent: string) {
    const failure = autosaveFailure(error)
    if (failure.kind === 'changed') {
      const { saved } = failure
      // If the server's text equals the sent text, an earlier save succeeded but its answer was lost.
      return saved.text === sent ? this.#acceptSaved(saved) : this.#reconcile(saved)
    }
    if (failure.kind === 'locked') return this.#update({ phase: 'locked' })
    if (failure.kind === 'refused') return this.#update({ phase: 'refused' })
    this.#update({ phase: 'kept' })
    if (failure.kind === 'later') this.#schedule.retryLater(() => this.#look.phase === 'kept')
  }

  /**
   * Handles a different version on the server. The local text replaces that version if no text is lost, or if that version is what this
   * person sent without receiving the answer. Otherwise there is a conflict.
   */
  #reconcile(saved: SavedText, baseUnknown = false) {
    const { text } = this.#look
    const sameText = !baseUnknown && saved.text === this.#base.text
    const isOwn = this.#sent.some((sent) => withoutSpace(sent) === withoutSpace(saved.text))
    if (text === saved.text || sameText || isOwn || this.#ways.format.continues(text, saved.text))
      return this.#continueFrom(saved, text)
    this.#schedule.cancel()
    this.#theirs = saved
    this.#update({ phase: 'conflict', theirs: saved.text })
  }

  #update(change: Partial<AutosaveState>) {
    this.#look = { ...this.#look, ...change }
    for (const listener of this.#listeners) listener()
  }
}
