import type { Contract } from '@attune/contract'
import type { PolicyOf } from '../../platform/policy/policy.ts'

const author = { who: ['client'], strength: 'full' } as const
const reader = { who: ['therapist'], strength: 'full' } as const
const doc = (text: string) => ({
  type: 'doc' as const,
  content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] }],
})

export const journalPolicy = {
  list: { ...author, specimen: () => ({}) },
  days: { ...author, specimen: () => ({ from: '2026-11-01', until: '2026-11-30' }) },
  tags: { ...author, specimen: () => ({}) },
  get: { ...author, specimen: (world, whose) => ({ id: world.of(whose).entryId }) },
  save: {
    ...author,
    specimen: (world, whose) => ({
      id: world.of(whose).entryId,
      version: 1,
      title: 'A walk',
      content: doc('Along the river, and back.'),
      mood: 4,
      tags: ['walks'],
      writtenAt: '2026-11-20T10:00:00.000Z',
      files: [],
    }),
  },
  share: {
    ...author,
    specimen: (world, whose) => ({
      id: world.of(whose).entryId,
      therapistIds: [world.of(whose).therapistId],
      command: world.newId(),
    }),
  },
  revoke: {
    ...author,
    specimen: (world, whose) => ({ id: world.of(whose).entryId, therapistId: world.of(whose).therapistId }),
  },
  bin: { ...author, specimen: (world, whose) => ({ id: world.of(whose).entryId }) },
  restore: { ...author, specimen: (world, whose) => ({ id: world.of(whose).binnedEntryId }) },
  erase: { ...author, specimen: (world, whose) => ({ id: world.of(whose).binnedEntryId }) },
  therapists: { ...author, specimen: () => ({}) },
  settings: { ...author, specimen: () => ({}) },
  saveSettings: { ...author, specimen: () => ({ prompts: false }) },
  exportAll: { ...author, specimen: () => ({ as: 'markdown' }) },

  shared: { ...reader, foreign: 'empty', specimen: (world, whose) => ({ clientId: world.of(whose).clientId }) },
  read: {
    ...reader,
    opens: { thing: 'journal-entry', of: 'entry' },
    specimen: (world, whose) => ({ id: world.of(whose).entryId }),
  },
  markUnread: { ...reader, specimen: (world, whose) => ({ id: world.of(whose).entryId }) },
  counts: { ...reader, specimen: () => ({}) },
  addComment: {
    ...reader,
    specimen: (world, whose) => ({ id: world.newId(), entryId: world.of(whose).entryId, text: 'To come back to.' }),
  },
  keptComments: {
    ...reader,
    opens: { thing: 'note', of: 'client', where: ({ items }) => items.length > 0 },
    foreign: 'empty',
    specimen: (world, whose) => ({ clientId: world.of(whose).clientId }),
  },
  dropComment: { ...reader, specimen: (world, whose) => ({ id: world.of(whose).entryCommentId }) },
  reply: {
    ...reader,
    specimen: (world, whose) => ({ id: world.newId(), entryId: world.of(whose).entryId, text: 'Thank you for this.' }),
  },
} satisfies PolicyOf<Contract['journal']>
