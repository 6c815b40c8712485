import { ORPCError } from '@orpc/client'
import { resetCircuitBreakers } from '../api/circuit-breaker.ts'
import { isRetryable } from '../api/errors.ts'
import { AutosaveTimer, autosavePauses } from './autosave-timer.ts'
import { SavedValueDraft, type DraftFormat } from './saved-value.draft.ts'
import {
  nextState,
  startState,
  type Saved,
  type SavedValueEvent,
  type SavedValuePhase,
  type SavedValueState,
  type SaveFailure,
  type ValueComparison,
} from './saved-value.states.ts'

/** The properties of a value with autosave. */
export type SavedValueOptions<Value> = DraftFormat & {
  /** The time from the last change to the save, in milliseconds. */
  pause?: number
  /** Whether a value can be sent. Otherwise it stays on this device. */
  isSendable?: (value: Value) => boolean
  /** Returns the part of a value that is sent. Values with the same part count as equal. By default, the whole value is sent. */
  sentPart?: (value: Value) => unknown
  /** Whether a value contains all of an earlier one, so that replacing the earlier one loses nothing. */
  continues?: ValueComparison<Value>['continues']
  /** Merges both values. Without this function, the person chooses one of them. */
  merge?: (theirs: Value, mine: Value) => Value
  /** Whether a value that was not chosen in a conflict is set aside on this device. By default, none is. */
  isWorthKeeping?: (value: Value) => boolean
  /** Whether a version of the server replaces a shown value that has no unsaved changes. By default, only a higher version does. */
  isNewer?: (version: number, shown: number) => boolean
  /** Whether an error is final, so that the same value is not sent again. By default, only the error for a value that is too long is final. */
  isFinal?: (error: unknown) => boolean
  /** Returns the name of the value on this device after its first save. By default, the name does not change. */
  savedName?: (value: Value) => string
  /**
   * Saves the value. Throws `ChangedElsewhereError` if the server has another version. Returns the version on which the value is based if this
   * device stores the value and sends it later.
   */
  send: (value: Value, version: number) => Promise<{ version: number; updatedAt: string | null }>
  /** Called after each save. */
  onSaved?: (saved: Saved<Value>) => void
}

/**
 * Thrown by `send` if the server refuses a save because the value was changed or locked elsewhere. `saved` is the
 * server's version, or null if the value is locked.
 */
export class ChangedElsewhereError<Value> extends Error {
  readonly saved: Saved<Value> | null
  constructor(saved: Saved<Value> | null, cause?: unknown) {
    super('ELSEWHERE', { cause })
    this.saved = saved
  }
}

/** A version of a value that another tab stored. */
export type OtherVersion = {
  /** The time at which the tab stored it, in milliseconds since 1970. */
  at: number
  /** Shows this version in the editor. */
  show: () => void
}

/**
 * A value with autosave. Each change is stored on this device before it is shown, and sent to the server shortly after. After its component was
 * removed, the object stays in memory until all changes are saved.
 */
export class SavedValue<Value> {
  #state: SavedValueState<Value>
  #options: SavedValueOptions<Value>
  #draft: SavedValueDraft<Value>
  readonly #timer: AutosaveTimer
  #running: Promise<void> | null = null
  /** Whether saving has stopped until the next change of the value. After a running save, no further one starts. */
  #isStopped = false
  #setAsideValues: readonly Value[]
  #listeners = new Set<() => void>()

  constructor(options: SavedValueOptions<Value>, saved: Saved<Value>) {
    this.#options = options
    this.#timer = new AutosaveTimer(() => void this.#save(), options.pause)
    this.#draft = new SavedValueDraft(options)
    const found = this.#draft.restore()
    this.#setAsideValues = this.#draft.setAsideValues()
    this.#state = startState(saved)
    if (found) this.#restore(found)
  }

