import { z } from 'zod'

/**
 * The refusals of every procedure. A refusal is a value with a name; words for people are chosen by the browser.
 * `STEP_UP` says what is missing: a second factor to set up, or a code of the one that stands.
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
