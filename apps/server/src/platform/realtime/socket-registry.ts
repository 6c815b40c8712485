import type { AccountId } from '@attune/contract/common/ids'
import type { SocketConnection } from './connection.ts'

const none: ReadonlySet<SocketConnection> = new Set()

/** Creates a registry of the open sockets by account. */
export function createSocketRegistry() {
  const byAccount = new Map<string, Set<SocketConnection>>()
  return {
    /** Returns the open sockets of an account. */
    of: (userId: AccountId): ReadonlySet<SocketConnection> => byAccount.get(userId) ?? none,
    all: () => [...byAccount.values()].flatMap((set) => [...set]),
    add(connection: SocketConnection) {
      const known = byAccount.get(connection.login.userId) ?? new Set()
      byAccount.set(connection.login.userId, known.add(connection))
    },
    remove(connection: SocketConnection) {
      if (connection.second) clearTimeout(connection.second)
      const known = byAccount.get(connection.login.userId)
      known?.delete(connection)
      if (known?.size === 0) byAccount.delete(connection.login.userId)
    },
  }
}
