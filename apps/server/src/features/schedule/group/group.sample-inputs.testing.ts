import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { SampleRows } from '../../../testing/samples/sample-rows.ts'

const content = { name: 'Tuesday group', memberLimit: 8, typeId: null, showsNames: false, sharesName: true }

const inputs = {
  list: emptyInput,
  get: { input: (context, whose) => ({ id: context.fixturesOf(whose).groupId }) },
  create: {
    input: (context, whose) => ({
      id: context.newId(),
      type: 'group',
      ...content,
      clientIds: [context.fixturesOf(whose).clientId],
    }),
    fields: { typeId: (context, whose) => context.fixturesOf(whose).sessionTypeId },
  },
  edit: {
    input: (context, whose) => ({ id: context.fixturesOf(whose).groupId, version: 1, ...content }),
    fields: { typeId: (context, whose) => context.fixturesOf(whose).sessionTypeId },
  },
  setArchived: { input: (context, whose) => ({ id: context.fixturesOf(whose).groupId, isArchived: true }) },
  addMember: {
    input: (context, whose) => ({
      id: context.newId(),
      groupId: context.fixturesOf(whose).groupId,
      clientId: context.fixturesOf(whose).invitedClientId,
      joinedOn: '2026-11-20',
      sessionIds: [context.fixturesOf(whose).groupSessionId],
    }),
  },
  memberNotes: { input: (context, whose) => ({ id: context.fixturesOf(whose).groupMemberId }) },
  removeMember: {
    input: (context, whose) => ({
      id: context.fixturesOf(whose).groupMemberId,
      leftOn: '2026-11-20',
      isLateCounted: true,
    }),
  },
} satisfies SampleInputs<Contract['group']>

const rows = {
  client_group: ({ mark, therapistId, rowId }) => ({
    id: rowId('client_group'),
    therapist_id: therapistId,
    type: 'family',
    name: mark.slice(0, 80),
    member_limit: 12,
  }),
  client_group_member: ({ therapistId, clientId, rowId }) => ({
    id: rowId('client_group_member'),
    therapist_id: therapistId,
    group_id: rowId('client_group'),
    client_id: clientId,
    joined_on: '2026-11-20',
  }),
} satisfies Partial<SampleRows>

export const groupSamples = { inputs, rows }
