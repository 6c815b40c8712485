import { z } from 'zod'
import { EmptyInput } from '../common/ids.ts'
import { procedure } from '../common/procedure.ts'
import { nativeAppMeta } from './native-app.meta.ts'

/** The path of a GET route of the API, with its query. */
const OwnAddress = z
  .string()
  .max(2_000)
  .regex(/^\/api\/[\w\-./?=&%~+]+$/)

/** What only the native app uses. */
export const nativeApp = {
  /**
   * Returns an address of the API, to be opened with GET, with a pass: for one minute it opens as the caller, without a cookie or a bearer
   * token, so that an element of a page can show it. The caller's rights are checked when it is opened. Addresses of `file.address` have a
   * pass already if the caller sends a bearer token.
   */
  address: procedure
    .input(z.strictObject({ address: OwnAddress }))
    .output(z.strictObject({ url: z.string(), expiresAt: z.string() })),
  /**
   * Returns a ticket that opens one live connection of the caller's login within 30 seconds, at `ticketPath`, from an origin of the app.
   */
  liveTicket: procedure
    .meta(nativeAppMeta.liveTicket)
    .input(EmptyInput)
    .output(z.strictObject({ ticket: z.string(), expiresAt: z.string() })),
}
