/** How the browser sends a procedure. Files with this meta import no schema, so that none enters the browser. */
export type ProcedureMeta = {
  /** Whether a call without an answer is sent again. False where a code or link works one time. */
  retry: boolean
  /**
   * Whether a call refused for want of a login or second factor waits until the person has signed in. False for the
   * procedures that sign in: they must not wait for themselves.
   */
  waitsForLogin: boolean
}

/** The meta of every procedure that does not declare its own. */
export const defaultMeta: ProcedureMeta = { retry: true, waitsForLogin: true }
