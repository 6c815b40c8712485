import type {
  BackupPlace,
  ChosenDestination,
  DestinationTest,
} from '@attune/contract/features/practice/administration/administration.backups'
import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../../platform/api/api.ts'
import { lazyNamed } from '../../../../../platform/lazy-named.ts'
import { useLocale } from '../../../../../platform/settings/use-locale.ts'
import { Callout } from '../../../../../ui/base/Callout.tsx'
import { momentInSentence } from '../../../../../ui/page/date-text.ts'
import { MetaList } from '../../../../../ui/page/row/MetaList.tsx'
import { StatusBadge } from '../../../../../ui/page/status/StatusBadge.tsx'
import { toast } from '../../../../../ui/toast/toast.ts'
import shared from '../../administration.module.css'
import { bytesText } from '../../dashboard/figure-text.ts'
import classes from '../backups.module.css'
import { useRefreshBackups } from '../use-backups.ts'
import { DestinationProblemText } from './DestinationProblemText.tsx'

const RemoveDestinationDialog = lazyNamed(() => import('./RemoveDestinationDialog.tsx'), 'RemoveDestinationDialog')

type Props = { destination: ChosenDestination; place: BackupPlace | undefined }

/** Shows a destination with its availability and its last backup, and buttons that test and remove it. */
export function BackupDestinationRow({ destination, place }: Props) {
  const { t } = useTranslation('backupSetup')
  const [removing, setRemoving] = useState(false)
  const refresh = useRefreshBackups()
  const { name, kind } = destination
  const test = useMutation({
    mutationFn: () => api.administration.testBackupDestination({ name }),
    onError: () => toast.error(t('destination.testFailed')),
    onSettled: refresh,
  })
  const problem = test.data ? test.data.problem : (place?.problem ?? null)
  return (
    <div className={classes.setup}>
      <div className={classes.setupTexts}>
        <div className={shared.healthHead}>
          <h3 className={shared.healthName}>{t(`destination.kinds.${kind}`)}</h3>
          {(place || test.data) && <AvailabilityBadge isLost={problem !== null} />}
        </div>
        <div className={classes.code}>{name}</div>
        <DestinationFacts destination={destination} />
      </div>
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('destination.testOf', { name })}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          {t('destination.test')}
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t('destination.removeOf', { name })}
          onClick={() => setRemoving(true)}
        >
          {t('destination.remove')}
        </Button>
      </div>
      <div className={classes.outcome} role="status">
        {test.data && !problem && <PassedTest test={test.data} />}
      </div>
      {problem && <DestinationProblemText problem={problem} kind={kind} name={name} />}
      {removing && <RemoveDestinationDialog name={name} onClose={() => setRemoving(false)} />}
    </div>
  )
}

function AvailabilityBadge({ isLost }: { isLost: boolean }) {
  const { t } = useTranslation('backupSetup')
  return (
    <StatusBadge icon={isLost ? IconCircleX : IconCircleCheck} tone={isLost ? 'danger' : 'success'}>
      {t(isLost ? 'destination.lost' : 'destination.connected')}
    </StatusBadge>
  )
}

function DestinationFacts({ destination: { lastAt, failedAt } }: { destination: ChosenDestination }) {
  const { t } = useTranslation('backupSetup')
  const locale = useLocale()
  return (
    <MetaList>
      {lastAt === null ? t('destination.never') : t('destination.last', { when: momentInSentence(lastAt, locale) })}
      {failedAt && (
        <span className={shared.failed}>{t('destination.failing', { when: momentInSentence(failedAt, locale) })}</span>
      )}
    </MetaList>
  )
}

function PassedTest({ test: { free, isOnSameDisk } }: { test: DestinationTest }) {
  const { t } = useTranslation('backupSetup')
  const { language } = useLocale()
  return (
    <Callout kind={isOnSameDisk ? 'warning' : 'calm'}>
      {t('destination.passed')} {free !== null && t('destination.free', { free: bytesText(free, language) })}{' '}
      {isOnSameDisk && t('destination.sameDisk')}
    </Callout>
  )
}
