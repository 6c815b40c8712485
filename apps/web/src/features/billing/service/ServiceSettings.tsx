import type { Service } from '@attune/contract/features/billing/service/service'
import { Skeleton } from '@mantine/core'
import { IconReceipt2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { ArchivableList } from '../../../ui/list/ArchivableList.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { ArchivedServiceRow, ServiceRow } from './ServiceRow.tsx'
import { useBusinessCurrency, useServices } from './use-services.ts'

const ServiceDialog = lazyNamed(() => import('./ServiceDialog.tsx'), 'ServiceDialog')

/** Lists the therapist's services with their prices. The therapist can add, edit and archive services, and undo the archiving. */
export function ServiceSettings() {
  const { t } = useTranslation('service')
  const read = useServices()
  return (
    <Query of={read} pending={<Skeleton height={320} radius={14} />} failed={t('loadFailed')} again={t('again')} card>
      {({ items }) => <ServiceSections services={items} />}
    </Query>
  )
}

function ServiceSections({ services }: { services: Service[] }) {
  const { t } = useTranslation('service')
  const currency = useBusinessCurrency()
  return (
    <ArchivableList
      items={services}
      texts={{
        title: t('title'),
        hint: t('hint'),
        add: t('add'),
        noneTitle: t('noneTitle'),
        noneText: t('noneText'),
        archivedTitle: t('archivedTitle'),
        archivedHint: t('archivedHint'),
      }}
      icon={IconReceipt2}
      rows={(offered, onEdit) =>
        offered.map((one) => <ServiceRow key={one.id} service={one} onEdit={() => onEdit(one)} />)
      }
      archivedRow={(one) => <ArchivedServiceRow key={one.id} service={one} />}
      dialog={(service, onClose) => (
        <ServiceDialog service={service} services={services} currency={currency} onClose={onClose} />
      )}
    />
  )
}
