import type { MissingField } from '@attune/contract/features/billing/invoice/invoice.draft.schemas'
import type { DraftToIssue } from '@attune/contract/features/billing/invoice/invoice.to-issue'
import { MissingFieldName } from '../draft/MissingInvoiceFields.tsx'

type Props = { missing: readonly MissingField[]; draft: Pick<DraftToIssue, 'id' | 'clientId'> }

/** The names of the missing fields of a draft, separated by commas, with links to the pages on which they are entered. */
export const MissingNames = ({ missing, draft: { id, clientId } }: Props) =>
  missing.map((field, index) => (
    // The index is a stable key, because the fields are replaced together.
    <span key={index}>
      {index > 0 && ', '}
      <MissingFieldName of={field} clientId={clientId} draftId={id} />
    </span>
  ))
