import type { ProcedureMeta } from '../../../common/procedure-meta.ts'

/**
 * The meta of the procedure that reports what a page shows. A call is not repeated, because it is soon outdated. It does not wait for a sign-in,
 * because it is also made when the page closes after signing out.
 */
export const pushMeta = {
  setViewed: { retry: false, waitsForLogin: false },
} as const satisfies Record<string, ProcedureMeta>
