import type { guardianSessions } from '@attune/contract/features/people/guardian/guardian.sessions'
import type { Ownership } from '../../../../platform/policy/policy.ts'
import type { Fixtures, TestContext } from '../../../../testing/fixtures/test-context.ts'
import type { SampleInputs } from '../../../../testing/samples/sample-input.ts'

type IdKey = Extract<keyof Fixtures, `${string}essionId` | 'changeId' | 'counteredChangeId'>

const actingFor = (context: TestContext, whose: Ownership) => ({ actingFor: context.fixturesOf(whose).clientId })
/** Returns a command on a session or change request of the client. */
const commandOn = <More extends object>(key: IdKey, more = {} as More) => ({
  input: (context: TestContext, whose: Ownership) => ({
    ...actingFor(context, whose),
    id: context.fixturesOf(whose)[key],
    command: context.newId(),
    ...more,
  }),
})
const time = (context: TestContext) => ({ startsAt: context.freeSlot(), durationMinutes: 50 })
const reason = 'A journey'
const days = { from: '2026-11-02', to: '2026-11-08' }

export const guardianSessionsInputs = {
  home: { input: () => ({}), fields: { actingFor: (context, whose) => context.fixturesOf(whose).clientId } },
  sessions: {
    input: (context, whose) => ({ ...actingFor(context, whose), which: 'upcoming', limit: 100 }),
    fields: { after: (context) => `2026-11-01T00:00:00.000Z_${context.newId()}` },
  },
  session: { input: (context, whose) => ({ ...actingFor(context, whose), id: context.fixturesOf(whose).sessionId }) },
  acceptSession: commandOn('sessionId'),
  declineSession: commandOn('sessionId', { reason }),
  withdrawSession: commandOn('pendingSessionId'),
  freeTimes: {
    input: (context, whose) => ({ ...actingFor(context, whose), ...days, format: 'video' }),
    fields: { durationMinutes: () => 50, sessionId: (context, whose) => context.fixturesOf(whose).sessionId },
  },
  requestSession: {
    input: (context, whose) => ({
      ...actingFor(context, whose),
      id: context.newId(),
      ...time(context),
      format: 'video',
      message: reason,
    }),
  },
  requestMove: {
    input: (context, whose) => ({
      ...actingFor(context, whose),
      id: context.newId(),
      sessionId: context.fixturesOf(whose).sessionId,
      ...time(context),
      reason,
    }),
  },
  requestCancel: {
    input: (context, whose) => ({
      ...actingFor(context, whose),
      id: context.newId(),
      sessionId: context.fixturesOf(whose).sessionId,
      reason,
    }),
  },
  withdrawChange: commandOn('changeId'),
  acceptProposedTime: commandOn('counteredChangeId'),
  declineProposedTime: commandOn('counteredChangeId'),
} satisfies SampleInputs<typeof guardianSessions>
