import type { Service } from '@attune/contract/features/service'
import { ActionIcon, Button, Text } from '@mantine/core'
import { IconArchive, IconPencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../platform/use-locale.ts'
import { durationText } from '../../ui/page/date-text.ts'
import { MetaList } from '../../ui/page/MetaList.tsx'
import { moneyText } from '../../ui/page/money-text.ts'
import { Section } from '../../ui/page/Section.tsx'
import { taxRateText } from './service-text.ts'
import classes from './service.module.css'
import { useArchiveService } from './use-services.ts'

/** A service of the list with its facts and price, and the buttons to edit and to archive it. */
export function ServiceRow({ service, onEdit }: { service: Service; onEdit: () => void }) {
  const { t } = useTranslation('service')
  const archive = useArchiveService()
  const name = { name: service.text }
  return (
    <li className={classes.row}>
      <ServiceFacts service={service} />
      <div className={classes.buttons}>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('edit', name)} onClick={onEdit}>
          <IconPencil size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('archive', name)}
          onClick={() => archive({ id: service.id, isArchived: true })}
        >
          <IconArchive size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  )
}

/** The code, the text, the facts and the price of a service. */
function ServiceFacts({ service }: { service: Service }) {
  const { t } = useTranslation('service')
  const { language } = useLocale()
  const { code, text, minutes, taxRateBp, defaultFormat, place, priceMinor, currency } = service
  return (
    <>
      <div className={classes.words}>
        <Text span size="sm" fw={550} className={classes.name}>
          {text}
        </Text>
        <MetaList>
          {code}
          {minutes !== null && durationText(minutes, language)}
          {place}
          {taxRateBp !== null && t('taxRate', { rate: taxRateText(taxRateBp, language) })}
          {defaultFormat && t('defaultFor', { format: t(`format.${defaultFormat}`) })}
        </MetaList>
      </div>
      <span className={classes.price}>{moneyText(priceMinor, currency, language)}</span>
    </>
  )
}

/** The archived services, each with a button that restores it. */
export function ArchivedServices({ services }: { services: Service[] }) {
  const { t } = useTranslation('service')
  const archive = useArchiveService()
  return (
    <Section title={t('archivedTitle')} count={services.length} hint={t('archivedHint')} rows>
      <ul className={classes.list}>
        {services.map((service) => (
          <li key={service.id} className={classes.row}>
            <ServiceFacts service={service} />
            <div className={classes.buttons}>
              <Button
                variant="default"
                size="compact-sm"
                aria-label={t('restoreOf', { name: service.text })}
                onClick={() => archive({ id: service.id, isArchived: false })}
              >
                {t('restore')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
