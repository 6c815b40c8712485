import type { ProcedureMeta } from '../../../common/procedure-meta.ts'

/**
 * The meta of the procedure that notes what a page shows. A call is not repeated, because its content is soon outdated, and does not wait
 * for a sign-in, because it is also made when the page closes after signing out.
 */
export const pushMeta = {
  setViewed: { retry: false, waitsForLogin: false },
} as const satisfies Record<string, ProcedureMeta>
