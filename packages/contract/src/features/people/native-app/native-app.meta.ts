import type { ProcedureMeta } from '../../../common/procedure-meta.ts'

/** The meta of the procedure that makes a ticket. The live connection asks again by itself, also after a sign-in. */
export const nativeAppMeta = {
  liveTicket: { retry: false, waitsForLogin: false },
} as const satisfies Record<string, ProcedureMeta>
