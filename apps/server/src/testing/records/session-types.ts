import type { NewSessionType } from '@attune/contract/features/schedule/session-type/session-type'
import { randomUUID } from 'node:crypto'

/** Returns a new session type of 50 minutes by video, which clients cannot book. */
export const newSessionType = (more: Partial<NewSessionType> = {}): NewSessionType => ({
  id: randomUUID(),
  name: 'Follow-up',
  durationMinutes: 50,
  format: 'video',
  location: '',
  color: 'sage',
  bufferBefore: null,
  bufferAfter: null,
  serviceId: null,
  newClients: 'none',
  knownClients: 'none',
  ...more,
})
