import type { Service } from '@attune/contract/features/service'
import { Button, Skeleton } from '@mantine/core'
import { IconPlus, IconReceipt2 } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { AddButton } from '../../ui/AddButton.tsx'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { Query } from '../../ui/page/Query.tsx'
import { Section } from '../../ui/page/Section.tsx'
import classes from './service.module.css'
import { ArchivedServices, ServiceRow } from './ServiceRow.tsx'
import { useBusinessCurrency, useServices } from './use-services.ts'

const ServiceDialog = lazyNamed(() => import('./ServiceDialog.tsx'), 'ServiceDialog')

/** The therapist's services with their prices: add, edit, and archive with undo. */
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
  const [edited, setEdited] = useState<Service | 'new' | null>(null)
  const [offered, archived] = [services.filter((one) => !one.isArchived), services.filter((one) => one.isArchived)]
  const add = () => setEdited('new')
  return (
    <div className={classes.sections}>
      <Section
        title={t('title')}
        hint={t('hint')}
        action={offered.length > 0 && <AddButton onClick={add}>{t('add')}</AddButton>}
        rows={offered.length > 0}
      >
        {offered.length > 0 ? (
          <ul className={classes.list}>
            {offered.map((one) => (
              <ServiceRow key={one.id} service={one} onEdit={() => setEdited(one)} />
            ))}
          </ul>
        ) : (
          <EmptyState icon={IconReceipt2} level="h3" title={t('noneTitle')} text={t('noneText')}>
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
              {t('add')}
            </Button>
          </EmptyState>
        )}
      </Section>
      {archived.length > 0 && <ArchivedServices services={archived} />}
      {edited && (
        <Suspense>
          <ServiceDialog
            service={edited === 'new' ? null : edited}
            services={services}
            currency={currency}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </div>
  )
}
