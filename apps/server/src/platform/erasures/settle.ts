import { asInstaller } from '../restore/installer.ts'
import type { RestoreContext } from '../restore/apply-restore.ts'
import { findErased } from './candidates.ts'
import { erasedKinds, readLedger, withdrawErasures } from './ledger.ts'

/**
 * Withdraws the erasures whose outcome is unknown because the server was killed, if their items are still in the database. Runs at the start, before
 * the first request. Usually there are none, and no query is needed.
 */
export async function settleErasures({
  config,
  secrets,
  databaseUrl,
}: Pick<RestoreContext, 'config' | 'secrets' | 'databaseUrl'>): Promise<void> {
  const ledger = readLedger(config.secretsDir)
  if (!ledger || ![...ledger.erased.values()].some(({ state }) => state === 'begun')) return
  const kept = await asInstaller(databaseUrl, async (db) => {
    const found = []
    for (const kind of erasedKinds)
      found.push(...(await findErased({ db, ledger, secrets }, kind, ({ state }) => state === 'begun')))
    return found
  })
  withdrawErasures(config.secretsDir, kept)
}
