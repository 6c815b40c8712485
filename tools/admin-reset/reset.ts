import { openFactorResets } from '../../apps/server/src/platform/auth/factor/reset.ts'
import { openAuthUsers } from '../../apps/server/src/platform/auth/auth-users.ts'
import { openAuthPool } from '../../apps/server/src/platform/auth/pool.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { openDb } from '../../apps/server/src/platform/database/actor.ts'
import { connectionOptions, openPool } from '../../apps/server/src/platform/database/pools.ts'
import type { Secrets } from '../../apps/server/src/platform/secrets/secrets.ts'
import { StartError } from '../../apps/server/src/platform/process/start-error.ts'

/**
 * Removes an admin's second factor at once: authenticator app, recovery codes and passkeys. Ends all logins of the
 * admin, keeps the password, and adds an entry to the audit log. Throws a StartError if the address is not an admin's
 * or if the admin has no second factor.
 */
export async function resetAdmin(url: string, secrets: Secrets, address: string): Promise<void> {
  const auth = openAuthPool(connectionOptions(url, 'attune_auth_app', secrets), () => {})
  const pool = openPool(url, secrets, 1)
  try {
    const person = await openAuthUsers(auth, systemClock).byEmail(address.trim().toLowerCase())
    const [row] = await auth.query<{ role: string | null }>('select def.role_of($1) as role', [person?.id ?? null])
    if (!person || row?.role !== 'admin') {
      throw new StartError(
        `${address} isn't an admin's address. For all other accounts, an admin resets two-step verification in Attune.`,
      )
    }
    if (!(await openFactorResets(auth, systemClock).resetNow(person.id))) {
      throw new StartError(`${address} has no two-step verification to reset. Sign in with the password to set it up.`)
    }
    await openDb(pool).asActor({ role: 'admin', id: person.id }, (tx) =>
      tx.kysely
        .insertInto('audit')
        .values({
          actor_id: person.id,
          actor_role: 'admin',
          action: 'factor-reset-on-the-machine',
          thing: 'account',
          thing_id: person.id,
        })
        .execute(),
    )
  } finally {
    await Promise.all([auth.pool.end(), pool.end()])
  }
}
