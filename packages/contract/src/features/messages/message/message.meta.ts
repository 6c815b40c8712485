import type { ProcedureMeta } from '../../../common/procedure-meta.ts'

/**
 * The meta of the procedure that acknowledges messages. A call is neither repeated nor waits for a sign-in, because the page acknowledges the
 * messages when it reads the unread counts again.
 */
export const messageMeta = {
  acknowledge: { retry: false, waitsForLogin: false },
} as const satisfies Record<string, ProcedureMeta>
