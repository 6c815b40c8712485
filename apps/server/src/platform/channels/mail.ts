import nodemailer from 'nodemailer'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { MessageChannel } from './channel.ts'

/** A calendar file attached to an email (RFC 5546). */
export type CalendarFile = {
  /** `REQUEST`: one session. `CANCEL`: one cancelled or declined session. `PUBLISH`: several sessions. */
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH'
  /** The text of the iCalendar file. */
  content: string
}

/** A rendered email. */
export type MailMessage = {
  /** The id of the email in the outbox, from which the header Message-ID is made. */
  id: string
  /** The name that the recipient sees as the sender. */
  fromName: string
  subject: string
  text: string
  html: string
  calendar: CalendarFile[]
}

/**
 * Returns the email address in the setting MAIL_FROM, which may also contain a display name: `Practice
 * <post@practice.example>`.
 */
export const addressOfSender = (mailFrom: string) => /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim()

/** The limits of a connection that tries the mail server: times in milliseconds, and the size of one answer in bytes. */
export const connectionLimits = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
  maxResponseSize: 64 * 1024,
}

/**
 * The limits for sending. A mail server may take a minute to accept an email after its text. Ending the connection earlier would send the email again
 * with each attempt, although the server has it. The limit is shorter than the time that a job of the queue may take, and each of the five jobs has
 * its own connection.
 */
export const sendingLimits = { ...connectionLimits, socketTimeout: 100_000, maxConnections: 5 }

/** Returns a channel that sends emails by SMTP; null if no mail server is configured. */
export function openMailChannel(config: Config, clock: Clock): MessageChannel<MailMessage> | null {
  if (!config.smtpUrl) return null
  const address = addressOfSender(config.mailFrom ?? '')
  const domain = address.split('@')[1] ?? 'localhost'
  const transport = nodemailer.createTransport({
    ...sendingLimits,
    url: config.smtpUrl,
    pool: true,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async deliver(to, { id, fromName, calendar, ...written }) {
      try {
        await transport.sendMail({
          from: { name: fromName, address },
          to,
          messageId: `<${id}@${domain}>`,
          date: clock.now(),
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          ...written,
          ...calendarParts(calendar),
        })
        return { state: 'accepted' }
      } catch (error) {
        return { state: isRefused(error) ? 'refused' : 'uncertain', error }
      }
    },
    close: () => transport.close(),
  }
}

/**
 * Returns the fields that add calendar files to an email. A single file becomes the calendar part of the email. Several files become attachments,
 * because calendars import one file at a time.
 */
const calendarParts = (files: CalendarFile[]) =>
  files.length === 1
    ? { icalEvent: { filename: 'invite.ics', ...files[0] } }
    : {
        attachments: files.map(({ method, content }, place) => ({
          filename: `invite-${place + 1}.ics`,
          content,
          contentType: `text/calendar; charset=utf-8; method=${method}`,
        })),
      }

/**
 * Whether the mail server refused the email permanently (RFC 5321 §4.2.1: codes 500 to 599). The server retries after
 * any other failure, including a failed login at the mail server (EAUTH).
 */
const isRefused = (error: unknown) => {
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  return (
    (responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH') ||
    (code === 'EENVELOPE' && (responseCode ?? 0) >= 500)
  )
}
