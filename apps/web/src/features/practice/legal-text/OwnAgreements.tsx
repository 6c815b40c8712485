import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { AgreementRows } from './AgreementRows.tsx'

/** Lists the legal texts to which the signed-in person agreed. Renders nothing if there are none. */
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
