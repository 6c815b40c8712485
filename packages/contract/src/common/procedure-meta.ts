/** How the browser sends a procedure. Files that declare this meta import no schema, so that no schema is part of the browser's code. */
export type ProcedureMeta = {
  /** Whether a call without an answer is sent again. False where a code or link works only once. */
  retry: boolean
  /**
   * Whether a call that was refused because the login or the second factor is missing waits until the person has signed in. False for
   * the procedures that sign in: they must not wait for themselves.
   */
  waitsForLogin: boolean
}

/** The meta of every procedure that does not declare its own. */
export const defaultMeta: ProcedureMeta = { retry: true, waitsForLogin: true }
