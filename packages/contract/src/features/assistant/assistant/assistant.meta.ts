import type { ProcedureMeta } from '../../../common/procedure-meta.ts'

/** The meta of the procedure that sends a request to the endpoint. The therapist decides whether to send it again. */
export const assistantMeta = {
  ask: { retry: false, waitsForLogin: true },
} as const satisfies Record<string, ProcedureMeta>
