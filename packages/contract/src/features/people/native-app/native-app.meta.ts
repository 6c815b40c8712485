import type { ProcedureMeta } from '../../../common/procedure-meta.ts'

/** The meta of the procedure that creates a ticket. The live connection itself requests a new ticket, also after a sign-in. */
export const nativeAppMeta = {
  liveTicket: { retry: false, waitsForLogin: false },
} as const satisfies Record<string, ProcedureMeta>
