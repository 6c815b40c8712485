import { pino } from 'pino'
import type { LogLevel } from './config/config.ts'
import { traceOf } from './trace-ids.ts'

/** All permitted fields of a log line. Bodies, names, email addresses and query parameters are not permitted. */
export type LogFields = {
  /** The id of the request. The line also has the trace id if the proxy has sent one. */
  requestId?: string
  procedure?: string
  /** An HTTP status. */
  status?: number
  /** A code or a constant name, such as that of a channel. */
  code?: string
  /** A duration in milliseconds. */
  ms?: number
  /** The name of the queue. */
  job?: string
  jobId?: string
  /** The number of items or attempts that the event concerns. */
  count?: number
  /** Logged without its message, which may contain user input. */
  error?: unknown
}

/** Writes a log line. `event` is a constant text, never built from user input. */
export type Log = Record<'error' | 'warn' | 'info' | 'debug', (event: string, fields?: LogFields) => void>

/** Returns a log that writes JSON lines with `write`, or to standard output by default. */
export function openLog(level: LogLevel, write?: (line: string) => void): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    write ? { write } : pino.destination({ fd: 1, sync: false }),
  )
  const at =
    (name: 'error' | 'warn' | 'info' | 'debug') =>
    (event: string, fields: LogFields = {}) =>
      logger[name](allowed(fields), event)
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') }
}

function allowed(fields: LogFields): Record<string, unknown> {
  const { requestId, procedure, status, code, ms, job, jobId, count, error } = fields
  return {
    requestId,
    traceId: traceOf(requestId),
    procedure,
    status,
    code,
    ms,
    job,
    jobId,
    count,
    ...(error === undefined ? {} : { error: plain(error) }),
  }
}

/** Returns the kind, codes and stack of an error without its message, which may contain user input (`invalid input syntax … "…"`). */
function plain(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { kind: typeof error }
  const { code, routine, constraint, cause } = error as Error & {
    code?: unknown
    routine?: unknown
    constraint?: unknown
  }
  return {
    kind: error.name,
    code: safeWord(code),
    routine: safeWord(routine),
    constraint: safeWord(constraint),
    at: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 12)
      .map((line) => line.trim()),
    ...(cause === undefined || depth > 2 ? {} : { cause: plain(cause, depth + 1) }),
  }
}

const safeWord = (value: unknown) => (typeof value === 'string' && /^[\w.-]{1,80}$/.test(value) ? value : undefined)
