import type { TextFormat } from './autosave-types.ts'
import { mergeLines } from './text-diff.ts'

/** The format of plain texts. In a conflict, both texts can be merged; lines that are in both appear once. */
export const plainFormat: TextFormat = {
  plain: (text) => text,
  continues: (text, earlier) => text.startsWith(earlier),
  merge: mergeLines,
}
