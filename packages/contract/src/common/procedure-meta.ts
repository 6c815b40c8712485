/**
 * The properties of a procedure that the browser needs to call it. Files that declare this meta must not import schemas, so that the browser's bundle
 * contains none.
 */
export type ProcedureMeta = {
  /** Whether the browser repeats a call that received no response. False, for example, for a procedure that uses up a code or a link. */
  retry: boolean
  /**
   * Whether a call waits for the person to sign in after it was refused because the login or the second factor is
   * missing. False for the procedures that sign a person in, because these calls would wait forever.
   */
  waitsForLogin: boolean
}

/** The meta of every procedure that does not declare its own. */
export const defaultMeta: ProcedureMeta = { retry: true, waitsForLogin: true }
