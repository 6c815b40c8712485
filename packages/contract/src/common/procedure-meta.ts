/**
 * Instructions for the browser on calling a procedure. The files that declare this meta import no schema, so that the code of the browser
 * contains no schema.
 */
export type ProcedureMeta = {
  /** Whether the browser repeats a call that got no answer. False for a procedure that uses up a code or a link. */
  retry: boolean
  /**
   * Whether a call waits for the person to sign in after it was refused because the login or the second factor is
   * missing. False for the procedures that sign a person in, because these calls would wait forever.
   */
  waitsForLogin: boolean
}

/** The meta of every procedure that does not declare its own. */
export const defaultMeta: ProcedureMeta = { retry: true, waitsForLogin: true }
