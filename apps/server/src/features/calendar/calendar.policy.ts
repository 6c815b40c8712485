import type { Contract } from '@attune/contract'
import { therapistOnly, therapistOrClient, type FeaturePolicy } from '../../platform/policy/policy.ts'

export const calendarPolicy = {
  between: therapistOnly,
  conflicts: therapistOnly,
  addEvent: therapistOnly,
  editEvent: therapistOnly,
  removeEvent: therapistOnly,
  takeBack: therapistOnly,
  feed: therapistOrClient,
  setFeed: therapistOrClient,
  rotateFeed: therapistOrClient,
  removeFeed: therapistOrClient,
  imports: therapistOnly,
  addImport: therapistOnly,
  renameImport: therapistOnly,
  readImport: therapistOnly,
  removeImport: therapistOnly,
  zoneChange: therapistOnly,
  changeZone: therapistOnly,
} satisfies FeaturePolicy<Contract['calendar']>
