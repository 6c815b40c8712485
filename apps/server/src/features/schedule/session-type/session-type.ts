export { type OfferedType, offeredType, typeForFreeTimes } from './session-type.offered.ts'
export { requireOwnType, sessionTypeById, sessionTypeExists } from './session-type.settings.ts'
