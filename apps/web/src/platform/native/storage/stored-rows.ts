import type { StoredFilePart, StoredOutgoing } from '../../offline/draft-database.ts'
import { fromBase64, toBase64 } from '../../base64.ts'

/**
 * The form of the stored texts. A build that stores another form must still read this one, because the app can be updated while changes
 * wait.
 */
const form = 1

type Text = { form: number; iv: string; bytes: string }
type OutgoingText = Text & { attempted: boolean; refused: string | null; instead: number[] }
type FilePartText = Text & { at: number }

/** A waiting change and the numbers of the changes that it replaces. */
export type OutgoingRow = { change: StoredOutgoing & { number: number }; instead: number[] }

/** Reads a text. Returns undefined if its end is missing, because the app ended while it was written, and null if its form is unknown. */
function parse<Row extends Text>(text: string): Row | null | undefined {
  try {
    const row = JSON.parse(text) as Row
    return row.form === form ? row : null
  } catch {
    return undefined
  }
}

const encrypted = ({ iv, bytes }: Text) => ({ iv: fromBase64(iv), bytes: fromBase64(bytes).buffer })

const encryptedText = ({ iv, bytes }: Pick<StoredOutgoing, 'iv' | 'bytes'>): Text => ({
  form,
  iv: toBase64(iv),
  bytes: toBase64(new Uint8Array(bytes)),
})

export function writeOutgoing({ attempted, refused, ...value }: StoredOutgoing, instead: readonly number[]): string {
  return JSON.stringify({ ...encryptedText(value), attempted, refused, instead })
}

/** Reads a change. Returns undefined if its end is missing, and null if its form is unknown. */
export function readOutgoing(account: string, number: number, text: string): OutgoingRow | null | undefined {
  const row = parse<OutgoingText>(text)
  if (!row) return row
  const { attempted, refused, instead } = row
  return { change: { account, number, attempted, refused, ...encrypted(row) }, instead }
}

export const writeFilePart = ({ at, ...value }: StoredFilePart): string =>
  JSON.stringify({ ...encryptedText(value), at })

export function readFilePart(account: string, file: string, part: number, text: string): StoredFilePart | null {
  const row = parse<FilePartText>(text)
  return row ? { account, file, part, at: row.at, ...encrypted(row) } : null
}
