export { type OfferedType, offeredType, typeForFreeTimes } from './session-type.offered.ts'
export { requireOwnType, sessionTypeExists } from './session-type.settings.ts'
