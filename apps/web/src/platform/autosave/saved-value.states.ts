/** A value as the server has stored it. */
export type Saved<Value> = {
  value: Value
  /** The server's number of the version, which increases with each save. */
  version: number
  /** The time of the last save, in ISO 8601; null before the first. */
  updatedAt: string | null
}

/**
 * `saved`: the server has the value. `saving`: a save is scheduled or running. `onDevice`: the save failed or is slow, and
 * the value is stored on this device. `conflict`: another version was saved meanwhile. `locked`: the server no longer
 * accepts changes of the value. `refused`: the server does not accept this value, for example because it is too long.
 */
export type SavedValuePhase = 'saved' | 'saving' | 'onDevice' | 'conflict' | 'locked' | 'refused'

/** The state of a value with autosave. */
export type SavedValueState<Value> = {
  /** The value that the editor shows. */
  value: Value
  phase: SavedValuePhase
  /** The server's version that the value is based on. */
  base: Saved<Value>
  /** The server's version while `phase` is `conflict`; otherwise null. */
  theirs: Saved<Value> | null
  /** Whether a save is running. */
  isSending: boolean
  /**
   * Values that were sent for the version of `base` and not answered yet. The server may have stored one of them. The first and the latest two values
   * are sufficient: once the server has stored a value, it refuses other values for the same version.
   */
  sent: readonly Value[]
  /** Whether this device has stored the value of `base`, and sends it later. */
  isSentLater: boolean
  /** The reason why the last save failed; null if it did not fail, or if the value has been changed since. */
  error: Error | null
  /** Whether the value was restored from this device and has not been changed since. */
  restored: boolean
  /** Whether a part of the value was restored from this device and the server has not accepted it since. */
  isUnsent: boolean
}

/**
 * The meaning of a failed save. `changed`: the server has another version. `locked`: the value can no longer be changed.
 * `refused`: the server does not accept the value. `later`: the save is retried. `person`: the person must act, for
 * example sign in.
 */
export type SaveFailure<Value> =
  | { kind: 'changed'; saved: Saved<Value> }
  | { kind: 'locked' | 'refused' | 'later' | 'person' }

/** An event that changes the state of a value with autosave. */
export type SavedValueEvent<Value> =
  /** A value was found on this device. `isOutdated`: the server has a newer version than the one that the value is based on. */
  | { type: 'restored'; value: Value; sent: readonly Value[]; isOutdated: boolean }
  | { type: 'typed'; value: Value }
  /**
   * `reopened`: an editor shows the value again. `sending`: a save begins. `slow`: the running save takes a long time. `stopped`: the value is locked
   * on the server. `sent elsewhere`: another request has sent the value. `started over`: the person discarded the unsaved changes.
   */
  | { type: 'reopened' | 'sending' | 'slow' | 'stopped' | 'sent elsewhere' | 'started over' }
  /** A save succeeded. */
  | { type: 'accepted'; saved: Saved<Value> }
  | { type: 'failed'; failure: SaveFailure<Value>; error: Error }
  /** `received`: the page has read another version. `found`: another request was refused because of it. */
  | { type: 'received' | 'found'; saved: Saved<Value> }
  /** The person chose a value in a conflict. `restored`: whether the value was restored from this device. */
  | { type: 'chosen'; value: Value; restored: boolean }

/** Functions that compare two values. */
export type ValueComparison<Value> = {
  /** Whether both values are the same. */
  same: (one: Value, other: Value) => boolean
  /** Whether a value contains all of an earlier one, so that replacing the earlier one loses nothing. */
  continues: (mine: Value, earlier: Value) => boolean
  /** Whether the server's value is the one that was sent, ignoring white space, which the server trims. */
  isSent: (sent: Value, theirs: Value) => boolean
}

type State<Value> = SavedValueState<Value>

export const startState = <Value>(saved: Saved<Value>): State<Value> => ({
  value: saved.value,
  phase: 'saved',
  base: saved,
  theirs: null,
  isSending: false,
  sent: [],
  isSentLater: false,
  error: null,
  restored: false,
  isUnsent: false,
})

/** Returns the state after an event. Returns the same object if the event changes nothing. */
export function nextState<Value>(
  state: State<Value>,
  event: SavedValueEvent<Value>,
  compare: ValueComparison<Value>,
): State<Value> {
  switch (event.type) {
    case 'restored':
      return restore(state, event, compare)
    case 'typed':
      return type(state, event.value, compare)
    case 'reopened':
      return { ...state, isUnsent: state.phase !== 'saved' }
    case 'sending':
      return send(state)
    case 'slow':
      return state.phase === 'saving' ? { ...state, phase: 'onDevice' } : state
    case 'accepted':
      return accept(state, event.saved, compare)
    case 'failed':
      return fail({ ...state, isSending: false }, event, compare)
    case 'received':
      return receive(state, event.saved, compare)
    case 'found':
      return { ...state, phase: 'conflict', theirs: event.saved }
    case 'chosen':
      return state.theirs
        ? continueFrom({ ...state, restored: event.restored }, state.theirs, event.value, compare)
        : state
    case 'started over':
      return {
        ...continueFrom(state, state.theirs ?? state.base, (state.theirs ?? state.base).value, compare),
        ...unrestored,
      }
    case 'stopped':
      return { ...state, phase: 'saved', isSending: false }
    case 'sent elsewhere':
      return {
        ...state,
        ...unrestored,
        phase: 'saved',
        theirs: null,
        sent: [],
        base: { ...state.base, value: state.value },
      }
  }
}

