import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

export type LossyInbox = {
  url: string
  /** The number of accepted emails by Message-ID. */
  taken: Map<string, number>
  close(): Promise<void>
}

/**
 * Opens a mail server that accepts every email. For the given share of the emails, the server disconnects before it
 * confirms, so that the sender sends the email again.
 */
export async function openLossyInbox(share: number): Promise<LossyInbox> {
  const taken = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (part: Buffer) => (text += String(part)))
      stream.on('end', () => {
        const id = /^message-id:\s*<([^@>]+)/im.exec(text)?.[1] ?? ''
        taken.set(id, (taken.get(id) ?? 0) + 1)
        if (Math.random() >= share) return done()
        for (const connection of server.connections) {
          if ((connection as unknown as { id: string }).id === session.id) connection.close()
        }
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
