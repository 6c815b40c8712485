import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Auth } from '../auth/auth.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/actor.ts'
import type { Site } from '../http/site.ts'
import type { Log } from '../log.ts'
import { type MailContent, createMailContent } from './mail-content.ts'
import { claimMail, postponeMail, finishMailAttempt } from './outbox.ts'
import { renderMail, type RenderedMail } from './template.ts'
import { decideDelivery } from './delivery-decision.ts'

export type Mailer = {
  /** Whether a mail server is configured. */
  configured: boolean
  /** Runs a job of the queue 'mail'. Throws if another attempt may succeed. */
  deliver(data: { mailId: string }, attempt: { retryCount: number; last: boolean }): Promise<void>
  close(): void
}

export type MailerDeps = { config: Config; db: Db; auth: Auth; site: Site; clock: Clock; log: Log }

export function createMailer(deps: MailerDeps): Mailer {
  const { config, db, clock } = deps
  const from = config.mailFrom ?? ''
  const transport = config.smtpUrl
    ? nodemailer.createTransport({
        url: config.smtpUrl,
        pool: true,
        maxConnections: 2,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 20_000,
        dnsTimeout: 10_000,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    : null
  const domain = /@([^\s@<>]+?)>?\s*$/.exec(from)?.[1] ?? 'localhost'

  return {
    configured: transport !== null,
    async deliver({ mailId }, { retryCount, last }) {
      const attempt = retryCount + 1
      const mail = await claimMail(db, mailId, attempt, clock.now())
      if (!mail) return
      const end = (state: Parameters<typeof finishMailAttempt>[3], error: string | null = null) =>
        finishMailAttempt(db, mailId, attempt, state, clock.now(), error)
      try {
        const wish = await decideDelivery(db, mail, clock.now())
        if (wish === 'drop') return await end('dropped')
        if (wish !== 'send') {
          return await postponeMail(db, mailId, attempt, (wish.until.getTime() - clock.now().getTime()) / 1000)
        }
        const letter = await createMailContent(deps, mail)
        if (!letter) return await end('dropped')
        if (!transport) {
          if (kindsWithSecretLink.has(letter.kind))
            await writeToFolder(config, mailId, letter, await renderMail(letter))
          return await end('not-configured')
        }
        const written = await renderMail(letter)
        await transport.sendMail({
          from,
          to: letter.to,
          messageId: `<${mailId}@${domain}>`,
          date: clock.now(),
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          ...written,
          ...calendarParts(letter.calendar),
        })
        await end('sent')
      } catch (error) {
        const refused = isRefused(error)
        await end(refused || last ? 'failed' : 'waiting', codeOf(error))
        if (!refused) throw error
      }
    },
    close: () => transport?.close(),
  }
}

/** One file becomes the calendar part of the email; several are attached separately, because calendars import them one by one. */
const calendarParts = (files: MailContent['calendar']) =>
  files.length === 1
    ? { icalEvent: { filename: 'invite.ics', ...files[0] } }
    : {
        attachments: files.map(({ method, content }, place) => ({
          filename: `invite-${place + 1}.ics`,
          content,
          contentType: `text/calendar; charset=utf-8; method=${method}`,
        })),
      }

/** Whether the mail server refused permanently (RFC 5321 §4.2.1: 5yz); other failures are retried. */
const isRefused = (error: unknown) => {
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  return (
    (responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH') ||
    (code === 'EENVELOPE' && (responseCode ?? 0) >= 500)
  )
}

const codeOf = (error: unknown) => {
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  return [code, responseCode].filter(Boolean).join(' ').slice(0, 200) || 'failed'
}

const kindsWithSecretLink = new Set<string>(['reset', 'email-new', 'email-old', 'factor-reset'])

/** Writes the email to a folder that only the server's user can read, so that its secret link is not lost without a mail server. */
async function writeToFolder(
  config: Config,
  mailId: string,
  letter: MailContent,
  written: RenderedMail,
): Promise<void> {
  const folder = join(config.dataDir, 'mail')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, `${mailId}.txt`), `To: ${letter.to}\nSubject: ${written.subject}\n\n${written.text}\n`, {
    mode: 0o600,
  })
}
