import type { Service } from '@attune/contract/features/billing/service/service'
import { IconArchive, IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { ArchivableRow, RestoreButton, RowButton } from '../../../ui/list/ArchivableList.tsx'
import { durationText } from '../../../ui/page/date-text.ts'
import { MetaList } from '../../../ui/page/row/MetaList.tsx'
import { moneyText } from '../../../ui/page/money-text.ts'
import { taxRateText } from './service-text.ts'
import classes from './service.module.css'
import { useArchiveService } from './use-services.ts'

/** A service in the list with its details and price, and buttons that edit and archive it. */
export function ServiceRow({ service, onEdit }: { service: Service; onEdit: () => void }) {
  const { t } = useTranslation('service')
  const archive = useArchiveService()
  const name = { name: service.text }
  return (
    <RowOfService service={service}>
      <RowButton icon={IconPencil} label={t('edit', name)} onClick={onEdit} />
      <RowButton
        icon={IconArchive}
        label={t('archive', name)}
        onClick={() => archive({ id: service.id, isArchived: true })}
      />
    </RowOfService>
  )
}

/** An archived service with the button that restores it. */
export function ArchivedServiceRow({ service }: { service: Service }) {
  const { t } = useTranslation('service')
  const archive = useArchiveService()
  return (
    <RowOfService service={service}>
      <RestoreButton
        label={t('restoreOf', { name: service.text })}
        onClick={() => archive({ id: service.id, isArchived: false })}
      >
        {t('restore')}
      </RestoreButton>
    </RowOfService>
  )
}

/** The code, text, details and price of a service. */
function RowOfService({ service, children }: { service: Service; children: ReactNode }) {
  const { t } = useTranslation('service')
  const { language } = useLocale()
  const { code, text, minutes, taxRateBp, defaultFormat, place, priceMinor, currency } = service
  return (
    <ArchivableRow
      name={text}
      facts={
        <MetaList>
          {code}
          {minutes !== null && durationText(minutes, language)}
          {place}
          {taxRateBp !== null && t('taxRate', { rate: taxRateText(taxRateBp, language) })}
          {defaultFormat && t('defaultFor', { format: t(`format.${defaultFormat}`) })}
        </MetaList>
      }
      aside={<span className={classes.price}>{moneyText(priceMinor, currency, language)}</span>}
    >
      {children}
    </ArchivableRow>
  )
}