const unrestored = { restored: false, isUnsent: false }

function send<Value>(state: State<Value>): State<Value> {
  const { value, sent } = state
  const phase = state.phase === 'onDevice' ? 'onDevice' : 'saving'
  const noted = [...new Set([...sent.slice(0, 1), ...sent.slice(-1), value])]
  return { ...state, phase, isSending: true, sent: noted, isSentLater: false }
}

/** Restores a value that was stored on this device. `isOutdated`: the server has a newer version than the one that the value is based on. */
function restore<Value>(
  state: State<Value>,
  { value, sent, isOutdated }: { value: Value; sent: readonly Value[]; isOutdated: boolean },
  compare: ValueComparison<Value>,
): State<Value> {
  if (state.phase === 'conflict') return { ...state, value }
  if (compare.same(value, state.base.value)) return { ...state, value, phase: 'saved' }
  const restored: State<Value> = { ...state, value, sent, phase: 'saving', restored: true, isUnsent: true }
  return isOutdated ? reconcile(restored, state.base, compare, true) : restored
}

function type<Value>(state: State<Value>, value: Value, { same }: ValueComparison<Value>): State<Value> {
  if (same(value, state.value)) return state
  if (state.phase === 'conflict' || state.phase === 'locked') return { ...state, value }
  return { ...state, value, phase: 'saving', restored: false, error: null }
}

/**
 * Records a completed save. A value that was typed during the save is saved next. If there is no new version, this device sends the value later, so
 * the server may receive it at any time.
 */
function accept<Value>(state: State<Value>, saved: Saved<Value>, { same }: ValueComparison<Value>): State<Value> {
  const phase = same(state.value, saved.value) ? 'saved' : 'saving'
  const isSentLater = saved.version === state.base.version
  const sent = isSentLater ? state.sent : []
  const answered = { theirs: null, isSending: false, error: null, isUnsent: false }
  return { ...state, ...answered, base: saved, phase, sent, isSentLater }
}

function fail<Value>(
  state: State<Value>,
  { failure, error }: Extract<SavedValueEvent<Value>, { type: 'failed' }>,
  compare: ValueComparison<Value>,
): State<Value> {
  if (failure.kind === 'changed') {
    const next = reconcile(state, failure.saved, compare)
    return next.phase === 'conflict' ? { ...next, error } : next
  }
  const phase = failure.kind === 'locked' || failure.kind === 'refused' ? failure.kind : 'onDevice'
  // The server has not stored the refused value.
  const sent = failure.kind === 'refused' ? state.sent.slice(0, -1) : state.sent
  return { ...state, phase, error, sent }
}

/** Applies a newer version of the server. The version replaces the shown value unless that would lose unsaved changes. */
function receive<Value>(state: State<Value>, saved: Saved<Value>, compare: ValueComparison<Value>): State<Value> {
  if (state.isSending || state.phase === 'locked') return state
  if (state.phase === 'saved') return { ...state, base: saved, value: saved.value, isUnsent: false }
  return saved.version > state.base.version ? reconcile(state, saved, compare) : state
}

/**
 * Handles a different version on the server. The local value replaces that version if nothing is lost, or if this person sent that version without
 * receiving the response. Otherwise there is a conflict.
 */
function reconcile<Value>(
  state: State<Value>,
  saved: Saved<Value>,
  compare: ValueComparison<Value>,
  isBaseUnknown = false,
): State<Value> {
  const { value, base } = state
  const isUnchanged = !isBaseUnknown && compare.same(saved.value, base.value)
  const isOwn = state.sent.some((sent) => compare.isSent(sent, saved.value))
  if (compare.same(value, saved.value) || isUnchanged || isOwn || compare.continues(value, saved.value))
    return continueFrom(state, saved, value, compare)
  return { ...state, phase: 'conflict', theirs: saved }
}

function continueFrom<Value>(
  state: State<Value>,
  saved: Saved<Value>,
  value: Value,
  { same }: ValueComparison<Value>,
): State<Value> {
  const isSaved = same(value, saved.value)
  const isUnsent = state.isUnsent && !isSaved
  const phase = isSaved ? 'saved' : 'saving'
  return { ...state, value, base: saved, theirs: null, sent: [], error: null, isUnsent, phase }
}
