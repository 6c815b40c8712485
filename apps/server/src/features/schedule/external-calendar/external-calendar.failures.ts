import { NotFetchedError } from '../../../platform/outbound/outbound.ts'
import { CalendarFailure } from './external-calendar.provider.ts'

const problems = {
  'not-https': 'not-https',
  'not-public': 'not-public',
  'not-allowed': 'not-reached',
  redirect: 'redirect',
  'too-large': 'too-large',
  timeout: 'too-slow',
  'wrong-certificate': 'wrong-certificate',
  'broken-off': 'not-reached',
  failed: 'not-reached',
} as const satisfies Record<NotFetchedError['reason'], CalendarFailure['problem']>

/** Throws CalendarFailure for a request that got no response. Rethrows any other error. */
export function throwFailure(error: unknown): never {
  throw error instanceof NotFetchedError ? new CalendarFailure(problems[error.reason]) : error
}

/** Returns the problem that corresponds to the status of a failed request. */
export const problemOfStatus = (status: number): CalendarFailure['problem'] =>
  status === 403
    ? 'forbidden'
    : status === 404 || status === 410
      ? 'gone'
      : status >= 500 || status === 429
        ? 'server'
        : 'no-calendar'
