import { z } from 'zod'
import { ClientId, EmptyInput } from '../../../common/ids.ts'
import { read } from '../../../common/procedure.ts'

/** A year of a client's record for which there is a statement. */
const OwnStatement = z.strictObject({
  clientId: ClientId,
  year: z.int(),
  /** The name of the business on its latest invoice. */
  businessName: z.string(),
  /** The name of the client in the record. */
  name: z.string(),
})
export type OwnStatement = z.infer<typeof OwnStatement>

/** A statement lists what was invoiced, credited and paid in a year. `GET /api/statement/<clientId>/<year>` makes it as a PDF. */
export const statements = {
  /** The years in which the acting therapist issued something to a client, or a payment was made, the latest first. */
  statementYears: read
    .input(z.strictObject({ clientId: ClientId }))
    .output(z.strictObject({ years: z.array(z.int()) })),
  /** The statements that the acting client can open, also after a disconnect, the latest year first. */
  ownStatements: read.input(EmptyInput).output(z.strictObject({ items: z.array(OwnStatement) })),
}
