import { loadSecrets } from '../secrets/secrets.ts'
import { StartError } from '../process/start-error.ts'
import { countForeign } from './candidates.ts'
import { readLedger } from './ledger.ts'
import type { LedgerContent } from './ledger.lines.ts'

/**
 * The tolerated gap at the end of the ledger. A running server records every minute that the ledger is complete; a killed server could not
 * record its last minutes.
 */
const slackMilliseconds = 10 * 60_000

const otherwise =
  'Put your copy of the secrets there, or add a newer copy of the list with --ledger FILE. If you have none, restore with --without-ledger: ' +
  'what the list names is erased all the same.'

/**
 * Makes sure that a restore of data from the moment `dataOf` would not bring erased items back. Throws a StartError with the reason if the ledger in
 * the secrets folder is missing, begins after that moment, ends more than `slackMilliseconds` before it, or was made with other secrets. If `dataOf`
 * is null, only requires that a ledger exists.
 */
export function requireLedger(secretsDir: string, dataOf: Date | null): void {
  const ledger = readLedger(secretsDir)
  const problem = ledger
    ? dataOf && problemOf(ledger, secretsDir, dataOf)
    : `There's no list of erased data in ${secretsDir}.`
  if (problem) throw new StartError(`${problem} What was erased after the backup could come back. ${otherwise}`)
}

function problemOf(ledger: LedgerContent, secretsDir: string, dataOf: Date): string | null {
  const { since, asOf } = ledger
  const moment = dataOf.toISOString()
  if (since === null || since > moment)
    return `The list of erased data in ${secretsDir} begins ${since ?? 'at an unknown time'}, after the backup of ${moment}.`
  if (asOf === null || Date.parse(asOf) < dataOf.getTime() - slackMilliseconds)
    return `The list of erased data in ${secretsDir} is of ${asOf ?? since}, older than the backup of ${moment}.`
  const foreign = countForeign(ledger, loadSecrets(secretsDir).secrets)
  if (foreign > 0)
    return `The list of erased data in ${secretsDir} has entries that were made with other secrets (${foreign}), so nothing can be compared with them.`
  return null
}
