import { api } from '../../api/api.ts'
import { errorCode } from '../../api/errors.ts'
import type { UnlockServer } from './biometric-unlock.ts'

/**
 * Sends the calls of the biometric unlock to the server. `unlock` returns false for a secret that the server refuses, and throws for any other
 * failure, for example without a connection.
 */
export const unlockServer: UnlockServer = {
  newSecret: async () => (await api.login.newUnlockSecret({})).secret,
  unlock: (secret) =>
    api.login.unlock({ secret }).then(
      () => true,
      (error: unknown) => {
        if (errorCode(error) === 'INVALID_SECRET') return false
        throw error
      },
    ),
}
