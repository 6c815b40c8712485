/** Public module of the feature `record-request`: a client's requests for a copy of the record. */
export { RecordRequestSection } from './RecordRequestSection.tsx'
export { RecordRequestCard } from './RecordRequestCard.tsx'
export { EarlierRecordRequests } from './EarlierRecordRequests.tsx'
