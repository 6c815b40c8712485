import type { Contract } from '@attune/contract'
import type { Note } from '@attune/contract/features/care/note/note'
import { therapistOnly, type FeaturePolicy } from '../../../platform/policy/policy.ts'
import { auditRefusalsOnly } from '../../../platform/policy/audit-read.ts'

const noteOpened = { action: 'open', resource: 'note' } as const
function clientsReadAbout(parts: readonly Note[]): string[] {
  const isSharedRead = parts.some(({ clientId, text }) => clientId === null && text !== '')
  return parts.flatMap(({ clientId, text }) => (clientId !== null && (isSharedRead || text !== '') ? [clientId] : []))
}

/**
 * Reading a part about a client adds a line only to the access log of that client; reading a shared part, to the logs of all clients of the session.
 */
const noteRead = {
  resource: 'note',
  subject: ({ clientId }: { clientId?: unknown }) => (clientId === undefined ? 'session' : 'client'),
} as const
/**
 * Reading parts adds a line to the access log of each client whom a part with text is about; reading a shared part with text, to the logs of all
 * clients of the session.
 */
const partsRead = {
  resource: 'note',
  subject: 'client',
  ids: ({ parts }: { parts: Note[] }) => clientsReadAbout(parts),
  when: ({ parts }: { parts: Note[] }) => clientsReadAbout(parts).length > 0,
} as const
const clientNotesRead = { resource: 'note', subject: 'client' } as const
const sessionTextRead = { resource: 'session-texts', subject: 'session' } as const

export const notePolicy = {
  open: { ...therapistOnly, audited: noteOpened, auditRead: { ...noteRead, when: ({ text }) => text !== '' } },
  save: {
    ...therapistOnly,
    beginsWithTransaction: true,
    auditRead: { ...noteRead, when: auditRefusalsOnly, refusals: ['NOTE_CHANGED'] },
  },
  parts: { ...therapistOnly, audited: noteOpened, auditRead: partsRead },
  sign: { ...therapistOnly, auditRead: { ...noteRead, refusals: ['NOTE_CHANGED'] } },
  signAll: { ...therapistOnly, auditRead: { ...noteRead, subject: 'session', refusals: ['NOTE_CHANGED'] } },
  addendum: { ...therapistOnly, limit: { perHour: 120 }, auditRead: noteRead },
  history: { ...therapistOnly, audited: noteOpened, auditRead: noteRead },
  queue: therapistOnly,
  counts: therapistOnly,
  states: { ...therapistOnly, outOfReach: 'empty' },
  setNeededFrom: therapistOnly,
  ofClient: {
    ...therapistOnly,
    auditRead: { ...clientNotesRead, when: ({ items, aboutClient }) => aboutClient || items.length > 0 },
  },
  printOfClient: {
    ...therapistOnly,
    auditRead: { ...clientNotesRead, when: ({ items }) => items.length > 0 },
  },
  previous: {
    ...therapistOnly,
    auditRead: { ...noteRead, ids: ({ note }) => (note ? [note.sessionId] : []), when: ({ note }) => note !== null },
  },
  openClient: { ...therapistOnly, auditRead: { ...clientNotesRead, when: ({ text }) => text !== '' } },
  saveClient: {
    ...therapistOnly,
    auditRead: { ...clientNotesRead, when: auditRefusalsOnly, refusals: ['NOTE_CHANGED'] },
  },
  templates: therapistOnly,
  createTemplate: { ...therapistOnly, limit: { perHour: 120 } },
  editTemplate: therapistOnly,
  deleteTemplate: therapistOnly,
  saveText: { ...therapistOnly, auditRead: { ...sessionTextRead, refusals: ['NOTE_CHANGED'] } },
  shareText: { ...therapistOnly, auditRead: sessionTextRead },
} satisfies FeaturePolicy<Contract['note']>
