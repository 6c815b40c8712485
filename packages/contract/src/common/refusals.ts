import { z } from 'zod'

/**
 * The refusals that every procedure may return. The server sends only the name of a refusal; the browser chooses the
 * text to show. In `STEP_UP`, `need` is `enrol` if the person must set up a second factor, and `code` if the person
 * must enter a code.
 */
export const refusals = {
  BAD_REQUEST: { status: 400 },
  NO_LOGIN: { status: 401 },
  STEP_UP: { status: 401, data: z.object({ need: z.enum(['enrol', 'code']) }) },
  FORBIDDEN: { status: 403 },
  NOT_FOUND: { status: 404 },
  CONFLICT: { status: 409 },
  /** The refusal of a call from a page whose account is not the active one of its browser. */
  OTHER_ACCOUNT: { status: 409 },
  /** The refusal of a call that exceeds a rate limit. The same call succeeds after `retryAfterSeconds`. */
  TOO_MANY: { status: 429, data: z.object({ retryAfterSeconds: z.number() }) },
  UNAVAILABLE: { status: 503, data: z.object({ retryAfterSeconds: z.number() }) },
} as const

/** The refusal of a call that would delete a part of a client's record while a legal hold of the record lasts. */
export const heldRefusal = { HELD: { status: 409 } } as const

/**
 * The refusal of a call that would exceed a maximum, such as a number of rows. `limit` is the maximum. Repeating the call later does not
 * help.
 */
export const limitRefusal = { LIMIT_REACHED: { status: 409, data: z.object({ limit: z.number() }) } } as const
