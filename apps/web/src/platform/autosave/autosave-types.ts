import type { SavedValue } from './saved-value.ts'
import type { SavedValuePhase } from './saved-value.states.ts'

/** A text as stored on the server. */
export type SavedText = {
  text: string
  /** The server's number of the version, which increases with each save. */
  version: number
  /** The time of the last save, in ISO 8601; null before the first. */
  updatedAt: string | null
}

export type AutosavedText = SavedValue<string>

/** The state of a text with autosave. */
export type AutosaveState = {
  /** The text that the editor shows. */
  text: string
  phase: SavedValuePhase
  /** The time of the last save, in ISO 8601; null before the first. */
  savedAt: string | null
  /** Whether the text was restored from this device. */
  restored: boolean
  /** The server's text while `phase` is `conflict`; otherwise null. */
  theirs: string | null
  /** The texts that were not chosen in a conflict, and the differing drafts of other tabs. */
  setAsideTexts: readonly string[]
}

/** The format of a text. The string of a formatted text contains more than the characters that a person sees. */
export type TextFormat = {
  /** The characters that a person sees, without formatting. */
  plain: (text: string) => string
  /** Whether a text begins with all of an earlier one, so that replacing the earlier one loses nothing. */
  continues: (text: string, earlier: string) => boolean
  /** Merges both texts. Lines that are in both appear once. */
  merge: (first: string, second: string) => string
}

/** The properties of a text with autosave. */
export type AutosaveOptions = {
  /** The name of the text on this device. The name contains ids only. */
  name: string
  /** The maximum number of characters. */
  maximum: number
  /** The format of the text. Without it, the text is a serialized value, which cannot be merged. */
  format?: TextFormat
  /** Saves the text. `version` is the version on which the text is based. Returns the new version and the time of the save. */
  send: (text: string, version: number) => Promise<{ version: number; updatedAt: string | null }>
  /** Called after each save. */
  onSaved?: (saved: SavedText) => void
}
