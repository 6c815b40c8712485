import type { ProcedureMeta } from '../../../common/procedure-meta.ts'

/**
 * The meta of the procedure that acknowledges messages. A call is not repeated and does not wait for a sign-in, because the page acknowledges the
 * messages again when it next reads the unread counts.
 */
export const messageMeta = {
  acknowledge: { retry: false, waitsForLogin: false },
} as const satisfies Record<string, ProcedureMeta>
