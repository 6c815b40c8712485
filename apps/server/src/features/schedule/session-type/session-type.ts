export { hasSessionTypesSql, type OfferedType, findOfferedType, readTypeForFreeTimes } from './session-type.offered.ts'
export { requireOwnType, readSessionType, doesSessionTypeExist } from './session-type.settings.ts'
