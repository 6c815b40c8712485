import { z } from 'zod'

/**
 * The refusals that every procedure may return. A refusal is a named value; the browser chooses the text for people.
 * `STEP_UP` says what is missing: `enrol` asks to set up a second factor, `code` asks for a code of the existing one.
 */
export const refusals = {
  BAD_REQUEST: { status: 400 },
  NO_LOGIN: { status: 401 },
  STEP_UP: { status: 401, data: z.object({ need: z.enum(['enrol', 'code']) }) },
  FORBIDDEN: { status: 403 },
  NOT_FOUND: { status: 404 },
  CONFLICT: { status: 409 },
  TOO_MANY: { status: 429, data: z.object({ retryAfterSeconds: z.number() }) },
  UNAVAILABLE: { status: 503, data: z.object({ retryAfterSeconds: z.number() }) },
} as const
