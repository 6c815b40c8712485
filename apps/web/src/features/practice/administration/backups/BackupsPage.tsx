import type { BackupState } from '@attune/contract/features/practice/administration/administration.backups'
import { Button, Skeleton } from '@mantine/core'
import { IconDatabaseExport } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import shared from '../administration.module.css'
import { BackupKeySection } from './key/BackupKeySection.tsx'
import { BackupDestinations } from './destinations/BackupDestinations.tsx'
import { LastProvedBackup } from './LastProvedBackup.tsx'
import { OwnDatabaseBackups } from './OwnDatabaseBackups.tsx'
import { RestoreSteps } from './RestoreSteps.tsx'
import { StoredBackups } from './StoredBackups.tsx'
import { useBackups, useStartBackup, useStoredBackups } from './use-backups.ts'

/**
 * Shows the backups: the last verification, the destinations, the key, the list of backups, and the steps of a restore. Contains no names of people.
 */
export function BackupsPage() {
  const { t } = useTranslation(['backups', 'backupSetup'])
  const read = useBackups()
  const start = useStartBackup()
  const state = read.data
  return (
    <div className={shared.page}>
      <PageHeader
        title={t('title')}
        facts={t('hint')}
        actions={
          state && (
            <Button
              leftSection={<IconDatabaseExport size={18} aria-hidden />}
              loading={start.isPending}
              disabled={state.progress !== null}
              onClick={() => start.mutate()}
            >
              {t('now')}
            </Button>
          )
        }
      />
      <Query of={read} pending={<Skeleton height={320} radius={14} />} failed={t('loadFailed')} again={t('again')} card>
        {(data) => (
          <div className={shared.stack}>
            <BackupSections state={data} />
          </div>
        )}
      </Query>
    </div>
  )
}

function BackupSections({ state }: { state: BackupState }) {
  const stored = useStoredBackups()
  return (
    <>
      <LastProvedBackup state={state} />
      <BackupDestinations state={state} places={stored.data?.places} />
      <BackupKeySection state={state} />
      {state.hasOwnDatabase && <OwnDatabaseBackups />}
      <StoredBackups read={stored} />
      <RestoreSteps state={state} places={stored.data?.places ?? []} />
    </>
  )
}
