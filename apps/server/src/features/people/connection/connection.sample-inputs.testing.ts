import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { SampleRows } from '../../../testing/samples/sample-rows.ts'

const inputs = {
  invite: {
    input: (context, whose) => ({ id: context.fixturesOf(whose).invitedClientId, command: context.newId() }),
  },
  invitationSecrets: {
    input: (context, whose) => ({ id: context.fixturesOf(whose).invitationId }),
  },
  inviteMany: {
    input: (context, whose) => ({ ids: [context.fixturesOf(whose).invitedClientId], command: context.newId() }),
  },
  invitationPreview: { input: () => ({ language: 'fr' }) },
  disconnectPreview: {
    input: (context, whose) => ({ clientId: context.fixturesOf(whose).leavingClientId }),
  },
  disconnect: {
    input: (context, whose) => ({ clientId: context.fixturesOf(whose).leavingClientId, command: context.newId() }),
  },
  undoJoin: {
    input: (context, whose) => ({ id: context.fixturesOf(whose).leavingClientId, command: context.newId() }),
  },
  revoke: {
    input: (context, whose) => ({ id: context.fixturesOf(whose).invitedClientId, command: context.newId() }),
  },
  inviteCode: emptyInput,
  renewInviteCode: {
    input: (context) => ({ command: context.newId() }),
  },
  join: {
    input: (context, whose) => ({ code: context.fixturesOf(whose).code }),
  },
  therapists: emptyInput,
} satisfies SampleInputs<Contract['connection']>

const rows = {
  invitation: ({ mark, therapistId, otherClientId, rowId }) => ({
    id: rowId('invitation'),
    therapist_id: therapistId,
    client_id: otherClientId,
    email: `${mark.toLowerCase()}@example.org`,
    language: 'en',
    sent_at: new Date(),
    expires_at: new Date(),
  }),
} satisfies Partial<SampleRows>

export const connectionSamples = { inputs, rows }
