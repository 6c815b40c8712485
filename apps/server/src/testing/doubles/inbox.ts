import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

export type Inbox = {
  url: string
  mails: ParsedMail[]
  /** Resolves to the latest email to an address, optionally with a subject or text that matches `fits`. Rejects if none arrives in time. */
  mailTo(address: string, fits?: RegExp): Promise<ParsedMail>
  /** Refuses all following emails with this SMTP code; null accepts emails again. */
  refuseWith(code: number | null): void
  /** Refuses the sender of all following emails with these words; null accepts every sender again. */
  refuseSender(words: string | null): void
  close(): Promise<void>
}

const timeoutMilliseconds = 45_000

/** Starts a test mail server on a free port. */
export async function openInbox(): Promise<Inbox> {
  const mails: ParsedMail[] = []
  const waiting = new Set<() => void>()
  let refusal: number | null = null
  let senderRefusal: string | null = null
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onMailFrom: (_address, _session, done) =>
      done(senderRefusal === null ? null : Object.assign(new Error(senderRefusal), { responseCode: 553 })),
    onData(stream, _session, done) {
      simpleParser(stream).then((mail) => {
        if (refusal !== null) return done(Object.assign(new Error('refused'), { responseCode: refusal }))
        mails.push(mail)
        done()
        for (const look of waiting) look()
      }, done)
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo

  const find = (address: string, fits?: RegExp) =>
    mails.findLast(
      (mail) => addressesOf(mail).includes(address) && (!fits || fits.test(`${mail.subject}\n${mail.text}`)),
    )

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuseWith: (code) => {
      refusal = code
    },
    refuseSender: (words) => {
      senderRefusal = words
    },
    mailTo: (address, fits) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`no mail to ${address}`)), timeoutMilliseconds)
        const look = () => {
          const mail = find(address, fits)
          if (!mail) return
          clearTimeout(late)
          waiting.delete(look)
          resolve(mail)
        }
        waiting.add(look)
        look()
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function addressesOf(mail: ParsedMail): string[] {
  const to = Array.isArray(mail.to) ? mail.to : mail.to ? [mail.to] : []
  return to.flatMap((one) => one.value.map((entry) => entry.address ?? ''))
}
