import type { ClientId } from '@attune/contract/common/ids'
import type { ImportLine } from './import-lines.ts'

export const importBatchSize = 100

/**
 * Derives an id from the account and the content of a line. The same file always has the same ids, so a repeated import adds no client twice.
 * @param owner the id of the account that imports
 */
export async function importRowId(owner: string, client: ImportLine['client']): Promise<string> {
  const content = new TextEncoder().encode(JSON.stringify([owner, Object.entries(client).sort()]))
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', content)).slice(0, 16)
  // A custom name-based UUID has version 8 (RFC 9562).
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

export type ImportOutcome = { added: string[]; known: string[]; refused: number }
type Row = ImportLine['client'] & { id: ClientId }
type Sent = { added: string[]; known: string[]; refused: { index: number }[] }

/**
 * Sends rows in batches, one after the other, and calls `told` with the progress after each batch. Throws the error of a failed batch. To continue an
 * earlier attempt, pass its progress as `from`.
 */
export async function sendInBatches(
  rows: readonly Row[],
  send: (batch: readonly Row[]) => Promise<Sent>,
  told: (sent: number, outcome: ImportOutcome) => void,
  from: { sent: number; outcome: ImportOutcome } = { sent: 0, outcome: { added: [], known: [], refused: 0 } },
): Promise<ImportOutcome> {
  let { sent, outcome } = from
  while (sent < rows.length) {
    const batch = rows.slice(sent, sent + importBatchSize)
    const answer = await send(batch)
    outcome = {
      added: [...outcome.added, ...answer.added],
      known: [...outcome.known, ...answer.known],
      refused: outcome.refused + answer.refused.length,
    }
    sent += batch.length
    told(sent, outcome)
  }
  return outcome
}
