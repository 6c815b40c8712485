import type { Contract } from '@attune/contract'
import type { RichText } from '@attune/contract/common/rich-text'
import type { FeaturePolicy } from '../../platform/policy/policy.ts'
import type { TestContext } from '../../testing/fixtures/test-context.ts'
import { journalCursor } from './journal.cursor.ts'

const author = { who: ['client'], assurance: 'full' } as const
const reader = { who: ['therapist'], assurance: 'full' } as const
const placeOfEntry = (world: TestContext) => journalCursor('2026-11-20T10:00:00.000Z', world.newId())
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
    sampleInput: () => ({ limit: 100 }),
    sampleFields: {
      search: () => 'a',
      tag: () => 'walks',
      from: () => '2026-11-01',
      until: () => '2026-11-30',
      shared: () => true,
      bin: () => true,
      after: placeOfEntry,
    },
  },
  days: { ...author, sampleInput: () => ({ from: '2026-11-01', until: '2026-11-30' }) },
  tags: { ...author, sampleInput: () => ({}) },
  get: { ...author, sampleInput: (world, whose) => ({ id: world.fixturesOf(whose).entryId }) },
  save: {
    ...author,
    sampleInput: (world, whose) => {
      const { entryId, unlinkedFileId } = world.fixturesOf(whose)
      return {
        id: entryId,
        version: 1,
        title: 'A walk',
        content: withPicture('Along the river, and back.', unlinkedFileId),
        mood: 4,
        tags: ['walks'],
        writtenAt: '2026-11-20T10:00:00.000Z',
        files: [unlinkedFileId],
      }
    },
    sampleFields: {
      files: (world, whose) => [
        ...new Set([world.fixturesOf('own').unlinkedFileId, world.fixturesOf(whose).unlinkedFileId]),
      ],
    },
  },
  share: {
    ...author,
    sampleInput: (world, whose) => ({
      id: world.fixturesOf(whose).entryId,
      therapistIds: [world.fixturesOf(whose).therapistId],
      command: world.newId(),
    }),
  },
  revoke: {
    ...author,
    sampleInput: (world, whose) => ({
      id: world.fixturesOf(whose).entryId,
      therapistId: world.fixturesOf(whose).therapistId,
    }),
  },
  bin: { ...author, sampleInput: (world, whose) => ({ id: world.fixturesOf(whose).entryId }) },
  restore: { ...author, sampleInput: (world, whose) => ({ id: world.fixturesOf(whose).trashedEntryId }) },
  erase: { ...author, sampleInput: (world, whose) => ({ id: world.fixturesOf(whose).trashedEntryId }) },
  therapists: { ...author, sampleInput: () => ({}) },
  settings: { ...author, sampleInput: () => ({}) },
  saveSettings: { ...author, sampleInput: () => ({ prompts: false }) },
  exportAll: { ...author, sampleInput: () => ({ as: 'markdown' }) },

  shared: {
    ...reader,
    outOfReach: 'empty',
    sampleInput: (world, whose) => ({ clientId: world.fixturesOf(whose).clientId, limit: 100 }),
    sampleFields: { newOnly: () => true, after: placeOfEntry },
  },
  read: {
    ...reader,
    auditRead: { resource: 'journal-entry', subject: 'entry' },
    sampleInput: (world, whose) => ({ id: world.fixturesOf(whose).entryId }),
  },
  markUnread: { ...reader, sampleInput: (world, whose) => ({ id: world.fixturesOf(whose).entryId }) },
  counts: { ...reader, sampleInput: () => ({}) },
  addComment: {
    ...reader,
    sampleInput: (world, whose) => ({
      id: world.newId(),
      entryId: world.fixturesOf(whose).entryId,
      text: 'To come back to.',
    }),
  },
  keptComments: {
    ...reader,
    auditRead: { resource: 'note', subject: 'client', when: ({ items }) => items.length > 0 },
    outOfReach: 'empty',
    sampleInput: (world, whose) => ({ clientId: world.fixturesOf(whose).clientId, limit: 100 }),
    sampleFields: { after: placeOfEntry },
  },
  dropComment: { ...reader, sampleInput: (world, whose) => ({ id: world.fixturesOf(whose).entryCommentId }) },
  reply: {
    ...reader,
    sampleInput: (world, whose) => ({
      id: world.newId(),
      entryId: world.fixturesOf(whose).entryId,
      text: 'Thank you for this.',
    }),
  },
} satisfies FeaturePolicy<Contract['journal']>
