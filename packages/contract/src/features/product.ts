import { z } from 'zod'
import { Done, Id, Nothing } from '../common/ids.ts'
import { procedure } from '../common/procedure.ts'
import { requiredText, text } from '../common/text.ts'
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
  /** What the practice says about help, and when somebody is there (row 9.03). */
  support: procedure.input(Nothing).output(
    z.strictObject({
      text: z.string(),
      email: z.string().nullable(),
      hours: z.strictObject({ days: z.array(z.number()), from: z.string(), to: z.string(), zone: z.string() }),
      /** Whether it is within these hours now. */
      open: z.boolean(),
    }),
  ),
  /** Tells the admins. The same id again changes nothing; after 10 in an hour no more. */
  sendFeedback: procedure.input(z.strictObject({ id: Id, text: requiredText(4000), page: text(200) })).output(Done),
}
