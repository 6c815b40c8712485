import { z } from 'zod'
import { countForeign } from '../../../../platform/erasures/candidates.ts'
import { type LedgerContent, parseLedger } from '../../../../platform/erasures/ledger.lines.ts'
import { addLedgerCopy, ledgerBytes } from '../../../../platform/erasures/ledger.ts'
import { StartError } from '../../../../platform/process/start-error.ts'
import { loadSecrets } from '../../../../platform/secrets/secrets.ts'
import { readStoredNumbers, storeHighestNumbers } from '../../../billing/invoice/invoice.ts'

const Copy = z.strictObject({
  app: z.literal('attune'),
  restoreLedger: z.literal(1),
  /** The ledger of erasures as text; null if there was none. */
  erasures: z.string().nullable(),
  numbers: z.array(
    z.strictObject({
      therapistId: z.uuid(),
      year: z.number().int(),
      // Copies of earlier versions contain only the usual series.
      series: z.enum(['', 'R']).default(''),
      firstNumber: z.number().int().min(1),
      last: z.number().int().min(1),
    }),
  ),
})

/**
 * Returns the ledger of erasures and the highest invoice numbers, for a copy outside this machine. A restore needs their current state, so no backup
 * of the data contains them. The copy is useful only together with the secrets.
 */
export function restoreLedgerBytes(secretsDir: string): Buffer {
  const copy: z.infer<typeof Copy> = {
    app: 'attune',
    restoreLedger: 1,
    erasures: ledgerBytes(secretsDir)?.toString('utf8') ?? null,
    numbers: readStoredNumbers(secretsDir),
  }
  return Buffer.from(`${JSON.stringify(copy)}\n`)
}

/**
 * Merges a copy, as `restoreLedgerBytes` returns it, into the ledger in the secrets folder. Keeps the erasures of both. Replaces the last number of a
 * series of invoice numbers if the copy contains a higher number. Throws a StartError if the file is not such a copy or is damaged.
 */
export function addRestoreLedger(secretsDir: string, bytes: Buffer): void {
  const copy = parse(bytes)
  if (copy.erasures !== null) addLedgerCopy(secretsDir, Buffer.from(copy.erasures))
  storeHighestNumbers(secretsDir, copy.numbers)
}

/**
 * Whether a copy contains erasures whose hashes were made with secrets other than those in `secretsDir`, and therefore cannot be compared. Throws if
 * `bytes` is not such a copy or is damaged.
 */
export function isForeignLedger(secretsDir: string, bytes: Buffer): boolean {
  const { erasures } = parse(bytes)
  return erasures !== null && countForeign(parseLedger(erasures), loadSecrets(secretsDir).secrets) > 0
}

/** Returns the erasures of a copy; null if the copy contains none. Throws if `bytes` is not such a copy or is damaged. */
export function erasuresOf(bytes: Buffer): LedgerContent | null {
  const { erasures } = parse(bytes)
  return erasures === null ? null : parseLedger(erasures)
}

function parse(bytes: Buffer): z.infer<typeof Copy> {
  try {
    return Copy.parse(JSON.parse(bytes.toString('utf8')))
  } catch (cause) {
    throw new StartError("This file isn't a copy of Attune's list of erased data and invoice numbers.", { cause })
  }
}
