import type { StoredFilePart, StoredOutgoing } from '../../offline/draft-database.ts'
import { fromBase64, toBase64 } from '../../base64.ts'

/**
 * The format of the stored texts. A version with another format must still read this one, because the app can be updated while changes are queued.
 */
const form = 1

type Text = { form: number; iv: string; bytes: string }
type OutgoingText = Text & { attempted: boolean; refused: string | null; instead: number[] }
type FilePartText = Text & { at: number }

/** A queued change as a file of the app contains it. */
export type OutgoingRow = {
  change: StoredOutgoing & { number: number }
  /** The numbers of the changes that it replaces. */
  instead: number[]
}

/** Parses a stored text. Returns undefined if its end is missing because the app ended during the write, and null if its format is unknown. */
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

/** Parses a queued change. Returns undefined if its end is missing, and null if its format is unknown. */
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
