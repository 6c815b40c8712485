import { z } from 'zod'
import { read } from '../../../common/procedure.ts'
import { Language, text } from '../../../common/text/text.schemas.ts'
import { codeListNames, codeSearchLimits, searchedSystems } from './diagnosis-code.rules.ts'

const FoundCode = z.strictObject({
  code: z.string(),
  /** The title in the list, or the therapist's own words. */
  title: z.string(),
  /** Whether the therapist has used the code before. */
  own: z.boolean(),
})
export type FoundCode = z.infer<typeof FoundCode>

/** The official lists of diagnosis codes that the host has loaded. */
export const diagnosisCode = {
  /**
   * Searches for a code by its beginning or by the beginnings of words of its name. The therapist's own codes come first, the most used first; an
   * empty search returns only them. Searches the list in the reader's language, otherwise in English, otherwise any list of the system.
   */
  search: read
    .input(
      z.strictObject({
        system: z.enum(searchedSystems),
        language: Language,
        search: text(codeSearchLimits.search),
      }),
    )
    .output(
      z.strictObject({
        /** The list that was searched; null if the host has loaded none for the system. */
        list: z.strictObject({ name: z.enum(codeListNames), language: Language, edition: z.int() }).nullable(),
        items: z.array(FoundCode).max(codeSearchLimits.results),
      }),
    ),
}
