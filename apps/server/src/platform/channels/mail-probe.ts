import nodemailer from 'nodemailer'
import { waitAtMost } from '../process/wait-at-most.ts'
import { connectionLimits } from './mail.ts'

/** The course of a connection to the mail server that sends no email. */
export type MailProbe = {
  /** The first words of the server; null if it sent none. */
  greeting: string | null
  /** Whether the connection was encrypted, from its beginning or by STARTTLS. */
  isEncrypted: boolean
  /**
   * The result of signing in. `none`: SMTP_URL contains no user. `not-offered`: the server offers no way to sign in. `untried`: the connection ended
   * earlier.
   */
  login: 'accepted' | 'refused' | 'none' | 'not-offered' | 'untried'
  /** The answer of the server to the login; null if there was none. */
  loginAnswer: string | null
  /** The reason why the connection failed, without the password; null if it succeeded. */
  problem: string | null
}

/** The time limit of the whole connection in milliseconds. */
const probeMilliseconds = 25_000
const shownCharacters = 300

/** An error of nodemailer, with the answer of the server if there was one. */
type Failure = Error & { response?: string; code?: string }

/** A message of the log of nodemailer: its kind and its text. */
type Heard = { kind: string; text: string }

/**
 * Connects to the mail server in the same way as for sending an email: greeting, EHLO, STARTTLS if it is offered, login, QUIT. Sends no email. The
 * connection has a limit of time and of size.
 */
export async function probeMailServer(smtpUrl: string): Promise<MailProbe> {
  const heard: Heard[] = []
  const transport = nodemailer.createTransport({
    ...connectionLimits,
    url: smtpUrl,
    logger: listenTo(heard),
    transactionLog: true,
  })
  let problem: Failure | null = new Error('The mail server took too long.')
  await waitAtMost(probeMilliseconds, async () => {
    problem = await transport.verify().then(
      () => null,
      (error: unknown) => error as Failure,
    )
  })
  transport.close()
  return probeOf(heard, problem, smtpUrl)
}

/** Returns the facts about a connection from the messages in its log. */
function probeOf(heard: readonly Heard[], problem: Failure | null, smtpUrl: string): MailProbe {
  const words = (text: string) => withoutPassword(text, smtpUrl)
  const answers = heard.filter(({ kind }) => kind === 'server').map(({ text }) => words(text))
  const login = loginOf(heard, problem, smtpUrl)
  const failure = problem && (problem.response ?? explainProtocol(problem.message))
  const isRefused = login === 'refused'
  return {
    greeting: answers[0] ?? null,
    isEncrypted: smtpUrl.startsWith('smtps:') || heard.some(({ text }) => text.startsWith('Connection upgraded')),
    login,
    loginAnswer: isRefused
      ? words(failure ?? '')
      : login === 'accepted'
        ? (answers.findLast((answer) => answer.startsWith('235')) ?? null)
        : null,
    problem: failure && !isRefused ? words(failure) : null,
  }
}

/** Explains the error of a TLS connection to a port on which the server does not begin with TLS, such as `smtps://` with port 587. */
const explainProtocol = (message: string) =>
  message.includes('wrong version number')
    ? "The mail server doesn't begin with TLS on this port. SMTP_URL must begin with smtp:// there."
    : message

function loginOf(heard: readonly Heard[], problem: Failure | null, smtpUrl: string): MailProbe['login'] {
  if (problem) return problem.code === 'EAUTH' ? 'refused' : 'untried'
  if (!URL.canParse(smtpUrl) || new URL(smtpUrl).username === '') return 'none'
  return heard.some(({ kind, text }) => kind === 'client' && text.startsWith('AUTH')) ? 'accepted' : 'not-offered'
}

/** Returns a log of nodemailer that stores the messages. Nodemailer replaces the secrets of AUTH in them. */
function listenTo(heard: Heard[]) {
  const listen = (entry: { tnx?: string } | undefined, text: unknown) => {
    // A server could otherwise fill the memory with answers.
    if (heard.length < 200) heard.push({ kind: entry?.tnx ?? '', text: String(text) })
  }
  return { level: () => {}, trace: listen, debug: listen, info: listen, warn: listen, error: listen, fatal: listen }
}

/** Returns the words of the server in one short line, without the password even if the server repeats it. */
function withoutPassword(text: string, smtpUrl: string): string {
  const url = URL.canParse(smtpUrl) ? new URL(smtpUrl) : null
  const user = decode(url?.username ?? '')
  const password = decode(url?.password ?? '')
  const secrets = [
    password,
    url?.password ?? '',
    ...(password ? [base64(password), base64(`\0${user}\0${password}`)] : []),
  ].filter(Boolean)
  const line = secrets.reduce((shown, secret) => shown.replaceAll(secret, '…'), text)
  return line
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, shownCharacters)
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
