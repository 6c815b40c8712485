export const diagnosisSystems = ['icd-10', 'icd-11'] as const
export type DiagnosisSystem = (typeof diagnosisSystems)[number]

export const objectiveStates = ['open', 'reached', 'ended'] as const
export type ObjectiveState = (typeof objectiveStates)[number]

/** The scores that reach a target: `below` its points, or `from` its points upward. */
export const scoreTargets = ['below', 'from'] as const

/** Whether a score reaches the target of an objective. */
export const reachesTarget = (
  { reach, points }: { reach: (typeof scoreTargets)[number]; points: number },
  score: number,
) => (reach === 'below' ? score < points : score >= points)

/** The maximum number of rows of each kind, and the maximum length of each text in characters. */
export const planLimits = {
  goals: 10,
  objectives: 10,
  interventions: 20,
  diagnoses: 100,
  favorites: 50,
  versions: 200,
  progress: 1000,
  code: 40,
  diagnosisText: 200,
  goal: 500,
  objective: 500,
  measure: 300,
  target: 300,
  questionnaire: 40,
  points: 1_000_000,
  intervention: 500,
  comment: 2000,
  signature: 200,
} as const

/** Normalizes a typed code: capitals, with single spaces. */
export const plainDiagnosisCode = (typed: string): string => typed.trim().replace(/\s+/g, ' ').toUpperCase()

/**
 * A code of ICD-10, such as 'F41.1', with the additions of ICD-10-GM: 'F32.-' for a whole category; '+', '*' or '!'; the certainty G, V, A or
 * Z; the side R, L or B. Only the form is checked.
 */
const icd10Form = /^[A-Z]\d[0-9A-Z](?:\.(?:[0-9A-Z]{1,4}|-))?[+*!]?(?: [GVAZ])?(?: [RLB])?$/

/** A code of ICD-11 MMS, such as '6A70.1' or 'MB24.3'. The letters I and O are not used. */
const icd11Stem = '[0-9A-HJ-NP-Z][A-HJ-NP-Z][0-9][0-9A-HJ-NP-Z]{1,3}(?:\\.[0-9A-HJ-NP-Z]{1,2})?'
/** Codes of ICD-11 can be joined: '6A70.1/MB24.3', and '6A70.1&XS5W' with an extension. */
const icd11Form = new RegExp(`^${icd11Stem}(?:[&/]${icd11Stem})*$`)

const forms = { 'icd-10': icd10Form, 'icd-11': icd11Form } satisfies Record<DiagnosisSystem, RegExp>

/** Whether a typed code has the form of its system. The code need not be in a list. */
export const isDiagnosisCode = (system: DiagnosisSystem, typed: string): boolean => {
  const code = plainDiagnosisCode(typed)
  return code.length <= planLimits.code && forms[system].test(code)
}

type Dated = { from: string; until: string | null }

/** Whether a diagnosis applied on any day of a period. Empty bounds are unlimited. */
export const appliesWithin = ({ from, until }: Dated, period: { from: string; to: string }): boolean =>
  (period.to === '' || from <= period.to) && (until === null || period.from === '' || until >= period.from)
