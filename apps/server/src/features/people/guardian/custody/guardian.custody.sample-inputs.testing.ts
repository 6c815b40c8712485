import type { guardianCustody } from '@attune/contract/features/people/guardian/guardian.custody'
import type { Ownership } from '../../../../platform/policy/policy.ts'
import type { TestContext } from '../../../../testing/fixtures/test-context.ts'
import type { SampleInputs } from '../../../../testing/samples/sample-input.ts'

const client = (context: TestContext, whose: Ownership) => ({ clientId: context.fixturesOf(whose).clientId })
const note = (context: TestContext, whose: Ownership) => ({
  ...client(context, whose),
  id: context.fixturesOf(whose).custodyNoteId,
})

export const guardianCustodyInputs = {
  custodyNotes: { input: client },
  saveCustodyNote: {
    input: (context, whose) => ({
      ...note(context, whose),
      version: 1,
      notedOn: '2026-01-05',
      text: 'The mother decides health questions alone.',
      fileId: context.fixturesOf(whose).therapistFileId,
    }),
  },
  removeCustodyNote: { input: note },
} satisfies SampleInputs<typeof guardianCustody>