  /** Shows a value that was stored on this device. */
  #restore({ value, version, sent }: { value: Value; version: number; sent: readonly Value[] }) {
    const isOutdated = this.#isNewer(this.#state.base.version, version)
    const state = this.#next({ type: 'restored', value, sent, isOutdated })
    if (state.phase === 'saved') this.#draft.discard()
    // The text is now based on another version, so the stored record must contain that version.
    else if (state.phase === 'saving' && isOutdated) this.#put(state)
    this.#show(state)
    if (state.phase === 'saving') this.#timer.schedule(0)
    if (state.phase === 'conflict') this.#timer.cancel()
  }

  state = () => this.#state
  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  /** The values that were not chosen in a conflict, and the differing drafts of other tabs. */
  setAsideValues = () => this.#setAsideValues
  /** The name of the value on this device. */
  get name() {
    return this.#draft.name
  }
  get idle() {
    return this.#state.phase === 'saved' && this.#listeners.size === 0 && !this.#running
  }
  /** The server's version that the shown value is based on. Signing a note requires this version. */
  get version() {
    return this.#state.base.version
  }
  /** Whether the shown value differs from the value on the server, or from a value that the server may have after an unanswered save. */
  get isDirty() {
    return !this.#isAsSaved(this.#state)
  }

  /** Called when an editor shows the value again. The value may still have unsaved changes from the last editor. */
  reopen() {
    this.#state = this.#next({ type: 'reopened' })
  }

  /** Replaces the options with those of the component's latest rendering. */
  replaceOptions(options: SavedValueOptions<Value>) {
    this.#options = options
  }

  type(value: Value) {
    const state = this.#next({ type: 'typed', value })
    if (state === this.#state) return
    this.#isStopped = false
    this.#keep(state)
    if (state.phase === 'saving') this.#timer.schedule()
  }

  /**
   * Saves the value at once; with `evenIfSaved`, even if it does not differ from the saved one. Returns whether the server has the shown value. Saves
   * nothing if `stop` is called while an earlier save is running.
   */
  async saveNow({ evenIfSaved = false } = {}): Promise<boolean> {
    if (this.#state.phase === 'onDevice') resetCircuitBreakers()
    const wasStopped = this.#isStopped
    await this.#running
    if (this.#isStopped && !wasStopped) return false
    const { phase } = this.#state
    if (isUnsaved(phase) || (evenIfSaved && phase === 'saved')) await this.#save(evenIfSaved)
    return this.#state.phase === 'saved'
  }

  /** Saves a value whose last save failed, because the cause may be gone. */
  resume() {
    const { phase } = this.#state
    if (phase !== 'saving' && isUnsaved(phase)) void this.#save()
  }

  /** Saves pending changes. Called when the component is removed. */
  flush() {
    if (this.#state.phase === 'saving' && !this.#running) void this.#save()
  }

  /** Applies a newer version from the server, or reports a conflict if that would lose unsaved changes. */
  receive(saved: Saved<Value>) {
    const isShown = this.#state.phase === 'saved'
    if (isShown && !this.#isNewer(saved.version, this.#state.base.version)) return
    const state = this.#next({ type: 'received', saved })
    if (state === this.#state) return
    if (isShown) this.#show(state)
    else this.#settle(state)
  }

  /** Applies a conflicting version that another request found on the server. The person chooses one of the two. */
  find(saved: Saved<Value>) {
    this.#settle(this.#next({ type: 'found', saved }))
  }

  /** Resolves a conflict by keeping the local value. */
  keepMine() {
    const { theirs, value } = this.#state
    if (theirs) this.#choose(value, theirs.value, this.#state.restored)
  }

  /** Resolves a conflict by taking the server's value. */
  takeTheirs() {
    const { theirs, value } = this.#state
    if (theirs) this.#choose(theirs.value, value, false)
  }

  /** Resolves a conflict by merging both values. */
  keepBoth() {
    const { theirs, value, restored } = this.#state
    if (theirs && this.#options.merge) this.#choose(this.#options.merge(theirs.value, value), null, restored)
  }

  discardSetAside() {
    this.#draft.discardSetAside()
    this.#setAsideValues = []
    this.#show({ ...this.#state })
  }

  /** Returns the newest version that another tab has stored and that differs from the shown one; undefined if there is none. */
  other(): OtherVersion | undefined {
    const found = this.#draft.others().find(({ value }) => !this.#same(value, this.#state.value))
    if (!found) return undefined
    const show = () => {
      this.#draft.adopt(found)
      this.#restore(found)
    }
    return { at: found.at, show }
  }

  /** Discards the unsaved changes, and shows the server's version. */
  startOver() {
    this.#timer.cancel()
    this.#draft.discard()
    this.#show(this.#next({ type: 'started over' }))
  }

  /** Cancels pending saves, because the value is locked on the server. The local value stays stored in this browser. */
  stop() {
    this.#isStopped = true
    this.#timer.cancel()
    this.#state = this.#next({ type: 'stopped' })
  }

  /** Marks the shown value as saved and deletes its draft, because another request has sent the value. */
  markSent() {
    this.#timer.cancel()
    this.#draft.discard()
    this.#state = this.#next({ type: 'sent elsewhere' })
  }

  #next = (event: SavedValueEvent<Value>) =>
    nextState(this.#state, event, {
      same: this.#same,
      continues: this.#options.continues ?? (() => false),
      isSent: (sent, theirs) => withoutSpace(this.#sentText(sent)) === withoutSpace(this.#sentText(theirs)),
    })

  #same = (one: Value, other: Value) => one === other || textOf(one) === textOf(other)
  /** Whether the server has the value or will receive it later, and no other value was sent without a response. */
  #isAsSaved({ value, base, sent, isSentLater }: SavedValueState<Value>) {
    return this.#same(value, base.value) && (isSentLater || sent.every((one) => this.#same(one, base.value)))
  }
  #sentText = (value: Value) => textOf(this.#options.sentPart?.(value) ?? value)
  #isNewer = (version: number, shown: number) => this.#options.isNewer?.(version, shown) ?? version > shown

  #choose(value: Value, unchosen: Value | null, restored: boolean) {
    if (unchosen !== null && this.#options.isWorthKeeping?.(unchosen)) {
      this.#draft.setAside(unchosen)
      this.#setAsideValues = this.#draft.setAsideValues()
    }
    this.#settle(this.#next({ type: 'chosen', value, restored }))
  }

  /** Stores the value of a new state, and saves it at once if the server lacks it. */
  #settle(state: SavedValueState<Value>) {
    if (state.phase === 'conflict') {
      this.#timer.cancel()
      return this.#show(state)
    }
    this.#keep(state)
    if (state.phase === 'saving') this.#timer.schedule(0)
  }

  /** Stores the value of a new state on this device, before it is shown or sent. */
  #keep(state: SavedValueState<Value>) {
    this.#store(state)
    this.#show(state)
  }

  #store(state: SavedValueState<Value>) {
    const { phase } = state
    // In a conflict, the server no longer has the version on which the value is based.
    if (phase !== 'conflict' && this.#isAsSaved(state)) this.#draft.discard()
    else this.#put(state)
  }

  /** Stores the value with another name. The version with the earlier name is deleted after that, so a closed page loses nothing. */
  #storeAs(name: string, state: SavedValueState<Value>) {
    const earlier = this.#draft
    if (name !== earlier.name) this.#draft = new SavedValueDraft({ name, field: this.#options.field })
    this.#store(state)
    if (earlier !== this.#draft) earlier.discard()
  }

  #put({ value, base, sent }: SavedValueState<Value>) {
    this.#draft.put({ value, version: base.version, sent })
  }

  #show(state: SavedValueState<Value>) {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }

  #save(evenIfSaved = false): Promise<void> {
    this.#timer.cancel()
    this.#running ??= this.#sendOnce(evenIfSaved).finally(() => {
      this.#running = null
      if (this.#state.phase === 'saving' && !this.#timer.isScheduled && !this.#isStopped) this.#timer.schedule()
    })
    return this.#running
  }

  async #sendOnce(evenIfSaved: boolean) {
    const { value, base } = this.#state
    if (!this.isDirty && !evenIfSaved) return this.#show({ ...this.#state, phase: 'saved' })
    if (this.#options.isSendable?.(value) === false) return this.#show({ ...this.#state, phase: 'refused' })
    const slow = setTimeout(() => this.#show(this.#next({ type: 'slow' })), autosavePauses.slow)
    // The page may be closed before the answer arrives.
    this.#keep(this.#next({ type: 'sending' }))
    try {
      const { version, updatedAt } = await this.#options.send(value, base.version)
      this.#accept({ value, version, updatedAt })
    } catch (error) {
      this.#fail(error, value)
    } finally {
      clearTimeout(slow)
    }
  }

  /** Records a completed save. A value that was typed during the save is saved next. */
  #accept(saved: Saved<Value>) {
    if (this.#isStopped) return
    this.#timer.resetRetries()
    const state = this.#next({ type: 'accepted', saved })
    this.#storeAs(this.#options.savedName?.(saved.value) ?? this.name, state)
    this.#state = state
    this.#options.onSaved?.(saved)
    this.#show(state)
  }

  #fail(error: unknown, sent: Value) {
    if (this.#isStopped) return
    const failure = this.#failureOf(error)
    // If the server has the value that was sent, an earlier save succeeded but its response was lost.
    if (failure.kind === 'changed' && this.#sentText(sent) === this.#sentText(failure.saved.value))
      return this.#accept({ ...failure.saved, value: sent })
    const cause = error instanceof ChangedElsewhereError ? (error.cause ?? error) : error
    const state = this.#next({ type: 'failed', failure, error: cause as Error })
    if (failure.kind === 'changed') this.#settle(state)
    else this.#show(state)
    if (failure.kind === 'later') this.#timer.retryLater(() => this.#state.phase === 'onDevice')
  }

  #failureOf(error: unknown): SaveFailure<Value> {
    if (error instanceof ChangedElsewhereError) {
      const saved = error.saved as Saved<Value> | null
      return saved ? { kind: 'changed', saved } : { kind: 'locked' }
    }
    const code = error instanceof ORPCError ? error.code : ''
    if (code === 'BAD_REQUEST' || code === 'TOO_LARGE' || this.#options.isFinal?.(error)) return { kind: 'refused' }
    return { kind: needsPerson.includes(code) && !isRetryable(error) ? 'person' : 'later' }
  }
}

/** Whether the server lacks the value and a save may succeed. */
const isUnsaved = (phase: SavedValuePhase) => phase === 'saving' || phase === 'onDevice' || phase === 'refused'

/** Converts a value to a text for comparisons. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
/** Removes white space from a text, including escaped white space in serialized values. */
const withoutSpace = (text: string) => text.replaceAll(/\\[nrt]|\s/g, '')

const needsPerson = ['NO_LOGIN', 'STEP_UP', 'SCREEN_LOCKED', 'FORBIDDEN', 'NOT_FOUND']
