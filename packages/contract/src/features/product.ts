import { z } from 'zod'
import { Nothing } from '../common/ids.ts'
import { procedure } from '../common/procedure.ts'
import { therapistSignups } from './administration.ts'

export const product = {
  /** What anybody may know before signing in. */
  info: procedure.input(Nothing).output(
    z.strictObject({
      practiceName: z.string(),
      therapistSignup: z.enum(therapistSignups),
      mailConfigured: z.boolean(),
      /** Clients elsewhere cannot open this address yet. */
      loopback: z.boolean(),
      /** False until the first admin exists. */
      setUp: z.boolean(),
    }),
  ),
}
