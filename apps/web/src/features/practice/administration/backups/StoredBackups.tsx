import type {
  BackupPlace,
  StoredBackup,
} from '@attune/contract/features/practice/administration/administration.backups'
import { IconAlertTriangle, IconCircleCheck, IconMinus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentText } from '../../../../ui/page/date-text.ts'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import shared from '../administration.module.css'
import { bytesText } from '../dashboard/figure-text.ts'
import classes from './backups.module.css'
import type { useStoredBackups } from './use-backups.ts'

/** Lists the backups of each place with time, verification, size and content. */
export function StoredBackups({ read }: { read: ReturnType<typeof useStoredBackups> }) {
  const { t } = useTranslation('backups')
  return (
    <Section title={t('list.title')} hint={t('list.hint')} rows>
      <Query of={read} pending={<RowSkeletons rows={3} avatar={false} />} failed={t('loadFailed')} again={t('again')}>
        {({ places }) => places.filter(isShown).map((place) => <PlaceBackups key={place.name} place={place} />)}
      </Query>
    </Section>
  )
}

/** Whether the list shows a place. The default folder, on the same disk as the data, is shown only if it has backups or is the only place. */
const isShown = ({ kind, backups }: BackupPlace, _: number, all: readonly BackupPlace[]) =>
  kind !== 'default' || backups.length > 0 || all.length === 1

function PlaceBackups({ place }: { place: BackupPlace }) {
  const { t } = useTranslation('backups')
  return (
    <div className={classes.place}>
      <h3 className={classes.placeName}>
        {place.kind === 'default' ? t('list.default') : null} <span className={classes.code}>{place.name}</span>
      </h3>
      {place.problem && <p className={shared.failed}>{t('list.unavailable')}</p>}
      {!place.problem && place.backups.length === 0 && <p className={shared.quiet}>{t('list.none')}</p>}
      {place.backups.length > 0 && (
        <ul className={shared.accounts}>
          {place.backups.map((backup) => (
            <BackupRow key={backup.name} backup={backup} />
          ))}
        </ul>
      )}
    </div>
  )
}

function BackupRow({ backup }: { backup: StoredBackup }) {
  const { t } = useTranslation('backups')
  const locale = useLocale()
  return (
    <li className={classes.backup}>
      <div className={classes.backupHead}>
        <span className={classes.strong}>{momentText(backup.at, locale)}</span>
        <BackupProof isProved={backup.isProved} />
      </div>
      <MetaList>
        {bytesText(backup.size, locale.language)}
        {t(backup.hasSecrets ? 'list.all' : 'list.part')}
        {t('list.opens', { key: backup.keys.join(', ') })}
      </MetaList>
    </li>
  )
}

function BackupProof({ isProved }: { isProved: boolean | null }) {
  const { t } = useTranslation('backups')
  if (isProved)
    return (
      <StatusBadge icon={IconCircleCheck} tone="success">
        {t('list.proved')}
      </StatusBadge>
    )
  return (
    <StatusBadge
      icon={isProved === null ? IconMinus : IconAlertTriangle}
      tone={isProved === null ? 'quiet' : 'warning'}
    >
      {t(isProved === null ? 'list.unknown' : 'list.unproved')}
    </StatusBadge>
  )
}
