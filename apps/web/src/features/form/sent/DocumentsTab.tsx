import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ClientDocuments } from '../../document/document.ts'
import { ClientForms } from './ClientForms.tsx'

type Props = { client: { id: string; name: string }; may: boolean }

/** The tab Documents of a client's profile: forms and consents, and the files of the record. */
export function DocumentsTab({ client, may }: Props) {
  useTranslation(['form', 'document', 'file'])
  return (
    <Stack gap="md">
      <ClientForms client={client} may={may} />
      <ClientDocuments client={client} may={may} />
    </Stack>
  )
}
