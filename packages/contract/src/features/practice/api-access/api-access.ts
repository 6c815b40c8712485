import { z } from 'zod'
import { EmptyInput } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { limitRefusal } from '../../../common/refusals.ts'
import { maxOriginLength, originProblems, requestGroups, requestLimitRules } from './api-access.rules.ts'

/** The limit of a group and its use within the last 24 hours, across all servers. */
const RequestLimit = z.strictObject({
  group: z.enum(requestGroups),
  /** The number of requests that one account or network may make within the period of `requestLimitRules`. */
  limit: z.int(),
  requests: z.int(),
  /** The number of requests that were refused with 429. */
  refused: z.int(),
  /** The highest number of requests that one account or network made within one period. */
  highest: z.int(),
})
export type RequestLimit = z.infer<typeof RequestLimit>

export const ApiAccess = z.strictObject({
  /** The origins of other apps that may call the API, in alphabetical order. */
  origins: z.array(z.string()),
  limits: z.array(RequestLimit),
  /** Whether the limits of reads, writes and messages are enforced. The environment can switch them off. */
  isEnforced: z.boolean(),
})
export type ApiAccess = z.infer<typeof ApiAccess>

const Origin = z.string().max(maxOriginLength)

export const apiAccess = {
  get: read.input(EmptyInput).output(ApiAccess),
  /**
   * Allows an origin to call the API with a bearer token and the public key. Refuses with INVALID_ORIGIN and the problem, and with LIMIT_REACHED if
   * there are already 20 origins.
   */
  allowOrigin: write
    .input(z.strictObject({ origin: Origin }))
    .output(ApiAccess)
    .errors({ ...limitRefusal, INVALID_ORIGIN: { status: 400, data: z.object({ problem: z.enum(originProblems) }) } }),
  /** Removes an allowed origin. Does nothing if the origin is not allowed. */
  removeOrigin: write.input(z.strictObject({ origin: Origin })).output(ApiAccess),
  /** Sets the limit of a group, within the range in `requestLimitRules`. */
  saveLimit: write
    .input(
      z
        .strictObject({ group: z.enum(requestGroups), limit: z.int() })
        .refine(({ group, limit }) => limit >= requestLimitRules[group].min && limit <= requestLimitRules[group].max, {
          error: 'OUT_OF_BOUNDS',
          path: ['limit'],
        }),
    )
    .output(ApiAccess),
}
