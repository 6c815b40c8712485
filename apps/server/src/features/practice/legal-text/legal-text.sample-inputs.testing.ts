import type { Contract } from '@attune/contract'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const place = { page: 'privacy', language: 'de' } as const
const textSample = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Privacy', marks: [{ type: 'bold' }] }] }],
} satisfies RichText

const inputs = {
  joining: { input: () => ({ as: 'client', language: 'en' }) },
  version: { input: (context) => ({ id: context.newId() }) },
  history: { input: () => place },
  startingText: { input: () => place },
  publish: { input: () => ({ ...place, text: textSample, isChecked: true }) },
  mine: emptyInput,
  ofClient: { input: (context, whose) => ({ clientId: context.fixturesOf(whose).clientId }) },
  dismissChange: { input: (context) => ({ versionId: context.newId() }) },
} satisfies SampleInputs<Contract['legalText']>

const rows = {
  // Legal texts are public, so the text does not contain `mark`, which identifies leaked private data in the tests.
  legal_version: ({ rowId }) => ({
    id: rowId('legal_version'),
    page: 'consent',
    language: 'en',
    version: Number.parseInt(rowId('legal_version').slice(0, 6), 16) + 1,
    text: JSON.stringify({
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'I agree.' }] }],
    }),
    sha256: '0'.repeat(64),
    published_at: new Date(),
  }),
  legal_consent: ({ clientAccountId, rowId }) => ({
    account_id: clientAccountId,
    version_id: rowId('legal_version'),
    agreed_at: new Date(),
  }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  legal_consent: 'follows the legal texts, which each practice writes itself',
  legal_version: 'holds the legal texts, which each practice writes itself',
} satisfies EmptyInDemo<typeof rows>

export const legalTextSamples = { inputs, rows, emptyInDemo }
