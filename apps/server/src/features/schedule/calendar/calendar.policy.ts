import type { Contract } from '@attune/contract'
import { therapistOnly, therapistOrClient, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const calendarPolicy = {
  between: therapistOnly,
  conflicts: therapistOnly,
  addEvent: { ...therapistOnly, limit: { perHour: 240 } },
  editEvent: therapistOnly,
  removeEvent: therapistOnly,
  undoEventChange: therapistOnly,
  feed: therapistOrClient,
  setFeed: therapistOrClient,
  rotateFeed: therapistOrClient,
  removeFeed: therapistOrClient,
  imports: therapistOnly,
  addImport: { ...therapistOnly, limit: { perHour: 30 } },
  renameImport: therapistOnly,
  readImport: therapistOnly,
  removeImport: therapistOnly,
  zoneChange: therapistOnly,
  changeZone: therapistOnly,
} satisfies FeaturePolicy<Contract['calendar']>
