import { languages } from '../../../common/text/text.ts'
import type { Language } from '../../../common/text/text.schemas.ts'
import { diagnosisSystems } from '../treatment-plan/treatment-plan.rules.ts'

/** The official lists that a host can load, with the languages of their titles. */
export const codeLists = {
  'icd-10-cm': { name: 'ICD-10-CM', languages: ['en'] },
  'icd-10-gm': { name: 'ICD-10-GM', languages: ['de'] },
  'icd-11': { name: 'ICD-11', languages },
} as const satisfies Record<string, { name: string; languages: readonly Language[] }>
export type CodeList = keyof typeof codeLists
export const codeListNames = ['icd-10-cm', 'icd-10-gm', 'icd-11'] as const satisfies readonly CodeList[]

/** The systems whose codes can be searched. A superbill contains only codes of ICD-10-CM. */
export const searchedSystems = [...diagnosisSystems, 'icd-10-cm'] as const
export type SearchedSystem = (typeof searchedSystems)[number]

export const codeSearchLimits = { search: 100, results: 20 } as const
