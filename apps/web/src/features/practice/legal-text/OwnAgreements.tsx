import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { AgreementRows } from './AgreementRows.tsx'

/** Lists the legal texts that the signed-in person agreed to. Renders nothing if there is nothing. */
export function OwnAgreements() {
  const { t } = useTranslation('legalText')
  const items = useQuery(orpc.legalText.mine.queryOptions({ input: {} })).data?.items ?? []
  if (items.length === 0) return null
  return (
    <Section title={t('agreed.title')} hint={t('agreed.ownHint')} rows>
      <AgreementRows items={items} />
    </Section>
  )
}
