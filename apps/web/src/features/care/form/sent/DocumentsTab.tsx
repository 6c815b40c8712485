import type { ClientId } from '@attune/contract/common/ids'
import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ClientDocuments } from '../../document/document.ts'
import { LazyClientAgreements } from '../../../practice/legal-text/legal-text.ts'
import { ClientForms } from './ClientForms.tsx'

type Props = { client: { id: ClientId; name: string }; may: boolean }

/** The tab Documents of a client's profile: forms and consents, documents, and the legal texts to which the client agreed when joining. */
export function DocumentsTab({ client, may }: Props) {
  useTranslation(['form', 'document', 'file', 'legalText'])
  return (
    <Stack gap="md">
      <ClientForms client={client} may={may} />
      <ClientDocuments client={client} may={may} />
      <LazyClientAgreements clientId={client.id} />
    </Stack>
  )
}
