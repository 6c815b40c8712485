import { sampleNote } from '../../care/note/note.sample-inputs.testing.ts'
import type { Contract } from '@attune/contract'
import { cursorAfter } from '../../../platform/http/api/cursor.ts'
import type { Ownership } from '../../../platform/policy/policy.ts'
import type { TestContext } from '../../../testing/fixtures/test-context.ts'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const clientOf = (context: TestContext, whose: Ownership) => ({ clientId: context.fixturesOf(whose).clientId })

const requestOf = (context: TestContext, whose: Ownership) => ({
  id: context.newId(),
  ...clientOf(context, whose),
  sessionId: null,
  purpose: 'question' as const,
  form: null,
  language: 'en' as const,
  keywords: '',
  question: 'When did she sleep well?',
  text: '',
  sources: [{ kind: 'note' as const, id: context.fixturesOf(whose).notedSessionId }],
  edited: null,
})

const conversationById = (context: TestContext, whose: Ownership) => ({
  id: context.fixturesOf(whose).assistantConversationId,
})
const conversationOf = (context: TestContext, whose: Ownership) => ({
  ...conversationById(context, whose),
  isNew: false,
})

const inputs = {
  status: emptyInput,
  switchOn: { input: (context) => ({ termsVersion: 1, command: context.newId() }) },
  switchOff: { input: (context) => ({ command: context.newId() }) },
  sources: { input: clientOf, fields: { sessionId: (context, whose) => context.fixturesOf(whose).sessionId } },
  source: {
    input: (context, whose) => ({
      ...clientOf(context, whose),
      source: { kind: 'note' as const, id: context.fixturesOf(whose).notedSessionId },
    }),
  },
  preview: { input: requestOf, fields: { targetLanguage: () => 'de' as const, conversation: conversationOf } },
  ask: {
    input: (context, whose) => ({ ...requestOf(context, whose), sha256: '0'.repeat(64), acceptsNames: false }),
    fields: { targetLanguage: () => 'de' as const, conversation: conversationOf },
  },
  drafts: { input: clientOf },
  deleteDraft: { input: (context, whose) => ({ id: context.fixturesOf(whose).assistantDraftId }) },
  accept: {
    input: (context, whose) => ({
      draftId: context.fixturesOf(whose).assistantDraftId,
      sessionId: context.fixturesOf(whose).notedSessionId,
      text: sampleNote,
      noteVersion: 1,
      command: context.newId(),
    }),
  },
  conversations: {
    input: () => ({ limit: 50 }),
    fields: {
      after: (context) => cursorAfter('2001-01-01T00:00:00.000000Z', context.newId()),
      clientId: (context, whose) => context.fixturesOf(whose).clientId,
    },
  },
  conversation: { input: conversationById },
  deleteConversation: { input: conversationById },
} satisfies SampleInputs<Contract['assistant']>

const rows = {
  assistant_switch: ({ therapistId }) => ({ account_id: therapistId, terms_version: 1, at: new Date() }),
  assistant_day: ({ therapistId }) => ({ account_id: therapistId, day: '2026-11-20', words: 300 }),
  assistant_draft: ({ mark, therapistId, clientId, sessionId, rowId }) => ({
    id: rowId('assistant_draft'),
    therapist_id: therapistId,
    client_id: clientId,
    session_id: sessionId,
    purpose: 'note',
    form: 'soap',
    language: 'en',
    question: '',
    keywords: mark,
    text: mark,
    sentences: '[]',
    model: 'double',
    is_complete: true,
    at: new Date(),
  }),
  assistant_conversation: ({ therapistId, clientId, rowId }) => ({
    id: rowId('assistant_conversation'),
    therapist_id: therapistId,
    client_id: clientId,
    created_at: new Date(),
    last_at: new Date(),
  }),
  assistant_turn: ({ mark, therapistId, rowId }) => ({
    id: rowId('assistant_turn'),
    therapist_id: therapistId,
    conversation_id: rowId('assistant_conversation'),
    question: mark,
    language: 'en',
    sources: '[]',
    is_edited: false,
    state: 'answered',
    model: 'double',
    asked_at: new Date(),
  }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  assistant_conversation: 'needs a provider outside the practice',
  assistant_day: 'needs a provider outside the practice',
  assistant_draft: 'needs a provider outside the practice',
  assistant_switch: 'needs a provider outside the practice',
  assistant_turn: 'needs a provider outside the practice',
} satisfies EmptyInDemo<typeof rows>

export const assistantSamples = { inputs, rows, emptyInDemo }
