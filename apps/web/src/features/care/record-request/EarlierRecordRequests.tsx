import type { ClientId } from '@attune/contract/common/ids'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../ui/page/Section.tsx'
import classes from './record-request.module.css'
import { RequestRow } from './RequestRow.tsx'
import { useRequestsOfClient } from './use-record-requests.ts'

/** Lists the requests of a client that have ended, with the therapist's answers. Shows nothing if there are none. */
export function EarlierRecordRequests({ clientId }: { clientId: ClientId }) {
  const { t } = useTranslation('recordRequest')
  const ended = useRequestsOfClient(clientId).data?.items.filter(({ state }) => state !== 'open') ?? []
  if (ended.length === 0) return null
  return (
    <Section title={t('earlier')}>
      <div className={classes.list}>
        {ended.map((request) => (
          <RequestRow key={request.id} request={request} therapist={null} />
        ))}
      </div>
    </Section>
  )
}
