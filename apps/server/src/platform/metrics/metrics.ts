import type { MailState } from '../mail/outbox.ts'

/** The events that the parts of the server report. No value may be personal: the only text is the name of a procedure of the contract. */
export type Metrics = {
  /** Counts a request. `procedure` is a name of the contract, or one of `otherRequests`. */
  countRequest(procedure: string, status: number, seconds: number): void
  /** Counts an attempt to send an email by its outcome. */
  countEmail(outcome: MailState): void
  /** Records the time from the beginning of a transaction to the publication of its changes. */
  observeFeedDelay(seconds: number): void
}

/** The labels of requests that call no procedure: to an unknown address, and to everything else, such as pages and files. */
export const otherRequests = { unknown: 'unknown', other: 'other' } as const

/** Records nothing. The metrics are off by default. */
export const noMetrics: Metrics = { countRequest() {}, countEmail() {}, observeFeedDelay() {} }
