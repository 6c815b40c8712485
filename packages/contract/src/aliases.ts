import type { Contract } from './contract.ts'
import { needsAnswer, overviewAnswer } from './features/home/dashboard/dashboard.needs.ts'

/** The path of a procedure, `feature/procedure`. */
type ProcedurePath = {
  [Feature in keyof Contract]: `${Feature}/${keyof Contract[Feature] & string}`
}[keyof Contract]

/** The procedure that an old name calls. */
export type ProcedureAlias = {
  path: ProcedurePath
  /** Converts the input of the old name. The procedure still validates it, so a wrong input may pass through unchanged. */
  input?: (input: unknown) => unknown
  /** Converts the answer of the procedure to that of the old name. */
  output?: (answer: unknown) => unknown
}

/** `administration/switchAccount` said whether the account is enabled. */
const accountInput = (input: unknown): unknown => {
  if (typeof input !== 'object' || input === null || !('enabled' in input)) return input
  const { enabled, ...others } = input
  return { ...others, disabled: typeof enabled === 'boolean' ? !enabled : enabled }
}

/**
 * The old names of renamed procedures. The server answers each like the procedure of its new name, with the same policy, limits and audit.
 * The description of the API does not list them. An entry stays for at least 12 months, and until no supported app of a store sends the old
 * name (decision 103).
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
