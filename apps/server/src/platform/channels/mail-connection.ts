import { type MailProbe, probeMailServer } from './mail-probe.ts'
import type { Clock } from '../clock.ts'

/** The answer of the mail server to the latest trial of a connection. */
export type MailTrial = {
  /** The time at which the trial ended. */
  at: Date
  /** The error message of a failed trial, or the answer with which the mail server refused our sender; null if Attune can send through the server. */
  refusal: string | null
}

/** Tries connections to the mail server without sending an email. */
export type MailConnection = {
  /** Returns the latest trial; null until the first one has ended, and without a mail server. */
  latest(): MailTrial | null
  /** Tries a connection. Returns the trial; null without a mail server. A second call during a trial waits for the same trial. Never throws. */
  try(): Promise<MailTrial | null>
  /** Remembers the answer with which the mail server refused our sender when an email was sent. A trial cannot detect such a refusal. */
  rememberSenderRefusal(words: string): void
  /** Returns the latest refusal of our sender by the mail server; null if there was none. */
  senderRefusal(): MailTrial | null
}

export function openMailConnection(
  smtpUrl: string | null,
  clock: Clock,
  probe: typeof probeMailServer = probeMailServer,
): MailConnection {
  let latest: MailTrial | null = null
  let running: Promise<MailTrial | null> | null = null
  let senderRefusal: MailTrial | null = null
  const run = async (url: string) => {
    const refusal = await probe(url).then(probeRefusal, (error: unknown) => String((error as Error).message))
    latest = { at: clock.now(), refusal }
    return latest
  }
  return {
    latest: () => latest,
    try: async () =>
      smtpUrl === null
        ? null
        : (running ??= run(smtpUrl).finally(() => {
            running = null
          })),
    rememberSenderRefusal(words) {
      senderRefusal = { at: clock.now(), refusal: words }
    },
    senderRefusal: () => senderRefusal,
  }
}

/** Returns the error message of a refused connection or sign-in; null if the mail server accepted both. */
function probeRefusal({ login, loginAnswer, problem }: MailProbe): string | null {
  if (login === 'refused') return loginAnswer ?? ''
  return problem
}
