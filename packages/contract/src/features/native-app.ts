import { z } from 'zod'
import { EmptyInput } from '../common/ids.ts'
import { procedure } from '../common/procedure.ts'
import { nativeAppMeta } from './native-app.meta.ts'

/** What only the native app uses. */
export const nativeApp = {
  /**
   * Returns a ticket that opens one live connection of the caller's login within 30 seconds, at `ticketPath`, from an origin of the app.
   */
  liveTicket: procedure
    .meta(nativeAppMeta.liveTicket)
    .input(EmptyInput)
    .output(z.strictObject({ ticket: z.string(), expiresAt: z.string() })),
}
