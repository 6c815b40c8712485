import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../testing/sample-input.ts'
import type { SampleRows } from '../../testing/sample-rows.ts'

export const noteSampleInputs = {
  open: {
    input: (context, whose) => ({ sessionId: context.fixturesOf(whose).notedSessionId }),
  },
  save: {
    input: (context, whose) => ({
      sessionId: context.fixturesOf(whose).notedSessionId,
      text: 'Calmer than before.',
      version: 1,
    }),
  },
  sign: {
    input: (context, whose) => ({
      sessionId: context.fixturesOf(whose).notedSessionId,
      command: context.newId(),
      version: 1,
    }),
  },
  addendum: {
    input: (context, whose) => ({
      id: context.newId(),
      sessionId: context.fixturesOf(whose).signedSessionId,
      text: 'The date was a day later.',
    }),
  },
  history: {
    input: (context, whose) => ({ sessionId: context.fixturesOf(whose).signedSessionId }),
  },
  toWrite: emptyInput,
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

export const noteSampleRows = {
  session_note: ({ mark, therapistId, sessionId }) => ({
    therapist_id: therapistId,
    session_id: sessionId,
    text: mark,
  }),
  session_note_version: ({ mark, therapistId, sessionId }) => ({
    therapist_id: therapistId,
    session_id: sessionId,
    text: mark,
  }),
  session_note_addendum: ({ mark, therapistId, sessionId, rowId }) => ({
    id: rowId('session_note_addendum'),
    therapist_id: therapistId,
    session_id: sessionId,
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
