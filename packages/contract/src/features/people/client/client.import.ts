import { z } from 'zod'
import { read } from '../../../common/procedure.ts'
import { clientFields } from './client.fields.ts'
import { maxComparedRows } from './client.rules.ts'

/** The fields by which an import recognizes a person. */
const identifyingFields = {
  firstName: clientFields.firstName,
  lastName: clientFields.lastName,
  email: clientFields.email,
  dateOfBirth: clientFields.dateOfBirth,
  phone: clientFields.phone,
}

/**
 * Compares rows of a file with the records of the therapist before the import. Returns the rows whose record already exists, by the rule of
 * `importMany`, and the other rows with the name of an existing record; the import adds a new record for each of the latter. `otherBirthDate`:
 * whether row and record both have a date of birth and these differ. The import changes no existing record.
 */
export const compareImport = read
  .input(z.strictObject({ rows: z.array(z.strictObject(identifyingFields)).min(1).max(maxComparedRows) }))
  .output(
    z.strictObject({
      matches: z.array(
        z.strictObject({ index: z.number(), kind: z.enum(['known', 'namesake']), otherBirthDate: z.boolean() }),
      ),
    }),
  )
