import type { Contract } from '@attune/contract'
import type { Ownership } from '../../../platform/policy/policy.ts'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { TestContext } from '../../../testing/fixtures/test-context.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const settings = { direction: 'both', privacy: 'busy', withPlace: false, follows: false } as const
const ofAccount = (context: TestContext, whose: Ownership) => ({ id: context.fixturesOf(whose).externalAccountId })
const ofCalendar = (context: TestContext, whose: Ownership) => ({ id: context.fixturesOf(whose).externalCalendarId })

const inputs = {
  accounts: emptyInput,
  connect: {
    // The private address prevents a request to an external server.
    input: (context) => ({
      id: context.newId(),
      address: 'https://127.0.0.1/dav/',
      userName: 'thea',
      password: 'app password',
    }),
  },
  beginGoogle: { input: (context, whose) => ({ accountId: context.fixturesOf(whose).externalAccountId }) },
  find: { input: ofAccount },
  add: {
    input: (context, whose) => ({
      id: context.newId(),
      accountId: context.fixturesOf(whose).externalAccountId,
      url: null,
      ...settings,
    }),
  },
  change: { input: (context, whose) => ({ ...ofCalendar(context, whose), ...settings }) },
  syncNow: { input: ofCalendar },
  setPassword: { input: (context, whose) => ({ ...ofAccount(context, whose), password: 'another' }) },
  remove: { input: (context, whose) => ({ ...ofCalendar(context, whose), events: 'stay' }) },
  removeAccount: { input: (context, whose) => ({ ...ofAccount(context, whose), events: 'stay' }) },
  questions: emptyInput,
  answer: {
    input: (context, whose) => ({ id: context.fixturesOf(whose).externalQuestionId, answer: 'put-back' }),
  },
} satisfies SampleInputs<Contract['externalCalendar']>

const rows = {
  external_account: ({ mark, therapistId, rowId }) => ({
    id: rowId('external_account'),
    therapist_id: therapistId,
    provider: 'caldav',
    address: `https://elsewhere.example/${mark}`,
    user_name: mark,
    sealed: Buffer.from(mark.padEnd(40)),
  }),
  external_consent: ({ therapistId, rowId }) => ({
    therapist_id: therapistId,
    login_id: rowId('external_consent'),
    state: Buffer.alloc(32, 1),
    expires_at: '2031-05-06T09:00Z',
  }),
  external_calendar: ({ mark, therapistId, rowId }) => ({
    id: rowId('external_calendar'),
    therapist_id: therapistId,
    account_id: rowId('external_account'),
    url: `https://elsewhere.example/${mark}/calendar/`,
    name: mark,
    direction: 'both',
  }),
  external_event: ({ mark, therapistId, sessionId, rowId }) => ({
    therapist_id: therapistId,
    calendar_id: rowId('external_calendar'),
    subject_id: sessionId,
    kind: 'session',
    uid: mark,
    href: mark,
    last_day: '2031-05-06',
  }),
  external_item: ({ mark, therapistId, rowId }) => ({
    therapist_id: therapistId,
    calendar_id: rowId('external_calendar'),
    href: mark,
  }),
  external_question: ({ therapistId, sessionId, rowId }) => ({
    id: rowId('external_question'),
    therapist_id: therapistId,
    calendar_id: rowId('external_calendar'),
    object_id: sessionId,
    subject_id: sessionId,
    kind: 'session',
    change: 'deleted',
    asked_at: '2031-05-06T09:00Z',
  }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  external_account: 'needs a provider outside the practice',
  external_calendar: 'needs a provider outside the practice',
  external_consent: 'needs a provider outside the practice',
  external_event: 'needs a provider outside the practice',
  external_item: 'needs a provider outside the practice',
  external_question: 'needs a provider outside the practice',
} satisfies EmptyInDemo<typeof rows>

export const externalCalendarSamples = { inputs, rows, emptyInDemo }
