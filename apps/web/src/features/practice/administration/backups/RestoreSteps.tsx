import type { BackupPlace, BackupState } from '@attune/contract/features/practice/administration/administration.backups'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../../ui/page/Section.tsx'
import classes from './backups.module.css'
import { CommandLine } from './CommandLine.tsx'

/** The option of the restore command that sets the moment to restore, in the time zone of the practice. */
const momentOption = "--at 'YYYY-MM-DD HH:MM'"

/** Explains step by step how to restore, with the exact command for each place that has a backup. Renders nothing if no place has one. */
export function RestoreSteps({ state, places }: { state: BackupState; places: readonly BackupPlace[] }) {
  const { t } = useTranslation('backups')
  const commands = places.filter(({ backups }) => backups.length > 0).map(({ restoreCommand }) => restoreCommand)
  if (commands.length === 0) return null
  return (
    <Section title={t('restore.title')} hint={t('restore.hint')}>
      <ol className={classes.steps}>
        <li>{t('restore.stop')}</li>
        {state.hasOwnDatabase && <li>{t('restore.database')}</li>}
        <li>
          {t('restore.run')}
          {commands.map((command) => (
            <CommandLine key={command} command={command} />
          ))}
        </li>
        {state.destinations.length > 0 && !state.hasOwnDatabase && (
          <li>
            {t('restore.moment')} <code className={classes.option}>{momentOption}</code>
          </li>
        )}
        {state.key.printed !== null && <li>{t('restore.words')}</li>}
        <li>{t('restore.start')}</li>
      </ol>
    </Section>
  )
}
