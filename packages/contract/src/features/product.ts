import { z } from 'zod'
import { Done, Id, EmptyInput } from '../common/ids.ts'
import { textLengths } from '../common/lengths.ts'
import { procedure } from '../common/procedure.ts'
import { requiredText, text } from '../common/text.schemas.ts'
import { therapistSignups } from './administration.rules.ts'

export const product = {
  /** The data that pages show before signing in. Anyone can read them. */
  info: procedure.input(EmptyInput).output(
    z.strictObject({
      practiceName: z.string(),
      therapistSignup: z.enum(therapistSignups),
      mailConfigured: z.boolean(),
      /** Whether the public URL is a loopback address, which other machines cannot open. */
      loopback: z.boolean(),
      /** Whether the installation is set up; false until the first admin exists. */
      setUp: z.boolean(),
    }),
  ),
  /** The practice's support text and hours (row 9.03). */
  support: procedure.input(EmptyInput).output(
    z.strictObject({
      text: z.string(),
      email: z.string().nullable(),
      hours: z.strictObject({ days: z.array(z.number()), from: z.string(), to: z.string(), zone: z.string() }),
      /** Whether the current time is within the support hours. */
      open: z.boolean(),
    }),
  ),
  /** Sends feedback to the admins. A repeated call with the same id changes nothing. Refuses more than 10 messages per hour. */
  sendFeedback: procedure
    .input(z.strictObject({ id: Id, text: requiredText(textLengths.feedback), page: text(textLengths.pagePath) }))
    .output(Done),
}
