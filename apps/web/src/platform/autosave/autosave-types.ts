import type { SavedValue } from './saved-value.ts'
import type { SavedValuePhase } from './saved-value.states.ts'

/** A text as stored on the server. */
export type SavedText = { text: string; version: number; updatedAt: string | null }

export type AutosavedText = SavedValue<string>

export type AutosaveState = {
  text: string
  phase: SavedValuePhase
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

export type AutosaveOptions = {
  /** The name of the text on this device. The name contains ids only. */
  name: string
  maximum: number
  /** The format of the text. Without it, the text is a serialized value, which cannot be merged. */
  format?: TextFormat
  send: (text: string, version: number) => Promise<{ version: number; updatedAt: string | null }>
  onSaved?: (saved: SavedText) => void
}
