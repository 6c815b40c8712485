import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** Starts a mail server on a free port. Returns its host with the port. */
export async function openSmtpServer(options: SMTPServerOptions): Promise<{ host: string; close: () => void }> {
  const server = new SMTPServer({ banner: 'Practice mail', ...options })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return { host: `127.0.0.1:${port}`, close: () => server.close() }
}

/** The options of a mail server that refuses every password and repeats it in its answer. */
export const refusesEveryPassword: SMTPServerOptions = {
  disabledCommands: ['STARTTLS'],
  onAuth: ({ password }, _, done) =>
    done(Object.assign(new Error(`Wrong password ${password}, says the practice`), { responseCode: 535 })),
}
