import type { ClientId } from '@attune/contract/common/ids'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { AgreementRows } from './AgreementRows.tsx'

/** Lists the legal texts to which the client of a record agreed on joining. Renders nothing if there are none. */
export function ClientAgreements({ clientId }: { clientId: ClientId }) {
  const { t } = useTranslation('legalText')
  const items = useQuery(orpc.legalText.ofClient.queryOptions({ input: { clientId } })).data?.items ?? []
  if (items.length === 0) return null
  return (
    <Section title={t('agreed.clientTitle')} rows>
      <AgreementRows items={items} />
    </Section>
  )
}
