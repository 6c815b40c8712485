import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import { ORPCError } from '@orpc/client'
import { ChangedElsewhereError } from '../../../../platform/autosave/saved-value.ts'
import { storedNoteString } from '../note-text.ts'

/**
 * Converts a server error to a `ChangedElsewhereError` if the note was changed on another device (with its stored version) or is signed (with
 * null). Returns other errors unchanged.
 */
export function noteConflict(error: unknown, now = new Date()): unknown {
  if (!(error instanceof ORPCError)) return error
  if (error.code === 'NOTE_SIGNED') return new ChangedElsewhereError(null)
  if (error.code !== 'NOTE_CHANGED') return error
  const { text, content = null, version } = error.data as { text: string; content?: RichText | null; version: number }
  return new ChangedElsewhereError({
    value: storedNoteString({ text, content }),
    version,
    updatedAt: now.toISOString(),
  })
}
