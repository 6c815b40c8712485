/** How the browser calls a procedure. The files that declare this meta import no schema, so that the browser's code contains no schema. */
export type ProcedureMeta = {
  /** Whether the browser repeats a call that got no answer. False for a procedure that uses up a code or a link. */
  retry: boolean
  /**
   * Whether a call that was refused because the login or the second factor is missing waits until the person has signed in. False for the
   * procedures that sign a person in, because they would wait for themselves.
   */
  waitsForLogin: boolean
}

/** The meta of every procedure that does not declare its own. */
export const defaultMeta: ProcedureMeta = { retry: true, waitsForLogin: true }
