import { z } from 'zod'
import { ClientId, EmptyInput } from '../../../common/ids.ts'
import { read } from '../../../common/procedure.ts'
import { missingScripts } from '../invoice/invoice.letters.rules.ts'

/** A year of a client's record for which a statement exists. */
const OwnStatement = z.strictObject({
  clientId: ClientId,
  year: z.int(),
  /** The name of the business on its latest invoice. */
  businessName: z.string(),
  /** The name of the client in the record. */
  name: z.string(),
  /** The script whose letters PDFs cannot show, so that the statement has no PDF; null if it has one. */
  script: z.enum(missingScripts).nullable(),
})
export type OwnStatement = z.infer<typeof OwnStatement>

/** A statement lists the amounts invoiced, credited and paid in a year. `GET /api/statement/<clientId>/<year>` returns it as a PDF. */
export const statements = {
  /**
   * The years in which the caller issued a document to a client or received a payment, latest first. `letters` names the script that PDFs cannot
   * show, for each year whose statement therefore cannot be made.
   */
  statementYears: read.input(z.strictObject({ clientId: ClientId })).output(
    z.strictObject({
      years: z.array(z.int()),
      letters: z.array(z.strictObject({ year: z.int(), script: z.enum(missingScripts) })),
    }),
  ),
  /** The statements that the caller can open, even after a disconnect, latest year first. */
  ownStatements: read.input(EmptyInput).output(z.strictObject({ items: z.array(OwnStatement) })),
}
