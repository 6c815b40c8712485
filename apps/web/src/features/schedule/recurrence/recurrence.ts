export { RecurrenceScopeChoice } from './RecurrenceScopeChoice.tsx'
export { RecurrenceScopeDialog } from './RecurrenceScopeDialog.tsx'
export { RecurrenceSection } from './RecurrenceSection.tsx'
export {
  recurrenceDraftOf,
  recurrenceProblems,
  recurrenceRule,
  weeklyRecurrenceDraft,
  type RecurrenceDraft,
  type RecurrenceProblems,
} from './recurrence-draft.ts'
export { useRecurrenceText } from './recurrence-text.ts'
