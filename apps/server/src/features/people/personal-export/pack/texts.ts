import { todayIn } from '@attune/contract/common/time/time'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { translate } from '../../../../platform/text/translations.ts'
import type { ExportingPerson } from '../../../../platform/personal-export/exported-part.ts'
import { exportedMoment } from '../../../../platform/personal-export/facts.ts'

/** The functions that write the pages of an export in the language and the zone of the person. */
export type ExportTexts = {
  language: Language
  t: (key: string, params?: Record<string, string>) => string
  /** Formats an instant with its time. */
  moment: (at: string) => string
  /** The day of an instant, `YYYY-MM-DD`. */
  day: (at: string) => string
}

export const exportTexts = ({ language, zone }: Pick<ExportingPerson, 'language' | 'zone'>): ExportTexts => ({
  language,
  t: (key, params) => translate(language, `personalExport.${key}`, params),
  moment: (at) => exportedMoment({ language, zone }, at),
  day: (at) => todayIn(zone, new Date(at)),
})
