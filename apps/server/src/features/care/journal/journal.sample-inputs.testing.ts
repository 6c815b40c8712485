import type { Contract } from '@attune/contract'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import { cursorAfter } from '../../../platform/http/api/cursor.ts'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { TestContext } from '../../../testing/fixtures/test-context.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const placeOfEntry = (context: TestContext) => cursorAfter('2026-11-20T10:00:00.000Z', context.newId())
const withPicture = (text: string, fileId: string): RichText => ({
  type: 'doc',
  content: [
    { type: 'paragraph', content: [{ type: 'text', text, marks: [{ type: 'bold' }] }] },
    { type: 'image', attrs: { fileId, alt: '' } },
  ],
})

const inputs = {
  list: {
    input: () => ({ limit: 100 }),
    fields: {
      search: () => 'a',
      tag: () => 'walks',
      from: () => '2026-11-01',
      until: () => '2026-11-30',
      shared: () => true,
      bin: () => true,
      after: placeOfEntry,
    },
  },
  days: { input: () => ({ from: '2026-11-01', until: '2026-11-30' }) },
  onThisDay: { input: () => ({ day: '2026-12-20' }) },
  tags: emptyInput,
  get: { input: (context, whose) => ({ id: context.fixturesOf(whose).entryId }) },
  save: {
    input: (context, whose) => {
      const { entryId, unlinkedFileId } = context.fixturesOf(whose)
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
    fields: {
      files: (context, whose) => [
        ...new Set([context.fixturesOf('own').unlinkedFileId, context.fixturesOf(whose).unlinkedFileId]),
      ],
    },
  },
  share: {
    input: (context, whose) => ({
      id: context.fixturesOf(whose).entryId,
      therapistIds: [context.fixturesOf(whose).therapistId],
      command: context.newId(),
    }),
  },
  publish: { input: (context, whose) => ({ id: context.fixturesOf(whose).entryId, version: 1 }) },
  revoke: {
    input: (context, whose) => ({
      id: context.fixturesOf(whose).entryId,
      therapistId: context.fixturesOf(whose).therapistId,
    }),
  },
  trash: { input: (context, whose) => ({ id: context.fixturesOf(whose).entryId }) },
  restore: { input: (context, whose) => ({ id: context.fixturesOf(whose).trashedEntryId }) },
  erase: { input: (context, whose) => ({ id: context.fixturesOf(whose).trashedEntryId }) },
  therapists: emptyInput,
  settings: emptyInput,
  saveSettings: { input: () => ({ prompts: false }) },
  exportAll: { input: () => ({ as: 'markdown' }) },

  shared: {
    input: (context, whose) => ({ clientId: context.fixturesOf(whose).clientId, limit: 100 }),
    fields: { newOnly: () => true, after: placeOfEntry },
  },
  read: {
    input: (context, whose) => ({ id: context.fixturesOf(whose).entryId }),
  },
  markUnread: { input: (context, whose) => ({ id: context.fixturesOf(whose).entryId }) },
  counts: emptyInput,
  addComment: {
    input: (context, whose) => ({
      id: context.newId(),
      entryId: context.fixturesOf(whose).entryId,
      text: 'To come back to.',
    }),
  },
  comments: {
    input: (context, whose) => ({ clientId: context.fixturesOf(whose).clientId, limit: 100 }),
    fields: { after: placeOfEntry },
  },
  deleteComment: { input: (context, whose) => ({ id: context.fixturesOf(whose).entryCommentId }) },
  reply: {
    input: (context, whose) => ({
      id: context.newId(),
      entryId: context.fixturesOf(whose).entryId,
      text: 'Thank you for this.',
    }),
  },
} satisfies SampleInputs<Contract['journal']>

const rows = {
  journal_entry: ({ mark, clientAccountId, rowId }) =>
    [
      { id: rowId('shared entry'), words: mark },
      { id: rowId('private entry'), words: `${mark} for nobody` },
    ].map(({ id, words }) => ({
      id,
      account_id: clientAccountId,
      title: words,
      content: { type: 'doc', content: [{ type: 'paragraph', text: words }] },
      excerpt: words,
      folded: words,
      tags: [words],
      written_at: new Date(),
    })),
  journal_share: ({ therapistId, clientAccountId, rowId }) => ({
    account_id: clientAccountId,
    entry_id: rowId('shared entry'),
    therapist_id: therapistId,
    shared_at: new Date(),
    fresh_at: new Date(),
  }),
  journal_file: ({ clientAccountId, rowId }) => ({
    account_id: clientAccountId,
    entry_id: rowId('shared entry'),
    file_id: rowId('photo'),
    place: 0,
  }),
  journal_publication: ({ mark, clientAccountId, rowId }) => ({
    account_id: clientAccountId,
    entry_id: rowId('shared entry'),
    version: 1,
    title: mark,
    content: { type: 'doc', content: [{ type: 'paragraph', text: mark }] },
    excerpt: mark,
    tags: [mark],
    written_at: new Date(),
    published_at: new Date(),
  }),
  journal_published_file: ({ clientAccountId, rowId }) => ({
    account_id: clientAccountId,
    entry_id: rowId('shared entry'),
    file_id: rowId('photo'),
    place: 0,
  }),
  journal_reply: ({ mark, therapistId, clientAccountId, rowId }) => ({
    id: rowId('journal_reply'),
    account_id: clientAccountId,
    entry_id: rowId('shared entry'),
    therapist_id: therapistId,
    text: mark,
    at: new Date(),
  }),
  journal_comment: ({ mark, therapistId, clientId, rowId }) => ({
    id: rowId('journal_comment'),
    therapist_id: therapistId,
    client_id: clientId,
    entry_id: rowId('shared entry'),
    text: mark,
    at: new Date(),
  }),
  journal_act: ({ clientAccountId, rowId }) => ({
    account_id: clientAccountId,
    command: rowId('journal_act'),
    entry_id: rowId('shared entry'),
    at: new Date(),
  }),
  journal_setting: ({ clientAccountId }) => ({ account_id: clientAccountId, prompts: false }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  journal_file: 'has no example yet',
  journal_published_file: 'has no example yet',
  journal_setting: 'has a default that nobody changed',
} satisfies EmptyInDemo<typeof rows>

export const journalSamples = { inputs, rows, emptyInDemo }
