import type { Contract } from './contract.ts'
import { needsAnswer, overviewAnswer } from './features/home/dashboard/dashboard.needs.ts'

/** The path of a procedure, `feature/procedure`. */
type ProcedurePath = {
  [Feature in keyof Contract]: `${Feature}/${keyof Contract[Feature] & string}`
}[keyof Contract]

/** An old name of a procedure: the procedure that it calls now, and how its input and output are converted. */
export type ProcedureAlias = {
  path: ProcedurePath
  /** Converts the input of the old name. Does not validate it, because the procedure does. */
  input?: (input: unknown) => unknown
  /** Converts the output of the procedure to the output of the old name. */
  output?: (answer: unknown) => unknown
}

/** Converts the input of `administration/switchAccount`, which has the field `enabled` in place of `disabled`. Returns any other input unchanged. */
const accountInput = (input: unknown): unknown => {
  if (typeof input !== 'object' || input === null || !('enabled' in input)) return input
  const { enabled, ...others } = input
  return { ...others, disabled: typeof enabled === 'boolean' ? !enabled : enabled }
}

/**
 * The old names of renamed procedures. A call of an old name has the same policy, limits and audit as the new one. The OpenAPI description does not
 * list old names. An entry stays for at least 12 months, and until no supported store app sends the old name (decision 103).
 */
export const procedureAliases: Readonly<Record<string, ProcedureAlias>> = {
  'administration/switchAccount': { path: 'administration/setAccountDisabled', input: accountInput },
  'assistantSetup/stateAgreement': { path: 'assistantSetup/recordAgreement' },
  'availability/absenceHits': { path: 'availability/sessionsDuringTimeOff' },
  'brief/get': { path: 'sessionPrep/get' },
  'calendar/takeBack': { path: 'calendar/undoEventChange' },
  'channelSetup/stateAgreement': { path: 'channelSetup/recordAgreement' },
  'channelSetup/switchChannel': { path: 'channelSetup/setChannelOn' },
  'channelSetup/switchContent': { path: 'channelSetup/setCarriesContent' },
  'client/doubles': { path: 'client/duplicates' },
  'client/tellApart': { path: 'client/markDifferent' },
  'connection/rotateStandingCode': { path: 'connection/renewInviteCode' },
  'connection/standingCode': { path: 'connection/inviteCode' },
  'dashboard/needs': { path: 'dashboard/attention', output: needsAnswer },
  'dashboard/overview': { path: 'dashboard/get', output: overviewAnswer },
  'file/drop': { path: 'file/delete' },
  'journal/bin': { path: 'journal/trash' },
  'journal/dropComment': { path: 'journal/deleteComment' },
  'journal/keptComments': { path: 'journal/comments' },
  'login/confirmEnrolment': { path: 'login/confirmTwoStep' },
  'login/enrol': { path: 'login/setUpTwoStep' },
  'login/lookAtInvitation': { path: 'login/readInvitation' },
  'login/lookAtLink': { path: 'login/readLink' },
  'series/plan': { path: 'series/create' },
  'session/cancelTogether': { path: 'session/cancelMany' },
  'session/enter': { path: 'session/logPast' },
  'session/moveTogether': { path: 'session/moveMany' },
  'session/plan': { path: 'session/create' },
  'task/dropTemplate': { path: 'task/deleteTemplate' },
  'task/dues': { path: 'task/dueDates' },
}
