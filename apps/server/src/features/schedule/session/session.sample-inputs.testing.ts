import type { Contract } from '@attune/contract'
import type { Ownership } from '../../../platform/policy/policy.ts'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { Fixtures, TestContext } from '../../../testing/fixtures/test-context.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

type SessionIdKey = Extract<keyof Fixtures, `${string}essionId`>

/** Returns a command on a session: the id of the session and a new command id. */
const commandOn = (key: SessionIdKey) => ({
  input: (context: TestContext, whose: Ownership) => ({ id: context.fixturesOf(whose)[key], command: context.newId() }),
})
/** Returns a command on a session with further fields, such as a reason. */
const commandWith = <More extends object>(key: SessionIdKey, more: More) => ({
  input: (context: TestContext, whose: Ownership) => ({ ...commandOn(key).input(context, whose), ...more }),
})

const withReason = { reason: 'A journey' }
const kind = { therapyType: 'individual' as const, location: 'Room 2' }
const month = { from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' }
const groupIdOf = (context: TestContext, whose: Ownership) => context.fixturesOf(whose).groupId
const filters = {
  groupId: groupIdOf,
  status: () => ['scheduled' as const],
  format: () => 'video' as const,
  therapyType: () => 'individual' as const,
  from: () => month.from,
  to: () => month.to,
  search: () => 'a',
}

const time = (context: TestContext) => ({ startsAt: context.freeSlot(), durationMinutes: 50 })

const inputs = {
  between: { input: () => month },
  list: {
    input: (context, whose) => ({ which: 'upcoming', clientId: context.fixturesOf(whose).clientId, limit: 100 }),
    fields: { ...filters, after: (context) => `${month.from}_${context.newId()}` },
  },
  counts: {
    input: () => ({}),
    fields: { ...filters, clientId: (context, whose) => context.fixturesOf(whose).clientId },
  },
  waiting: emptyInput,
  unanswered: { input: () => ({ limit: 6 }) },
  get: { input: (context, whose) => ({ id: context.fixturesOf(whose).sessionId }) },
  chart: { input: () => ({ period: 'monthly' }) },
  create: {
    input: (context, whose) => ({
      id: context.newId(),
      clientIds: [context.fixturesOf(whose).clientId],
      startsAt: context.freeSlot(),
      durationMinutes: 50,
      ...kind,
      format: 'video',
      videoUrl: 'https://meet.example/room',
      callInAttune: false,
      agreed: true,
      typeId: null,
      anyway: true,
    }),
    fields: {
      typeId: (context, whose) => context.fixturesOf(whose).sessionTypeId,
      groupId: groupIdOf,
      callInAttune: () => true,
    },
  },
  logPast: {
    input: (context, whose) => ({
      id: context.newId(),
      clientIds: [context.fixturesOf(whose).clientId],
      startsAt: context.yesterday(),
      durationMinutes: 50,
      ...kind,
      format: 'in-person',
      outcome: 'completed',
    }),
    fields: { groupId: groupIdOf },
  },
  request: {
    input: (context, whose) => ({
      id: context.newId(),
      therapistId: context.fixturesOf(whose).therapistId,
      typeId: context.fixturesOf(whose).sessionTypeId,
      // The duration and the format match the session type.
      ...time(context),
      format: 'video',
      message: 'After work, please.',
    }),
  },
  book: {
    input: (context, whose) => ({
      id: context.newId(),
      therapistId: context.fixturesOf(whose).therapistId,
      typeId: context.fixturesOf(whose).sessionTypeId,
      ...time(context),
      format: 'video',
      message: 'After work, please.',
    }),
  },
  confirm: commandWith('pendingSessionId', { anyway: true }),
  deny: commandWith('pendingSessionId', withReason),
  counter: {
    input: (context, whose) => ({
      id: context.fixturesOf(whose).pendingSessionId,
      command: context.newId(),
      ...time(context),
      ...withReason,
      anyway: true,
    }),
  },
  withdraw: commandWith('pendingSessionId', withReason),
  accept: commandOn('sessionId'),
  acceptOnBehalf: commandOn('sessionId'),
  decline: commandWith('sessionId', withReason),
  move: {
    input: (context, whose) => ({
      id: context.fixturesOf(whose).sessionId,
      command: context.newId(),
      ...time(context),
      ...withReason,
      agreed: true,
      anyway: true,
      revision: 0,
    }),
  },
  edit: {
    input: (context, whose) => ({
      id: context.fixturesOf(whose).sessionId,
      command: context.newId(),
      format: 'in-person',
      location: 'Room 2',
      videoUrl: null,
      callInAttune: false,
      revision: 0,
    }),
    fields: { callInAttune: () => false },
  },
  cancel: commandWith('sessionId', withReason),
  cancelMany: {
    input: (context, whose) => ({
      ids: [context.fixturesOf(whose).sessionId],
      command: context.newId(),
      ...withReason,
    }),
  },
  moveMany: {
    input: (context, whose) => ({
      moves: [{ id: context.fixturesOf(whose).sessionId, startsAt: context.freeSlot() }],
      command: context.newId(),
      ...withReason,
    }),
  },
  restore: commandOn('cancelledSessionId'),
  complete: {
    ...commandOn('unresolvedSessionId'),
    fields: {
      absent: (context, whose) => [context.fixturesOf(whose).clientId],
      attendance: (context, whose) => [{ clientId: context.fixturesOf(whose).clientId, attendance: 'late' }],
    },
  },
  noShow: commandOn('unresolvedSessionId'),
  correct: {
    ...commandOn('completedSessionId'),
    fields: {
      attendance: (context, whose) => [{ clientId: context.fixturesOf(whose).clientId, attendance: 'excused' }],
    },
  },
  delete: commandWith('sessionId', withReason),
} satisfies SampleInputs<Contract['session']>

const rows = {
  session_reminder: ({ mark, therapistId, sessionId }) => ({
    therapist_id: therapistId,
    session_id: sessionId,
    reader_id: therapistId,
    sequence: 0,
    minutes_before: 1440,
    state: 'dropped',
    why: mark.slice(0, 30),
  }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  session_reminder: 'is written by a job of the running product',
} satisfies EmptyInDemo<typeof rows>

export const sessionSamples = { inputs, rows, emptyInDemo }
