import type { NewSuperbill, PaidSession, PlanDiagnosis } from '@attune/contract/features/billing/superbill/superbill'
import {
  cptIn,
  cptPattern,
  diagnosisLetters,
  type DiagnosisLetter,
  icd10Pattern,
  modifierPattern,
  plainCode,
  type PlaceOfService,
  serviceDefaults,
  superbillLimits,
} from '@attune/contract/features/billing/superbill/superbill.rules'
import { appliesWithin } from '@attune/contract/features/care/treatment-plan/treatment-plan.rules'

/** A diagnosis as typed. `CodeValues` contains the codes of a session as typed, with spaces or commas between the modifiers. */
export type DiagnosisValues = { key: string; code: string; text: string }
export type CodeValues = {
  code: string
  modifiers: string
  placeOfService: PlaceOfService
  /** The letters of the diagnoses that the service did not treat, so that a new diagnosis applies to every session. */
  without: readonly DiagnosisLetter[]
}
export type SuperbillValues = {
  diagnoses: DiagnosisValues[]
  from: string
  to: string
  /** The sessions of the period that are excluded. */
  leftOut: ReadonlySet<string>
  codes: Record<string, CodeValues>
}

/** Returns the initial codes of a session: the code on its invoice, and the place and modifiers of its format. */
export const firstCodes = ({ code, format }: PaidSession): CodeValues => {
  const { placeOfService, modifiers } = serviceDefaults[format]
  return { code: cptIn(code), modifiers: modifiers.join(' '), placeOfService, without: [] }
}

/**
 * Returns the initial values of the form: the period of all sessions that are on no superbill, and the diagnoses in the treatment plan that applied
 * during this period.
 */
export function firstValues(
  sessions: readonly PaidSession[],
  planned: readonly PlanDiagnosis[],
  key: string,
): SuperbillValues {
  const days = sessions
    .filter(({ superbillId }) => superbillId === null)
    .map(({ serviceOn }) => serviceOn)
    .toSorted()
  const period = { from: days[0] ?? '', to: days.at(-1) ?? '' }
  const diagnoses = planned
    .filter((one) => appliesWithin(one, period))
    .slice(0, superbillLimits.diagnoses)
    .map(({ code, text }, index) => ({ key: `${key}-${index}`, code, text }))
  return {
    diagnoses: diagnoses.length > 0 ? diagnoses : [{ key, code: '', text: '' }],
    ...period,
    leftOut: new Set(),
    codes: {},
  }
}

/** Returns the sessions of the period, earliest first. An empty day is unlimited. */
export const sessionsInPeriod = (sessions: readonly PaidSession[], { from, to }: SuperbillValues): PaidSession[] =>
  sessions
    .filter(({ serviceOn }) => (from === '' || serviceOn >= from) && (to === '' || serviceOn <= to))
    .toSorted((one, other) => one.serviceOn.localeCompare(other.serviceOn))

/** Whether a session of the period is put on the superbill. */
export const isChosen = ({ sessionId, superbillId }: PaidSession, { leftOut }: SuperbillValues): boolean =>
  superbillId === null && !leftOut.has(sessionId)

export const codesOf = (session: PaidSession, { codes }: SuperbillValues): CodeValues =>
  codes[session.sessionId] ?? firstCodes(session)

const modifiersIn = (typed: string) => typed.split(/[\s,]+/).flatMap((one) => (one ? [plainCode(one)] : []))

export const isDiagnosis = ({ code }: DiagnosisValues): boolean => icd10Pattern.test(plainCode(code))
export const isCpt = ({ code }: CodeValues): boolean => cptPattern.test(plainCode(code))
export function areModifiers({ modifiers }: CodeValues): boolean {
  const all = modifiersIn(modifiers)
  return all.length <= superbillLimits.modifiers && all.every((one) => modifierPattern.test(one))
}

/** Returns the letters of the diagnoses that a service treated. */
export const lettersOf = ({ without }: CodeValues, count: number): DiagnosisLetter[] =>
  diagnosisLetters.slice(0, count).filter((letter) => !without.includes(letter))

/** Returns the texts of the diagnoses and of the chosen sessions. */
export const printedTexts = (values: SuperbillValues, sessions: readonly PaidSession[]): string[] => [
  ...values.diagnoses.map(({ text }) => text),
  ...sessionsInPeriod(sessions, values).flatMap((session) => (isChosen(session, values) ? [session.text] : [])),
]

export type SuperbillContent = Pick<NewSuperbill, 'diagnoses' | 'lines'>

/** Returns the content of the superbill to send, or null if something is invalid or no session is chosen. */
export function contentOf(values: SuperbillValues, sessions: readonly PaidSession[]): SuperbillContent | null {
  const lines = sessionsInPeriod(sessions, values)
    .filter((session) => isChosen(session, values))
    .map((session) => ({ session, codes: codesOf(session, values) }))
  const count = values.diagnoses.length
  const isValid =
    lines.length > 0 &&
    lines.length <= superbillLimits.lines &&
    values.diagnoses.every(isDiagnosis) &&
    lines.every(({ codes }) => isCpt(codes) && areModifiers(codes) && lettersOf(codes, count).length > 0)
  if (!isValid) return null
  return {
    diagnoses: values.diagnoses.map(({ code, text }) => ({ code: plainCode(code), text: text.trim() })),
    lines: lines.map(({ session: { sessionId }, codes }) => ({
      sessionId,
      code: plainCode(codes.code),
      modifiers: modifiersIn(codes.modifiers),
      placeOfService: codes.placeOfService,
      diagnoses: lettersOf(codes, count),
    })),
  }
}
