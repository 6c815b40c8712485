import type { BackupPlace, BackupState } from '@attune/contract/features/practice/administration/administration.backups'
import { wallClockOf } from '@attune/contract/common/time/time'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../../ui/page/Section.tsx'
import classes from './backups.module.css'
import { CommandLine } from './CommandLine.tsx'

/** Says step by step how to restore, with the exact command for each place that has a backup. */
export function RestoreSteps({ state, places }: { state: BackupState; places: readonly BackupPlace[] }) {
  const { t } = useTranslation('backups')
  const commands = places.filter(({ backups }) => backups.length > 0).map(({ restoreCommand }) => restoreCommand)
  if (commands.length === 0) return null
  const moment = momentBefore(state)
  return (
    <Section title={t('restore.title')} hint={t('restore.hint')}>
      <ol className={classes.steps}>
        <li>{t('restore.stop')}</li>
        <li>
          {t('restore.run')}
          {commands.map((command) => (
            <CommandLine key={command} command={command} />
          ))}
        </li>
        {moment && <li>{t('restore.moment', { option: `--at '${moment}'` })}</li>}
        {state.key.printed !== null && <li>{t('restore.words')}</li>}
        <li>{t('restore.start')}</li>
      </ol>
    </Section>
  )
}

/** Returns the time of the last backup as the command reads it, in the zone of the practice; null while only backups on this disk exist. */
function momentBefore({ lastAt, next, destinations }: BackupState): string | null {
  if (lastAt === null || next === null || destinations.length === 0) return null
  const { day, time } = wallClockOf(lastAt, next.zone)
  return `${day} ${time}`
}
