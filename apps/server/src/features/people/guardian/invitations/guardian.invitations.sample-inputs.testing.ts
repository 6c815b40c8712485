import type { guardianInvitations } from '@attune/contract/features/people/guardian/guardian.invitations'
import type { SampleInputs } from '../../../../testing/samples/sample-input.ts'

const given = { rights: ['sessions', 'invoices'] as const, validUntil: null, knowsOthers: false, reachesBack: false }

export const guardianInvitationsInputs = {
  ofClient: { input: (context, whose) => ({ clientId: context.fixturesOf(whose).clientId }) },
  invite: {
    input: (context, whose) => ({
      id: context.newId(),
      clientId: context.fixturesOf(whose).childId,
      contactId: context.fixturesOf(whose).guardianContactId,
      basis: 'parent',
      ...given,
      rights: [...given.rights],
    }),
  },
  resend: {
    input: (context, whose) => ({ id: context.fixturesOf(whose).invitedGuardianId, command: context.newId() }),
  },
  secrets: { input: (context, whose) => ({ id: context.fixturesOf(whose).invitedGuardianId }) },
  save: {
    input: (context, whose) => ({
      id: context.fixturesOf(whose).invitedGuardianId,
      version: 1,
      ...given,
      rights: [...given.rights],
    }),
  },
  end: { input: (context, whose) => ({ id: context.fixturesOf(whose).invitedGuardianId }) },
} satisfies SampleInputs<typeof guardianInvitations>
