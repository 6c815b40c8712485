import type { Contract } from '@attune/contract'
import type { Ownership } from '../../../platform/policy/policy.ts'
import type { TestContext } from '../../../testing/fixtures/test-context.ts'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const ofSession = {
  input: (context: TestContext, whose: Ownership) => ({ sessionId: context.fixturesOf(whose).callSessionId }),
}
const ofPerson = {
  input: (context: TestContext, whose: Ownership) => {
    const { callId, callPersonId } = context.fixturesOf(whose)
    return { callId, personId: callPersonId }
  },
}
const forSession = {
  input: (context: TestContext, whose: Ownership) => {
    const { clientId: actingFor, callSessionId: sessionId } = context.fixturesOf(whose)
    return { actingFor, sessionId }
  },
}
const callIdOf = (context: TestContext, whose: Ownership) => context.fixturesOf(whose).callId

const inputs = {
  join: { ...ofSession, fields: { whereabouts: () => 'At home', callName: () => 'Blue' } },
  room: ofSession,
  admit: ofPerson,
  askToWait: ofPerson,
  remove: ofPerson,
  allowSharing: { input: (context, whose) => ({ callId: callIdOf(context, whose), isAllowed: true }) },
  end: { input: (context, whose) => ({ callId: callIdOf(context, whose) }) },
  waiting: emptyInput,
  iceServers: { input: (context, whose) => ({ callId: callIdOf(context, whose) }) },
  ofSession,
  joinFor: { ...forSession, fields: { whereabouts: () => 'At home', callName: () => 'Blue' } },
  roomFor: forSession,
  iceServersFor: {
    input: (context, whose) => ({
      actingFor: context.fixturesOf(whose).clientId,
      callId: callIdOf(context, whose),
    }),
  },
  ofSessionFor: forSession,
} satisfies SampleInputs<Contract['call']>

const at = (minute: string) => `2026-11-20T08:${minute}Z`

const rows = {
  video_call: ({ therapistId, sessionId, rowId }) => ({
    id: rowId('video_call'),
    therapist_id: therapistId,
    session_id: sessionId,
    started_at: at('00'),
    ended_at: at('50'),
  }),
  video_call_person: ({ therapistId, sessionId, clientId, mark, rowId }) => ({
    therapist_id: therapistId,
    call_id: rowId('video_call'),
    session_id: sessionId,
    client_id: clientId,
    waiting_since: at('00'),
    admitted_at: at('01'),
    seen_at: at('50'),
    first_joined_at: at('01'),
    last_left_at: at('50'),
    seconds: 2_940,
    whereabouts: `At home ${mark}`,
    call_name: mark,
  }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  video_call: 'needs two browsers at the same time',
  video_call_person: 'needs two browsers at the same time',
} satisfies EmptyInDemo<typeof rows>

export const callSamples = { inputs, rows, emptyInDemo }
