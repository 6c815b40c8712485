import type { Contract } from '@attune/contract'
import type { RichText } from '@attune/contract/common/rich-text'
import type { PolicyOf } from '../../platform/policy/policy.ts'
import type { World } from '../../testing/world.ts'
import { cursorOf } from './journal.place.ts'

const author = { who: ['client'], strength: 'full' } as const
const reader = { who: ['therapist'], strength: 'full' } as const
const placeOfEntry = (world: World) => cursorOf('2026-11-20T10:00:00.000Z', world.newId())
const withPicture = (text: string, fileId: string): RichText => ({
  type: 'doc',
  content: [
    { type: 'paragraph', content: [{ type: 'text', text, marks: [{ type: 'bold' }] }] },
    { type: 'image', attrs: { fileId, alt: '' } },
  ],
})

export const journalPolicy = {
  list: {
    ...author,
    specimen: () => ({ limit: 100 }),
    more: {
      search: () => 'a',
      tag: () => 'walks',
      from: () => '2026-11-01',
      until: () => '2026-11-30',
      shared: () => true,
      bin: () => true,
      after: placeOfEntry,
    },
  },
  days: { ...author, specimen: () => ({ from: '2026-11-01', until: '2026-11-30' }) },
  tags: { ...author, specimen: () => ({}) },
  get: { ...author, specimen: (world, whose) => ({ id: world.of(whose).entryId }) },
  save: {
    ...author,
    specimen: (world, whose) => {
      const { entryId, looseFileId } = world.of(whose)
      return {
        id: entryId,
        version: 1,
        title: 'A walk',
        content: withPicture('Along the river, and back.', looseFileId),
        mood: 4,
        tags: ['walks'],
        writtenAt: '2026-11-20T10:00:00.000Z',
        files: [looseFileId],
      }
    },
    more: { files: (world, whose) => [...new Set([world.of('own').looseFileId, world.of(whose).looseFileId])] },
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

  shared: {
    ...reader,
    foreign: 'empty',
    specimen: (world, whose) => ({ clientId: world.of(whose).clientId, limit: 100 }),
    more: { newOnly: () => true, after: placeOfEntry },
  },
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
    specimen: (world, whose) => ({ clientId: world.of(whose).clientId, limit: 100 }),
    more: { after: placeOfEntry },
  },
  dropComment: { ...reader, specimen: (world, whose) => ({ id: world.of(whose).entryCommentId }) },
  reply: {
    ...reader,
    specimen: (world, whose) => ({ id: world.newId(), entryId: world.of(whose).entryId, text: 'Thank you for this.' }),
  },
} satisfies PolicyOf<Contract['journal']>
