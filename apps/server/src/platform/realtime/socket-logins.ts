import { sendFrame, type SocketConnection } from './connection.ts'
import type { SocketAuth } from './socket-admission.ts'

const loginOver = 4401
const loginReplaced = 4402

type Deps = { logins: SocketAuth['logins']; remove: (connection: SocketConnection) => void }

/**
 * Reads the logins of the given sockets with one query. Closes the sockets of logins that have ended or are locked; returns the others with updated
 * logins. The page of a closed socket reads its login again, and so detects whether the login has ended or is locked.
 */
export async function withValidLogin(
  { logins: reader, remove }: Deps,
  asked: SocketConnection[],
): Promise<SocketConnection[]> {
  if (asked.length === 0) return []
  const logins = new Map(
    (await reader.byIds([...new Set(asked.map((connection) => connection.login.id))]))
      .filter((login) => !login.isLocked)
      .map((login) => [login.id, login]),
  )
  const ended = asked.filter(({ login }) => !logins.has(login.id))
  const replaced = await reader.replacedAmong(ended.map(({ login }) => login.id))
  for (const connection of ended) {
    end(connection, replaced.has(connection.login.id))
    remove(connection)
  }
  return asked.filter((connection) => {
    const login = logins.get(connection.login.id)
    if (login) connection.login = login
    return login !== undefined
  })
}

/** Closes the socket of a login that has ended, is locked or was replaced. The page of a replaced login connects again with its new cookie. */
function end(connection: SocketConnection, isReplaced: boolean): void {
  sendFrame(connection, { type: isReplaced ? 'replaced' : 'ended' })
  connection.socket.close(isReplaced ? loginReplaced : loginOver)
}
