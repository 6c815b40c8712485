export { awaitsOwnAnswer } from './waiting/awaits-own-answer.ts'
export { LazyTimeAnswerButtons } from './waiting/LazyTimeAnswerButtons.tsx'
export { LazyClientSessionsTab } from './list/LazyClientSessionsTab.tsx'
export { historySentenceKey } from './detail/SessionHistoryTimeline.tsx'
export { mayJoin } from './detail/may-join.ts'
export { JoinButton } from './detail/JoinButton.tsx'
export { mayHaveCall } from './detail/may-join.ts'
export {
  FormatLabel,
  SessionStatusBadge,
  sessionStatusIcons,
  counterpartName,
  counterpartOf,
} from './summary/status.tsx'
export { TimeChange } from './summary/TimeChange.tsx'
export type { OtherTimesProps } from './dialogs/other-times.ts'
export { LazyClientSelect, LazyClientMultiSelect } from './fields/lazy-client-selects.tsx'
export {
  LazyScheduleDialog,
  LazyScheduleForDialog,
  LazyScheduleGroupDialog,
  ScheduleButton,
} from './schedule/ScheduleButton.tsx'
export { LazySeriesDialog } from './series/lazy-series.tsx'
export { LazyRequestSessionDialog } from './request/LazyRequestSessionDialog.ts'
export { RequestSessionButton } from './request/RequestSessionButton.tsx'
export { SessionRows } from './list/SessionRows.tsx'
export { SessionCard } from './list/SessionCard.tsx'
export { SessionDialogProvider, useOpenSessionDialog } from './dialogs/SessionDialogProvider.tsx'
export { Moment, TimeZoneNote, therapistTimeOf } from './summary/SessionTime.tsx'
export { LazyAwaitingAnswerPanel } from './waiting/LazyAwaitingAnswerPanel.tsx'
export { useConflictText } from './dialogs/SlotTakenNotice.tsx'
export { useCommandIds, useSubscribeToSessions, useInvalidateSessions } from './summary/mutations.ts'
export { useSessionRefusalText } from './summary/refusals.ts'
export { useSkippedReasonText, useUndoBulkCancel } from './bulk-cancel.ts'
export type { PickedClient } from './fields/use-client-search.ts'
export { AwaitingAnswerRow } from './waiting/AwaitingAnswerRow.tsx'
