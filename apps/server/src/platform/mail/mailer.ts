import type { MailId } from '@attune/contract/common/ids'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Auth } from '../auth/auth.ts'
import { openMailChannel } from '../channels/mail.ts'
import { type MailConnection, openMailConnection } from '../channels/mail-connection.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../database/actor.ts'
import type { Site } from '../http/site/site.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { type MailContent, createMailContent } from './mail-content.ts'
import type { Emails } from './email-kind.ts'
import { openOutbox, postponeMail, type MailState } from './outbox.ts'
import { renderMail, type RenderedMail } from './template.ts'

/** Sends the queued emails. */
export type Mailer = {
  /** Whether a mail server is configured. */
  configured: boolean
  /** The connection to the mail server, tried without an email. */
  connection: MailConnection
  /** Runs a job of the queue 'mail'. Throws if the delivery fails but might succeed in another attempt. */
  deliver(data: { mailId: MailId }, attempt: { retryCount: number; last: boolean }): Promise<void>
  close(): void
}

export type MailerDeps = {
  config: Config
  db: Db
  auth: Auth
  site: Site
  clock: Clock
  log: Log
  metrics: Pick<Metrics, 'countEmail'>
  emails: Emails
}

export function createMailer(deps: MailerDeps): Mailer {
  const { config, db, clock, metrics, emails } = deps
  const channel = openMailChannel(config, clock)
  const outbox = openOutbox(db)
  const connection = openMailConnection(config.smtpUrl, clock)

  return {
    configured: channel !== null,
    connection,
    async deliver({ mailId }, { retryCount, last }) {
      const attempt = retryCount + 1
      const mail = await outbox.claim({ mailId, attempt, now: clock.now() })
      if (!mail) return
      const end = async (state: MailState, error: string | null = null) => {
        await outbox.finish({ mailId, attempt, state, error, at: clock.now() })
        metrics.countEmail(state)
      }
      try {
        const kind = emails.kinds[mail.kind]
        const decision = await emails.decideDelivery(db, mail, kind, clock.now())
        if (decision === 'drop') return await end('dropped')
        if (decision !== 'send') {
          return await postponeMail(db, mailId, attempt, (decision.until.getTime() - clock.now().getTime()) / 1000)
        }
        const content = await createMailContent(deps, mail)
        if (!content) return await end('dropped')
        if (!channel) {
          if (kind?.isSecret) await writeToFolder(config, mailId, content, await renderMail(content))
          return await end('not-configured')
        }
        const rendered = {
          id: mailId,
          fromName: content.sender.name,
          calendar: content.calendar,
          ...(await renderMail(content)),
        }
        const delivery = await channel.deliver(content.to, rendered)
        if (delivery.state !== 'accepted' && isSenderRefused(delivery.error))
          connection.rememberSenderRefusal((delivery.error as { response?: string }).response ?? '')
        if (delivery.state === 'uncertain') throw delivery.error
        if (delivery.state === 'refused') return await end('failed', mailErrorCode(delivery.error))
        await end('sent')
      } catch (error) {
        await end(last ? 'failed' : 'waiting', mailErrorCode(error))
        throw error
      }
    },
    close: () => channel?.close(),
  }
}

/**
 * Returns the code under which a failed delivery is stored: that of nodemailer and the status of the mail server. A refused sender gets a code of its
 * own, because it concerns every email, while any other EENVELOPE concerns one recipient.
 */
export const mailErrorCode = (error: unknown): string => {
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  return [isSenderRefused(error) ? 'ESENDER' : code, responseCode].filter(Boolean).join(' ').slice(0, 200) || 'failed'
}

/**
 * Whether the mail server refused our sender. The server refuses the sender before it receives the recipient, so its answer does not contain the
 * recipient.
 */
function isSenderRefused(error: unknown): boolean {
  const { code, command } = error as { code?: string; command?: string }
  return code === 'EENVELOPE' && command === 'MAIL FROM'
}

/** Writes the email to a folder that only the server's system user can read, so that its secret link can be used without a mail server. */
async function writeToFolder(
  config: Config,
  mailId: MailId,
  content: MailContent,
  written: RenderedMail,
): Promise<void> {
  const folder = join(config.dataDir, 'mail')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(
    join(folder, `${mailId}.txt`),
    `To: ${content.to}\nSubject: ${written.subject}\n\n${written.text}\n`,
    {
      mode: 0o600,
    },
  )
}
