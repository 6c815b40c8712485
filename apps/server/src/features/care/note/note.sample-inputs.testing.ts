import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { TestContext } from '../../../testing/fixtures/test-context.ts'
import type { Ownership } from '../../../platform/policy/policy.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const sampleTemplate = { name: 'Couples', fields: [{ heading: 'What each brought', hint: 'In their own words' }] }

export const sampleNote: RichText = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Calmer than before.', marks: [{ type: 'bold' }] }] }],
}

const laterNotes = Buffer.from('2026-11-12T10:00:00.000Z 0199f0de-0000-4000-8000-000000000001').toString('base64url')
const noteFilters = {
  state: () => 'signed' as const,
  search: () => 'calmer',
  from: () => '2026-11-01T00:00:00Z',
  until: () => '2026-11-30T00:00:00Z',
  after: () => laterNotes,
}

/** The part about the client of a sample session. */
const partFields = {
  clientId: (context: TestContext, whose: Ownership) => context.fixturesOf(whose).clientId,
}

const inputs = {
  open: {
    input: (context, whose) => ({ sessionId: context.fixturesOf(whose).notedSessionId }),
    fields: partFields,
  },
  parts: {
    input: (context, whose) => ({ sessionId: context.fixturesOf(whose).notedSessionId }),
    fields: partFields,
  },
  save: {
    input: (context, whose) => ({
      sessionId: context.fixturesOf(whose).notedSessionId,
      text: sampleNote,
      version: 1,
    }),
    fields: partFields,
  },
  sign: {
    input: (context, whose) => ({
      sessionId: context.fixturesOf(whose).notedSessionId,
      command: context.newId(),
      version: 1,
    }),
    fields: partFields,
  },
  signAll: {
    input: (context, whose) => ({
      sessionId: context.fixturesOf(whose).notedSessionId,
      command: context.newId(),
      parts: [{ clientId: context.fixturesOf(whose).clientId, version: 1 }],
    }),
  },
  addendum: {
    input: (context, whose) => ({
      id: context.newId(),
      sessionId: context.fixturesOf(whose).signedSessionId,
      text: 'The date was a day later.',
    }),
    fields: partFields,
  },
  history: {
    input: (context, whose) => ({ sessionId: context.fixturesOf(whose).signedSessionId }),
    fields: partFields,
  },
  queue: { input: () => ({ limit: 20 }), fields: { after: () => laterNotes } },
  counts: { input: () => ({}) },
  states: { input: (context, whose) => ({ sessionIds: [context.fixturesOf(whose).notedSessionId] }) },
  setNeededFrom: { input: () => ({ neededFrom: '2026-11-01T00:00:00Z' }) },
  ofClient: {
    input: (context, whose) => ({ clientId: context.fixturesOf(whose).clientId, limit: 20 }),
    fields: noteFilters,
  },
  printOfClient: {
    input: (context, whose) => ({ clientId: context.fixturesOf(whose).clientId, limit: 20 }),
    fields: { ...noteFilters, withShared: () => true },
  },
  previous: {
    input: (context, whose) => ({ sessionId: context.fixturesOf(whose).notedSessionId }),
    fields: partFields,
  },
  openClient: {
    input: (context, whose) => ({ clientId: context.fixturesOf(whose).clientId }),
  },
  saveClient: {
    input: (context, whose) => ({
      clientId: context.fixturesOf(whose).clientId,
      text: sampleNote,
      version: 0,
    }),
  },
  templates: emptyInput,
  createTemplate: { input: (context) => ({ id: context.newId(), ...sampleTemplate }) },
  editTemplate: { input: (context, whose) => ({ id: context.fixturesOf(whose).noteTemplateId, ...sampleTemplate }) },
  deleteTemplate: { input: (context, whose) => ({ id: context.fixturesOf(whose).noteTemplateId }) },
  saveText: {
    input: (context, whose) => ({
      sessionId: context.fixturesOf(whose).sessionId,
      kind: 'objectives',
      text: 'To sleep through.',
      version: 0,
    }),
  },
  shareText: {
    input: (context, whose) => ({ sessionId: context.fixturesOf(whose).sessionId, kind: 'next-steps', shared: true }),
  },
} satisfies SampleInputs<Contract['note']>

const rows = {
  note_template: ({ mark, therapistId, rowId }) => ({
    id: rowId('note_template'),
    therapist_id: therapistId,
    name: mark.slice(0, 60),
    fields: JSON.stringify([{ heading: mark.slice(0, 60), hint: '' }]),
  }),
  note_setting: ({ therapistId }) => ({ therapist_id: therapistId, needed_from: null }),
  session_note: ({ mark, therapistId, sessionId, clientId, rowId }) => ({
    id: rowId('session_note'),
    therapist_id: therapistId,
    session_id: sessionId,
    client_id: clientId,
    text: mark,
  }),
  session_note_version: ({ mark, therapistId, rowId }) => ({
    therapist_id: therapistId,
    note_id: rowId('session_note'),
    text: mark,
  }),
  session_note_addendum: ({ mark, therapistId, rowId }) => ({
    id: rowId('session_note_addendum'),
    therapist_id: therapistId,
    note_id: rowId('session_note'),
    text: `+ ${mark}`,
  }),
  session_text: ({ mark, therapistId, sessionId, rowId }) => ({
    id: rowId('session_text'),
    therapist_id: therapistId,
    session_id: sessionId,
    kind: 'objectives',
    text: mark,
  }),
  session_text_share: ({ therapistId, clientId, rowId }) => ({
    therapist_id: therapistId,
    text_id: rowId('session_text'),
    client_id: clientId,
  }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  note_setting: 'has a default that nobody changed',
  session_note_addendum: 'has no example yet',
} satisfies EmptyInDemo<typeof rows>

export const noteSamples = { inputs, rows, emptyInDemo }
