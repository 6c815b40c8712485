/**
 * Public module of the feature `record-retention`: how long a client's record is kept, its legal holds, and the list of those whose retention ends.
 */
export { ClosedEndingsSection } from './endings/ClosedEndingsSection.tsx'
export { RecordEndingsLink } from './endings/RecordEndingsLink.tsx'
export { KeptPeriodsSection } from './KeptPeriodsSection.tsx'
export { RecordRetentionCard } from './RecordRetentionCard.tsx'
