import type { Contract } from '@attune/contract'
import type { Ownership } from '../../../platform/policy/policy.ts'
import type { TestContext } from '../../../testing/fixtures/test-context.ts'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { SampleRows } from '../../../testing/samples/sample-rows.ts'

/** Returns a new name on each call, because two tags of a therapist cannot have the same name. */
const named = (context: TestContext) => ({ name: context.newId(), color: 'sage' as const })
const tagOfClient = (context: TestContext, whose: Ownership) => {
  const { clientId, clientTagId } = context.fixturesOf(whose)
  return { clientId, tagId: clientTagId }
}

const inputs = {
  list: emptyInput,
  create: { input: (context) => ({ id: context.newId(), ...named(context) }) },
  edit: { input: (context, whose) => ({ id: context.fixturesOf(whose).clientTagId, ...named(context) }) },
  delete: { input: (context, whose) => ({ id: context.fixturesOf(whose).clientTagId }) },
  addToClient: {
    input: tagOfClient,
    // The matrix test replaces one of these ids at a time by an id of another owner.
    fields: {
      clientId: (context, whose) => context.fixturesOf(whose).clientId,
      tagId: (context, whose) => context.fixturesOf(whose).clientTagId,
    },
  },
  removeFromClient: {
    input: tagOfClient,
    fields: {
      clientId: (context, whose) => context.fixturesOf(whose).clientId,
      tagId: (context, whose) => context.fixturesOf(whose).clientTagId,
    },
  },
} satisfies SampleInputs<Contract['clientTag']>

const rows = {
  client_tag: ({ mark, therapistId, rowId }) => ({
    id: rowId('client_tag'),
    therapist_id: therapistId,
    name: mark.slice(0, 40),
  }),
  client_tag_client: ({ therapistId, clientId, rowId }) => ({
    therapist_id: therapistId,
    tag_id: rowId('client_tag'),
    client_id: clientId,
  }),
} satisfies Partial<SampleRows>

export const clientTagSamples = { inputs, rows }
